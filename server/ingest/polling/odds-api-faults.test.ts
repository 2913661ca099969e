import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { hangingLimits, pollRig } from "@/server/ingest/polling/testing/poll-rig";
import { beginMs } from "@/server/ingest/polling/testing/simulated-kalshi";
import { budgetInMemory, nhlOdds, simulateOddsApi } from "@/server/ingest/polling/testing/simulated-odds-api";
import { createTheOddsApi } from "@/server/ingest/polling/venues/the-odds-api";

const venue = simulateOddsApi();
const rig = pollRig();
const key = "a-secret-key";

const start = (monthlyCredits: number, markets = ["h2h", "spreads", "totals"]) => {
  const budget = budgetInMemory(monthlyCredits);
  const config = { url: venue.url(), key, regions: ["us"], markets, monthlyCredits };
  return { budget, feed: createTheOddsApi(config, budget) };
};
const charged = () => venue.requests.filter(({ url }) => url.pathname.endsWith("/odds"));
const polls = (count: number) => (_: unknown, done: number) => done === count;

test("each book's snapshot is dated by the time at which the vendor last saw the book", async () => {
  const { feed } = start(30_000);
  const { snapshots } = await rig.run(feed, "icehockey_nhl", polls(1));
  expect(snapshots).toMatchObject([
    { book: "fanduel", sport: "icehockey_nhl", fetched_at: "2026-11-22T11:59:40.000Z", scope: ["h2h"] },
  ]);
});

test("if the budget suffices, prices are polled every minute in the last hour before a start", async () => {
  const { feed, budget } = start(1_000_000);
  const run = await rig.run(feed, "icehockey_nhl", polls(5));
  expect(charged()).toHaveLength(5);
  expect(run.polls.map(({ credits }) => credits)).toEqual([3, 3, 3, 3, 3]);
  expect(budget.committed()).toBe(15);
});

test("a small monthly budget is spread over the month: half an hour of polling costs at most a day's share, plus the cost of one call", async () => {
  const { feed, budget } = start(300);
  await rig.run(feed, "icehockey_nhl", ({ startedAt }) => startedAt > Date.parse("2026-11-22T12:29:00Z"));
  // A day's share is a thirtieth of 300 credits, and a call costs 3.
  expect(budget.committed()).toBeLessThanOrEqual(13);
  expect(charged().length).toBeGreaterThan(0);
});

test("a call that could exceed the month's credits is never made", async () => {
  const { feed } = start(2);
  const run = await rig.run(feed, "icehockey_nhl", polls(20));
  expect(charged()).toEqual([]);
  expect(run.polls.every(({ credits }) => credits === 0)).toBe(true);
  expect(run.polls[0]?.error).toMatch(/2 of the month's 2 credits are left/);
});

test("a call is not made if it costs more than the remaining credits that the vendor reports, and the poll's error names this reason", async () => {
  venue.leave(2);
  const { feed } = start(30_000);
  const run = await rig.run(feed, "icehockey_nhl", polls(1));
  expect(charged()).toEqual([]);
  expect(run.polls[0]?.error).toMatch(/only 2 credits left/);
});

test("additional markets are requested event by event, and only if the sport has them", async () => {
  const { feed } = start(1_000_000, ["h2h", "player_points", "player_pass_yds"]);
  await rig.run(feed, "icehockey_nhl", polls(1));
  expect(charged().map(({ url }) => [url.pathname, url.searchParams.get("markets")])).toEqual([
    ["/sports/icehockey_nhl/odds", "h2h"],
    ["/sports/icehockey_nhl/events/e1/odds", "player_points"],
  ]);
});

describe("faults of The Odds API", () => {
  test("a charged call is not retried within a poll, because each attempt could cost credits", async () => {
    venue.setFault(({ url }) => (url.pathname.endsWith("/odds") ? { status: 500 } : undefined));
    const { feed, budget } = start(30_000);
    await rig.run(feed, "icehockey_nhl", polls(1));
    expect(charged()).toHaveLength(1);
    expect(budget.committed()).toBe(3);
  });

  test("a failed call is retried within minutes, and the feed's status shows the failure until the call succeeds", async () => {
    venue.startIn(12 * hourMs);
    const { feed, budget } = start(1_000_000);
    venue.setFault(({ url }) => (url.pathname.endsWith("/odds") ? { status: 500 } : undefined));
    const run = await rig.run(feed, "icehockey_nhl", ({ finishedAt, error }) => {
      if (finishedAt > beginMs + 10 * minuteMs) venue.setFault(undefined);
      return error === undefined;
    });
    expect(run.polls.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(run.polls.at(-1)?.finishedAt).toBeLessThan(beginMs + 20 * minuteMs);
    expect(run.snapshots).toHaveLength(1);
    expect(charged()).toHaveLength(5);
    expect(budget.committed()).toBe(3);
  });

  test("while the venue is down, no call is made that could cost credits", async () => {
    const { feed } = start(1_000_000);
    venue.setFault(({ url }) => (url.pathname.endsWith("/odds") ? { status: 500 } : undefined));
    await rig.run(feed, "icehockey_nhl", polls(1));
    venue.setFault(() => ({ status: 500 }));
    const run = await rig.run(feed, "icehockey_nhl", polls(10), { atMs: beginMs + 5_000 });
    expect(run.polls.every(({ error }) => error !== undefined)).toBe(true);
    expect(charged()).toHaveLength(1);
  });

  test("if an event no longer exists, the call for the event is not a failure, and other calls are still made", async () => {
    venue.setFault(({ url }) => (url.pathname.endsWith("/e1/odds") ? { status: 404 } : undefined));
    const { feed } = start(1_000_000, ["h2h", "player_points"]);
    const run = await rig.run(feed, "icehockey_nhl", polls(1));
    expect(charged()).toHaveLength(2);
    expect(run.polls[0]?.error).toBeUndefined();
  });

  test("if the vendor rejects a call's parameters, other calls are still made, and the poll's error names the rejected call", async () => {
    venue.setFault(({ url }) =>
      url.pathname === "/sports/icehockey_nhl/odds" ? { status: 422 } : undefined,
    );
    const { feed } = start(1_000_000, ["h2h", "player_points"]);
    const run = await rig.run(feed, "icehockey_nhl", polls(1));
    expect(charged()).toHaveLength(2);
    expect(run.polls[0]?.error).toMatch(/\/sports\/icehockey_nhl\/odds: status 422/);
  });

  test("the API key appears in no error, whatever fails", async () => {
    const errors: (string | undefined)[] = [];
    for (const reply of [
      { status: 401 },
      { status: 429 },
      { hang: true },
      { text: "{" },
      { status: 302, headers: { location: "/" } },
    ] as const) {
      venue.setFault(() => reply);
      const run = await rig.run(start(30_000).feed, "icehockey_nhl", polls(1), { limits: hangingLimits });
      errors.push(run.polls[0]?.error);
    }
    expect(errors.filter((error) => !error?.includes("/sports") || error.includes(key))).toEqual([]);
  });

  test("a response with a renamed field fails the poll", async () => {
    const text = JSON.stringify(nhlOdds()).replaceAll("bookmakers", "books");
    venue.setFault(({ url }) => (url.pathname.endsWith("/odds") ? { text } : undefined));
    const run = await rig.run(start(30_000).feed, "icehockey_nhl", polls(1));
    expect(run.snapshots).toEqual([]);
    expect(run.polls[0]?.error).toMatch(/no price was usable/);
  });
});
