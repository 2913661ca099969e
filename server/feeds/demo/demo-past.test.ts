import { describe, expect, test } from "vitest";
import { checkSnapshot } from "@/server/feeds/check-snapshot";
import { demoPast } from "@/server/feeds/demo/demo-past";
import { demoLeagues } from "@/server/feeds/demo/leagues";
import { type DemoFixture, fixturesBetween } from "@/server/feeds/demo/schedule";
import { namesIn } from "@/server/feeds/demo/team-names";
import type { BookSnapshot } from "@/server/feeds/snapshot";

const dayMs = 24 * 3_600_000;
const archiveFrom = Date.UTC(2026, 8, 1);
const now = Date.UTC(2026, 10, 21, 10, 3, 20);
const past = [...demoPast(now, archiveFrom)];

const recordedAt = ({ recorded_at }: BookSnapshot): number => Date.parse(recorded_at ?? "");

/** Prices of each market of a book, one each time it changed. */
const seriesOf = (snapshots: readonly BookSnapshot[]): Map<string, string[]> => {
  const series = new Map<string, string[]>();
  for (const { book, sport, events } of snapshots)
    for (const { home, commence_time, markets } of events)
      for (const { key, outcomes } of markets) {
        const name = `${book} ${sport} ${home} ${commence_time} ${key}`;
        const prices = series.get(name) ?? [];
        const text = JSON.stringify(outcomes);
        if (prices.at(-1) !== text) prices.push(text);
        series.set(name, prices);
      }
  return series;
};

const countPoints = (snapshots: readonly BookSnapshot[]): number =>
  [...seriesOf(snapshots).values()].reduce((sum, prices) => sum + prices.length, 0);

test("is the same for the same time", () => {
  expect([...demoPast(now, archiveFrom)]).toEqual(past);
});

test("nothing of it is rejected at the border of feeds", () => {
  for (const snapshot of past) {
    const checked = checkSnapshot(snapshot, { recordedAt: recordedAt(snapshot), now, archiveFrom });
    expect([...checked.rejected], JSON.stringify(checked.details)).toEqual([]);
  }
});

test("ascends in time, begins with the archive and ends some minutes before now", () => {
  const times = past.map(recordedAt);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(archiveFrom);
  expect(times[0]).toBeLessThan(archiveFrom + 2 * dayMs);
  expect(times.at(-1)).toBeLessThan(now - 9 * 60_000);
  expect(times.at(-1)).toBeGreaterThan(now - dayMs);
});

test.each([
  ["the first week of the archive", "2026-09-07T00:00:00Z"],
  ["November", "2026-11-21T10:00:00Z"],
  ["spring", "2027-03-21T18:30:00Z"],
  ["summer", "2027-07-04T12:00:00Z"],
  ["more than a year later", "2027-12-01T00:00:00Z"],
  ["years later", "2029-02-28T23:59:59Z"],
])("takes at most 25,000 points and 3,000 snapshots: %s", (_, time) => {
  const at = Date.parse(time);
  const snapshots = [...demoPast(at, archiveFrom)];
  expect(snapshots.length).toBeLessThanOrEqual(3_000);
  expect(countPoints(snapshots)).toBeLessThanOrEqual(25_000);
  const [first] = snapshots;
  if (first !== undefined) expect(recordedAt(first)).toBeGreaterThanOrEqual(at - 400 * dayMs);
});

describe("what it tells", () => {
  const told = new Map<string, number>();
  for (const { sport, events } of past)
    for (const { commence_time, home, away } of events)
      for (const name of [home, away]) {
        const key = `${sport} ${Date.parse(commence_time)} ${name}`;
        told.set(key, (told.get(key) ?? 0) + 1);
      }
  const timesTold = (fixture: DemoFixture): number => {
    const { home } = namesIn(fixture, "canonical");
    return told.get(`${fixture.league.key} ${fixture.start} ${home}`) ?? 0;
  };

  test("every fixture of the last 21 days, and the ones ahead", () => {
    for (const league of demoLeagues)
      for (const fixture of fixturesBetween(league, now - 20 * dayMs, now - 3_600_000))
        expect(timesTold(fixture), `${league.key} ${fixture.home.name}`).toBeGreaterThan(0);
    const ahead = demoLeagues.flatMap((league) => fixturesBetween(league, now, now + dayMs));
    expect(ahead.filter((fixture) => timesTold(fixture) > 0).length / ahead.length).toBeGreaterThan(0.5);
  });

  test("one fixture of each league and playing day before that", () => {
    const thinFrom = archiveFrom + 2 * dayMs;
    const thinTo = now - 22 * dayMs;
    for (const league of demoLeagues) {
      const days = new Map<number, DemoFixture[]>();
      for (const fixture of fixturesBetween(league, thinFrom, thinTo)) {
        const day = Math.floor((fixture.start - 10 * 3_600_000) / dayMs);
        days.set(day, [...(days.get(day) ?? []), fixture]);
      }
      // The window cuts the first and the last day.
      for (const fixtures of [...days.values()].slice(1, -1))
        expect(fixtures.filter((fixture) => timesTold(fixture) > 0)).toEqual(fixtures.slice(0, 1));
    }
  });

  test("two days in which most fixtures that start soon were repriced again and again, at several books", () => {
    const recent = past.filter((snapshot) => recordedAt(snapshot) > now - 2 * dayMs);
    const series = [...seriesOf(recent)].filter(([name]) => name.endsWith(" h2h"));
    const soon = demoLeagues.flatMap((league) => fixturesBetween(league, now + 3_600_000, now + dayMs));
    const moved = soon.filter((fixture) => {
      const { home } = namesIn(fixture, "canonical");
      const named = ` ${fixture.league.key} ${home} ${new Date(fixture.start).toISOString()} `;
      const books = series.filter(([name, prices]) => name.includes(named) && prices.length >= 4);
      return books.length >= 2;
    });
    expect(moved.length / soon.length).toBeGreaterThan(0.8);
  });

  test("prices that moved and prices that never did", () => {
    const lengths = [...seriesOf(past).values()].map((prices) => prices.length);
    expect(lengths.filter((length) => length === 1).length).toBeGreaterThan(500);
    expect(lengths.filter((length) => length >= 3).length).toBeGreaterThan(500);
  });

  test("props, and all three kinds of books", () => {
    expect(new Set(past.map(({ book_kind }) => book_kind))).toEqual(
      new Set(["sportsbook", "exchange", "prediction_market"]),
    );
    const keys = new Set(
      past.flatMap(({ events }) => events.flatMap(({ markets }) => markets.map(({ key }) => key))),
    );
    for (const key of ["h2h", "spreads", "totals", "player_points", "player_shots_on_goal"])
      expect([...keys]).toContain(key);
  });

  test("a price shortly before the start of nearly every fixture of the last weeks", () => {
    const closing = new Map<string, number>();
    for (const snapshot of past)
      for (const { commence_time } of snapshot.events)
        closing.set(`${snapshot.sport} ${commence_time}`, Date.parse(commence_time) - recordedAt(snapshot));
    const recent = [...closing].filter(([name]) => {
      const start = Date.parse(name.split(" ")[1] ?? "");
      return start > now - 14 * dayMs && start < now;
    });
    const close = recent.filter(([, left]) => left < 4 * 3_600_000).length;
    expect(close / recent.length).toBeGreaterThan(0.8);
  });
});
