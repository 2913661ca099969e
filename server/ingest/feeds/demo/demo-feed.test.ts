import { describe, expect, test } from "vitest";
import { periods } from "@/server/domain/catalogue/market-family";
import { findMarket, markets } from "@/server/domain/catalogue/markets";
import { getOrInsert } from "@/server/domain/collections";
import { dayMs, minuteMs } from "@/server/domain/durations";
import type { Price } from "@/server/domain/prices/price";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { demoBooks } from "@/server/ingest/feeds/demo/demo-books";
import { demoSnapshotsAt, demoTick } from "@/server/ingest/feeds/demo/demo-feed";
import type { BookSnapshot, SnapshotMarket, SnapshotOutcome } from "@/server/ingest/feeds/snapshot";

const november = Date.UTC(2026, 10, 21, 10);
const moments = [
  november,
  Date.UTC(2026, 8, 20, 15, 7),
  Date.UTC(2026, 9, 15, 17, 6),
  Date.UTC(2027, 0, 31, 23, 59),
  Date.UTC(2027, 1, 28, 19),
  Date.UTC(2027, 3, 1, 0, 0, 1),
  Date.UTC(2027, 5, 12, 4, 30),
  Date.UTC(2027, 6, 16, 12),
];
const slates = moments.map((now) => ({ now, snapshots: demoSnapshotsAt(now) }));
const allSnapshots = slates.flatMap(({ snapshots }) => snapshots);

const kinds = new Map(demoBooks.map(({ key, kind }) => [key, kind]));

const impliedBy = (price: Price): number => {
  if ("probability" in price) return price.probability;
  if ("decimal" in price) return 1 / price.decimal;
  return price.american > 0 ? 100 / (price.american + 100) : -price.american / (100 - price.american);
};

/**
 * Groups a market's outcomes by line, team and player, so that the outcomes of a group exclude each other. The home team's point identifies
 * a spread's line.
 */
const linesOf = ({ key, outcomes }: SnapshotMarket): SnapshotOutcome[][] => {
  const signed = findMarket(key)?.shape.sides.includes("home") ?? false;
  const lines = new Map<string, SnapshotOutcome[]>();
  for (const outcome of outcomes) {
    const { side, point, team, player } = outcome;
    const line = point === undefined ? "" : signed && side === "away" ? 0 - point : point;
    const name = JSON.stringify([line, team, player]);
    getOrInsert(lines, name, () => []).push(outcome);
  }
  return [...lines.values()];
};

const marketsOf = (snapshots: readonly BookSnapshot[]) =>
  snapshots.flatMap(({ book, sport, events }) =>
    events.flatMap((event) => event.markets.map((market) => ({ book, sport, event, market }))),
  );

describe("demo snapshots", () => {
  test("no demo price is rejected by checkSnapshot", () => {
    for (const { now, snapshots } of slates)
      for (const snapshot of snapshots) {
        const checked = checkSnapshot(snapshot, { recordedAt: now, now, archiveFrom: 0 });
        expect([...checked.rejected], JSON.stringify(checked.details)).toEqual([]);
        expect(checked.pricesRepeated).toBe(0);
      }
  });

  test("demo prices depend only on the time", () => {
    expect(demoSnapshotsAt(november)).toEqual(slates[0]?.snapshots);
  });

  test("the demo board has between 8,000 and 40,000 prices of at least 10 leagues", () => {
    for (const { now, snapshots } of slates) {
      const prices = marketsOf(snapshots).reduce((sum, { market }) => sum + market.outcomes.length, 0);
      expect(prices, new Date(now).toISOString()).toBeLessThan(40_000);
      expect(prices, new Date(now).toISOString()).toBeGreaterThan(8_000);
      expect(new Set(snapshots.map(({ sport }) => sport)).size).toBeGreaterThanOrEqual(10);
    }
  });

  test("the demo quotes all `main` and `other` markets and every period. Bet sizes are posted limits at sportsbooks, resting depth at exchanges, and contracts at prediction markets", () => {
    const keys = new Set(marketsOf(allSnapshots).map(({ market }) => market.key));
    const wanted = markets.filter(({ role }) => role !== "prop").map(({ key }) => key);
    expect(wanted.filter((key) => !keys.has(key))).toEqual([]);
    expect(new Set([...keys].map((key) => findMarket(key)?.period))).toEqual(new Set(periods));
    const sizes = new Map<string, Set<string>>();
    for (const { book, market } of marketsOf(allSnapshots))
      for (const { size } of market.outcomes)
        if (size !== undefined)
          sizes.set(size.kind, (sizes.get(size.kind) ?? new Set()).add(kinds.get(book) ?? ""));
    expect(sizes).toEqual(
      new Map([
        ["posted_limit", new Set(["sportsbook"])],
        ["resting_depth", new Set(["exchange"])],
        ["contracts", new Set(["prediction_market"])],
      ]),
    );
  });

  test("the demo quotes every player prop", () => {
    const keys = new Set(marketsOf(allSnapshots).map(({ market }) => market.key));
    const wanted = markets.filter(({ role }) => role === "prop").map(({ key }) => key);
    expect(wanted.filter((key) => !keys.has(key))).toEqual([]);
  });

  test("demo players are named by their role and marked as demo", () => {
    const players = marketsOf(allSnapshots).flatMap(({ market }) =>
      market.outcomes.flatMap(({ player }) => player ?? []),
    );
    expect(players.length).toBeGreaterThan(1000);
    for (const player of new Set(players)) expect(player).toMatch(/ [A-Z]{1,3}\d \(demo\)$/);
  });

  test("each demo book's margin on a line is between 0 and 12 percent, and above 1 percent at a sportsbook", () => {
    let lines = 0;
    const wrong: string[] = [];
    for (const { book, event, market } of marketsOf(allSnapshots))
      for (const line of linesOf(market)) {
        if (line.length < 2) continue;
        lines += 1;
        const margin = line.reduce((sum, outcome) => sum + impliedBy(outcome), 0) - 1;
        const min = kinds.get(book) === "sportsbook" ? 0.01 : 0;
        if (margin <= min || margin >= 0.12)
          wrong.push(`${margin} at ${book} ${event.home} ${market.key} ${JSON.stringify(line)}`);
      }
    expect(wrong).toEqual([]);
    expect(lines).toBeGreaterThan(20_000);
  });

  test("the implied probabilities of a fixture's best demo prices add up to more than 93 percent", () => {
    const best = new Map<string, Map<string, number>>();
    for (const { book, event, market } of marketsOf(slates[0]?.snapshots ?? [])) {
      if (market.key !== "h2h" || demoBooks.find(({ key }) => key === book)?.names !== "canonical") continue;
      const pair = [event.home, event.away];
      const name = `${event.commence_time} ${[...pair].sort().join(" - ")}`;
      const prices = getOrInsert(best, name, () => new Map<string, number>());
      for (const outcome of market.outcomes) {
        const team = outcome.side === "draw" ? "draw" : (pair[outcome.side === "home" ? 0 : 1] ?? "");
        prices.set(team, Math.min(prices.get(team) ?? 1, impliedBy(outcome)));
      }
    }
    const sums = [...best.values()].map((prices) =>
      [...prices.values()].reduce((sum, probability) => sum + probability, 0),
    );
    expect(sums.length).toBeGreaterThan(50);
    for (const sum of sums) expect(sum).toBeGreaterThan(0.93);
    expect(sums.toSorted((a, b) => a - b)[Math.floor(sums.length / 2)]).toBeGreaterThan(0.98);
  });
});

