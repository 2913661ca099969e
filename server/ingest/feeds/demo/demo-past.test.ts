import { describe, expect, test } from "vitest";
import { getOrInsert } from "@/server/domain/collections";
import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { demoPast } from "@/server/ingest/feeds/demo/demo-past";
import { demoLeagues } from "@/server/ingest/feeds/demo/leagues";
import { type DemoFixture, fixturesBetween } from "@/server/ingest/feeds/demo/schedule";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const archiveFrom = Date.UTC(2026, 8, 1);
const now = Date.UTC(2026, 10, 21, 10, 3, 20);
const past = [...demoPast(now, archiveFrom)];

const recordedAt = ({ recorded_at }: BookSnapshot): number => Date.parse(recorded_at ?? "");

/** The prices of each market at each book, without consecutive repetitions. */
const seriesOf = (snapshots: readonly BookSnapshot[]): Map<string, string[]> => {
  const series = new Map<string, string[]>();
  for (const { book, sport, events } of snapshots)
    for (const { home, commence_time, markets } of events)
      for (const { key, outcomes } of markets) {
        const name = `${book} ${sport} ${home} ${commence_time} ${key}`;
        const prices = getOrInsert(series, name, () => []);
        const text = JSON.stringify(outcomes);
        if (prices.at(-1) !== text) prices.push(text);
      }
  return series;
};

const countPoints = (snapshots: readonly BookSnapshot[]): number =>
  [...seriesOf(snapshots).values()].reduce((sum, prices) => sum + prices.length, 0);

test("the demo's past depends only on the time", () => {
  expect([...demoPast(now, archiveFrom)]).toEqual(past);
});

test("no price of the demo's past is rejected by checkSnapshot", () => {
  for (const snapshot of past) {
    const checked = checkSnapshot(snapshot, { recordedAt: recordedAt(snapshot), now, archiveFrom });
    expect([...checked.rejected], JSON.stringify(checked.details)).toEqual([]);
  }
});

test("the demo's past is in order of time, covers 14 days and ends at least 9 minutes ago", () => {
  const times = past.map(recordedAt);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(now - 14 * dayMs);
  expect(times[0]).toBeLessThan(now - 13 * dayMs);
  expect(times.at(-1)).toBeLessThan(now - 9 * minuteMs);
  expect(times.at(-1)).toBeGreaterThan(now - dayMs);
});

test.each([
  ["the first week of the archive", "2026-09-07T00:00:00Z"],
  ["November", "2026-11-21T10:00:00Z"],
  ["spring", "2027-03-21T18:30:00Z"],
  ["summer", "2027-07-04T12:00:00Z"],
  ["the second year of the archive", "2027-12-01T00:00:00Z"],
  ["the third year of the archive", "2029-02-28T23:59:59Z"],
])("the past of a demo that starts in %s has at most 30,000 prices and 2,000 snapshots", (_, time) => {
  const at = Date.parse(time);
  const snapshots = [...demoPast(at, archiveFrom)];
  expect(snapshots.length).toBeLessThanOrEqual(2_000);
  expect(countPoints(snapshots)).toBeLessThanOrEqual(30_000);
  const [first] = snapshots;
  if (first !== undefined)
    expect(recordedAt(first)).toBeGreaterThanOrEqual(Math.max(archiveFrom, at - 14 * dayMs));
});

describe("the demo's past", () => {
  const counts = new Map<string, number>();
  for (const { sport, events } of past)
    for (const { commence_time, home, away } of events)
      for (const name of [home, away]) {
        const key = `${sport} ${Date.parse(commence_time)} ${name}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  const countOf = ({ league, start, home }: DemoFixture): number =>
    counts.get(`${league.key} ${start} ${home}`) ?? 0;

  test("the demo's past has prices of every fixture of the last 14 days and of most fixtures of the next day", () => {
    for (const league of demoLeagues)
      for (const fixture of fixturesBetween(league, now - 14 * dayMs + hourMs, now - hourMs))
        expect(countOf(fixture), `${league.key} ${fixture.home}`).toBeGreaterThan(0);
    const ahead = demoLeagues.flatMap((league) => fixturesBetween(league, now, now + dayMs));
    expect(ahead.filter((fixture) => countOf(fixture) > 0).length / ahead.length).toBeGreaterThan(0.8);
  });

  test("for most demo fixtures of the next day, at least two books have changed their h2h prices at least twice", () => {
    const recent = past.filter((snapshot) => recordedAt(snapshot) > now - 2 * dayMs);
    const series = [...seriesOf(recent)].filter(([name]) => name.endsWith(" h2h"));
    const soon = demoLeagues.flatMap((league) => fixturesBetween(league, now + hourMs, now + dayMs));
    const moved = soon.filter(({ league, start, home }) => {
      const label = ` ${league.key} ${home} ${new Date(start).toISOString()} `;
      return series.filter(([name, prices]) => name.includes(label) && prices.length >= 3).length >= 2;
    });
    expect(moved.length / soon.length).toBeGreaterThan(0.8);
  });

  test("the demo's past has prices that moved and prices that did not", () => {
    const lengths = [...seriesOf(past).values()].map((prices) => prices.length);
    expect(lengths.filter((length) => length === 1).length).toBeGreaterThan(300);
    expect(lengths.filter((length) => length >= 3).length).toBeGreaterThan(500);
  });

  test("the demo's past has props and all three kinds of books", () => {
    expect(new Set(past.map(({ book_kind }) => book_kind))).toEqual(
      new Set(["sportsbook", "exchange", "prediction_market"]),
    );
    const keys = new Set(
      past.flatMap(({ events }) => events.flatMap(({ markets }) => markets.map(({ key }) => key))),
    );
    for (const key of ["h2h", "spreads", "totals", "player_points", "player_shots_on_goal"])
      expect([...keys]).toContain(key);
  });

  test("every demo fixture of the last 13 days has a price from the last ten minutes before its start, and another price from more than three hours before its start", () => {
    const recorded = new Map<string, number[]>();
    for (const snapshot of past)
      for (const { commence_time } of snapshot.events) {
        const key = `${snapshot.sport} ${commence_time}`;
        getOrInsert(recorded, key, () => []).push(Date.parse(commence_time) - recordedAt(snapshot));
      }
    for (const [key, lefts] of recorded) {
      const start = Date.parse(key.split(" ")[1] ?? "");
      if (start < now - 13 * dayMs || start > now - hourMs) continue;
      expect(Math.max(...lefts), key).toBeGreaterThan(3 * hourMs);
      expect(Math.min(...lefts), key).toBeLessThanOrEqual(10 * minuteMs);
    }
  });
});
