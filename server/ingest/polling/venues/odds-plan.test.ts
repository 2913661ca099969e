import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";
import {
  type Attempt,
  ceilingAt,
  creditsPerDay,
  desiredCost,
  desiredIntervalMs,
  dueJobs,
  type Job,
} from "@/server/ingest/polling/venues/odds-plan";

const now = Date.parse("2026-11-22T12:00:00Z");

const sport = (key: string, ...startsMs: number[]): Job => ({
  key,
  sport: key,
  eventId: undefined,
  startsMs,
  cost: 3,
});
const event = (startMs: number): Job => ({
  key: "e",
  sport: "s",
  eventId: "e",
  startsMs: [startMs],
  cost: 10,
});

const succeeded = (at: number): Attempt => ({ at, failures: 0 });

test("a sport is polled more often the closer its next start is", () => {
  const minutes = [0.5, 3, 12, 72, 24 * 30].map(
    (hours) => desiredIntervalMs(sport("s", now + hours * hourMs), now) / minuteMs,
  );
  expect(minutes).toEqual([1, 5, 30, 360, 1440]);
});

test("a sport whose games have all started, and an event more than a day ahead, are not polled", () => {
  expect(desiredIntervalMs(sport("s", now - 1, now), now)).toBe(Number.POSITIVE_INFINITY);
  expect(desiredIntervalMs(event(now + 25 * hourMs), now)).toBe(Number.POSITIVE_INFINITY);
});

test("desiredCost counts no calls after the last game has started", () => {
  // One game starts in an hour: 60 calls of 3 credits until the start.
  expect(desiredCost([sport("s", now + hourMs)], now)).toBeCloseTo(180, 0);
});

test("the month's remaining credits are spread evenly over its remaining days", () => {
  expect(creditsPerDay(850, now)).toBeCloseTo(100, 5);
  expect(creditsPerDay(-5, now)).toBe(0);
});

test("the month's credits become available evenly over the month, and the credits of one day are always available in advance", () => {
  expect(ceilingAt(3_000, Date.parse("2026-11-01T00:00:00Z"))).toBe(100);
  expect(ceilingAt(3_000, Date.parse("2026-11-16T00:00:00Z"))).toBe(1_600);
  expect(ceilingAt(3_000, Date.parse("2026-11-30T23:00:00Z"))).toBe(3_000);
});

test("with enough credits, each job is due at its own interval, and the job with the closest start runs first", () => {
  const jobs = [sport("later", now + 5 * hourMs), sport("soon", now + hourMs / 2)];
  expect(dueJobs(jobs, new Map(), 1_000_000, now).map(({ key }) => key)).toEqual(["soon", "later"]);
  const attempts = new Map([
    ["later", succeeded(now - minuteMs)],
    ["soon", succeeded(now - minuteMs)],
  ]);
  expect(dueJobs(jobs, attempts, 1_000_000, now).map(({ key }) => key)).toEqual(["soon"]);
});

test("with too few credits, all intervals are stretched by the same factor", () => {
  const jobs = [sport("a", now + hourMs / 2 + dayMs), sport("b", now + 3 * hourMs)];
  const perDay = desiredCost(jobs, now) / 4;
  const due = (key: string, agoMs: number) =>
    dueJobs(
      jobs,
      new Map([
        ["a", succeeded(now)],
        ["b", succeeded(now)],
        [key, succeeded(now - agoMs)],
      ]),
      perDay,
      now,
    ).length;
  expect([due("b", 19 * minuteMs), due("b", 21 * minuteMs)]).toEqual([0, 1]);
  expect([due("a", 23 * hourMs), due("a", 25 * hourMs)]).toEqual([0, 1]);
});

test("a failed job is retried after a minute, then after twice as long each time, up to the job's interval", () => {
  const job = sport("s", now + 12 * hourMs);
  const dueAfter = (failures: number): number | undefined =>
    [1, 2, 4, 8, 16, 30].find(
      (minutes) =>
        dueJobs([job], new Map([["s", { at: now - minutes * minuteMs, failures }]]), 1_000_000, now).length >
        0,
    );
  expect([1, 2, 3, 5, 6, 60].map(dueAfter)).toEqual([1, 2, 4, 16, 30, 30]);
});

test("without credits, nothing is due", () => {
  expect(dueJobs([sport("s", now + hourMs)], new Map(), 0, now)).toEqual([]);
});