describe("the live demo feed", () => {
  const state = (snapshots: Iterable<BookSnapshot>, into = new Map<string, BookSnapshot>()) => {
    for (const snapshot of snapshots) into.set(`${snapshot.book} ${snapshot.sport}`, snapshot);
    return into;
  };

  test("one long demo tick and many short ticks over the same time yield the same final snapshots", () => {
    const until = november + 90_000;
    const inSteps: BookSnapshot[] = [];
    for (let at = november; at < until; at += 1000) inSteps.push(...demoTick(at, at + 1000));
    const inOne = state(demoTick(november, until));
    const last = state(inSteps);
    expect(inSteps.length).toBeGreaterThan(150);
    expect(new Map([...last].sort())).toEqual(new Map([...inOne].sort()));
  });

  test("an earlier demo board, updated by all ticks since then, equals the current demo board", () => {
    const now = november + 5 * minuteMs;
    const live = state(demoTick(november, now), state(demoSnapshotsAt(november)));
    expect(new Map([...live].sort())).toEqual(new Map([...state(demoSnapshotsAt(now))].sort()));
  });

  test("each demo book polls each league at its own interval and sends complete snapshots", () => {
    const times = new Map<string, number[]>();
    for (let at = november; at < november + 10 * minuteMs; at += 1000)
      for (const { book, sport, complete } of demoTick(at, at + 1000)) {
        expect(complete).toBe(true);
        getOrInsert(times, `${book} ${sport}`, () => []).push(at);
      }
    for (const { key, pollSeconds } of demoBooks) {
      const seen = [...times].filter(([name]) => name.startsWith(`${key} `));
      expect(seen.length, key).toBeGreaterThan(0);
      for (const [name, at] of seen)
        for (const [index, time] of at.slice(1).entries())
          expect(Math.abs(time - (at[index] ?? 0) - pollSeconds * 1000), name).toBeLessThanOrEqual(1000);
    }
  });

  test("demo markets change more than 100 times in ten minutes, and no single second has 300 changes or more", () => {
    const latest = new Map<string, string>();
    const changesIn = (snapshots: Iterable<BookSnapshot>): number => {
      let changes = 0;
      for (const { book, sport, event, market } of marketsOf([...snapshots])) {
        const key = `${book} ${sport} ${event.home} ${event.commence_time} ${market.key}`;
        const text = JSON.stringify(market.outcomes);
        if (latest.get(key) !== text) changes += 1;
        latest.set(key, text);
      }
      return changes;
    };
    const evening = Date.UTC(2026, 10, 21, 23);
    changesIn(demoSnapshotsAt(evening));
    const perSecond: number[] = [];
    for (let at = evening; at < evening + 10 * minuteMs; at += 1000)
      perSecond.push(changesIn(demoTick(at, at + 1000)));
    expect(Math.max(...perSecond)).toBeLessThan(300);
    expect(perSecond.reduce((sum, changes) => sum + changes, 0)).toBeGreaterThan(100);
  });

  test("after a day, the demo lists new fixtures and omits the fixtures that have started", () => {
    const fixturesIn = (now: number) =>
      new Set(
        demoSnapshotsAt(now).flatMap(({ book, sport, events }) =>
          book === "northline_demo"
            ? events.map(({ home, commence_time }) => `${commence_time} ${sport} ${home}`)
            : [],
        ),
      );
    const before = fixturesIn(november);
    const after = fixturesIn(november + dayMs);
    const started = [...before].filter((name) => Date.parse(name.split(" ")[0] ?? "") <= november + dayMs);
    expect(started.length).toBeGreaterThan(10);
    expect([...after].filter((name) => started.includes(name))).toEqual([]);
    expect([...after].filter((name) => !before.has(name)).length).toBeGreaterThan(10);
  });
});
