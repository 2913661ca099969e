import { expect, test } from "vitest";
import { plans } from "@/server/domain/plans/plans";
import {
  createViewingLimit,
  screensOf,
  type ViewerKey,
  viewingLimitOf,
} from "@/server/web/http/screen/viewing-limit";

const viewers: readonly (readonly [name: string, viewer: ViewerKey])[] = [
  ["a visitor", { kind: "visitor", id: "192.0.2.1" }],
  ["the Free plan", { kind: "account", id: "a", plan: "free" }],
  ["the Business plan", { kind: "account", id: "b", plan: "business" }],
];

/** What a page of the odds screen requests when it opens: views in its HTML, and the same views and slow views from its scripts. */
const requestsOfOpening = 6;
/** A page reads its view at most once a second, and each of its slow views once a minute. */
const slowViews = 3;

const startClock = () => {
  let now = 1_000_000;
  return { now: () => now, pass: (ms: number) => (now += ms) };
};

test("ten tabs that a browser restores at once are never refused, whatever the plan", async () => {
  for (const [name, viewer] of viewers) {
    const limit = createViewingLimit(startClock().now);
    const replies: number[] = [];
    for (let request = 0; request < 10 * requestsOfOpening; request++)
      replies.push(limit.admit(viewer), await limit.take(viewer));
    expect([name, replies.filter((waitSeconds) => waitSeconds > 0)]).toEqual([name, []]);
  }
});

test("four tabs in which prices change every second are refused nothing in 24 hours, whatever the plan", async () => {
  for (const [name, viewer] of viewers) {
    const { now, pass } = startClock();
    const limit = createViewingLimit(now);
    let refused = 0;
    for (let second = 0; second < 24 * 3_600; second++) {
      const reads = second % 60 === 0 ? 4 * (1 + slowViews) : 4;
      for (let read = 0; read < reads; read++)
        if (limit.admit(viewer) > 0 || (await limit.take(viewer)) > 0) refused += 1;
      pass(1_000);
    }
    expect([name, refused]).toEqual([name, 0]);
  }
});

test("the Business plan keeps 20 browsers open all day, each with two tabs in which prices change every second", async () => {
  const viewer: ViewerKey = { kind: "account", id: "b", plan: "business" };
  expect([plans.business.screens, screensOf(viewer)]).toEqual([20, 20]);
  const { now, pass } = startClock();
  const limit = createViewingLimit(now);
  let refused = 0;
  // A quarter of a day is enough: from then on, the bucket stays full.
  for (let second = 0; second < 6 * 3_600; second++) {
    for (let read = 0; read < 20 * 2; read++)
      if (limit.admit(viewer) > 0 || (await limit.take(viewer)) > 0) refused += 1;
    pass(1_000);
  }
  expect(refused).toBe(0);
});

test("a program that reads views without end is refused beyond the limit of its plan, and goes on after the stated time", async () => {
  for (const [name, viewer] of viewers) {
    const { now, pass } = startClock();
    const limit = createViewingLimit(now);
    const { burst } = viewingLimitOf(viewer, "views");
    for (let view = 0; view < burst; view++) expect(await limit.take(viewer)).toBe(0);
    const waitSeconds = await limit.take(viewer);
    expect([name, waitSeconds]).toEqual([name, 1]);
    expect(await limit.take({ ...viewer, id: "198.51.100.7" })).toBe(0);
    pass(waitSeconds * 1_000);
    expect(await limit.take(viewer)).toBe(0);

    const requests = viewingLimitOf(viewer, "requests").burst;
    for (let request = 0; request < requests; request++) expect(limit.admit(viewer)).toBe(0);
    expect(limit.admit(viewer)).toBe(1);
  }
});

test("a higher plan never has a lower limit, and visitors of one network share theirs", async () => {
  const limits = (["free", "starter", "growth", "scale", "business"] as const).map(
    (plan) => viewingLimitOf({ kind: "account", id: "a", plan }, "views").perHour,
  );
  expect(limits).toEqual([...limits].sort((a, b) => a - b));
  const limit = createViewingLimit(startClock().now);
  const { burst } = viewingLimitOf({ kind: "visitor", id: "" }, "requests");
  for (let request = 0; request < burst; request++)
    limit.admit({ kind: "visitor", id: `2001:db8::${request.toString(16)}` });
  expect(limit.admit({ kind: "visitor", id: "2001:db8::ffff" })).toBe(1);
});
