import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import { judgeSides } from "@/server/domain/prices/inverted/judge-sides";
import {
  type Lean,
  readSides,
  type SidesQuote,
  type SidesReading,
} from "@/server/domain/prices/inverted/read-sides";
import { judgeQuotes } from "@/server/domain/prices/inverted/testing/judge-quotes";
import { mirrored } from "@/server/domain/prices/inverted/testing/quotes";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { footballDataFormat } from "@/server/ingest/feeds/football-data/read-football-data";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { RecordedFormat } from "@/server/ingest/feeds/reader";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";

const samples = process.env.ODDS_SAMPLES ?? "../shared/samples";
const venues = join(samples, "../venues/the-odds-api");
const absent =
  existsSync(samples) && existsSync(venues) ? "" : ` (skipped: ${samples} or ${venues} is absent)`;

type Fixture = {
  readonly event: string;
  readonly sport: Sport;
  readonly books: Map<string, SidesQuote>;
};

/** The fixtures of one recording. A football-data file has two fixtures per event: one with opening prices and one with closing prices. */
const fixturesOf = (format: RecordedFormat, text: string): Fixture[] => {
  const fixtures = new Map<string, Fixture>();
  for (const item of format.read(text, { path: "test" })) {
    if (item.kind !== "snapshot") continue;
    const recordedAt = parseTime(item.snapshot.recorded_at ?? item.snapshot.fetched_at);
    const checked = checkSnapshot(item.snapshot, { recordedAt, now: recordedAt, archiveFrom: 0 });
    const sport = findSport(checked.sport);
    if (sport === undefined) continue;
    for (const { ref, home, away, commenceTime, markets } of checked.events) {
      // The time left until the start distinguishes opening from closing prices.
      const moment = format === footballDataFormat ? commenceTime - recordedAt : 0;
      const event = JSON.stringify([ref, home, away, commenceTime]);
      const id = `${event} ${moment}`;
      const fixture = getOrInsert(fixtures, id, () => ({ event, sport, books: new Map() }));
      const outcomes = new Map(markets.map((market) => [market.key, market.outcomes]));
      const quote = {
        h2h: outcomes.get("h2h"),
        h2h_3_way: outcomes.get("h2h_3_way"),
        spreads: outcomes.get("spreads"),
      };
      fixture.books.set(checked.book, quote);
    }
  }
  return [...fixtures.values()];
};

/** Converts a recording to the format of The Odds API. */
const unwrapped = (text: string): string => {
  const { captured_ms, fetched_ms, taken_at, events, odds, payload } = JSON.parse(text);
  const timestamp = taken_at ?? new Date(captured_ms ?? fetched_ms).toISOString();
  return JSON.stringify({ timestamp, data: events ?? odds ?? payload });
};

const recordings: readonly (readonly [name: string, read: () => Fixture[]])[] = [
  ...[
    "toa_odds_nhl_2024-03-21.json",
    "toa_historical_nfl_2021-11-25.json",
    "toa_flat_mlb_64books_2026-04-16.csv",
  ].map(
    (name) => [name, () => fixturesOf(theOddsApiFormat, readFileSync(join(samples, name), "utf8"))] as const,
  ),
  ...[
    "odds_mlb_h2h_spreads_totals_2026-08-07.json",
    "odds_mlb_spreads_totals_2026-08-20T2126Z.json",
    "repeat_poll_2026-08-11T1800Z_t0.json",
  ].map(
    (name) =>
      [
        name,
        () => fixturesOf(theOddsApiFormat, unwrapped(readFileSync(join(venues, name), "utf8"))),
      ] as const,
  ),
  [
    "football_data_2025_26_open_close.csv",
    () =>
      fixturesOf(
        footballDataFormat,
        readFileSync(join(samples, "football_data_2025_26_open_close.csv"), "utf8"),
      ),
  ],
];

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
};

/** Whether the other books have a clear favourite, calculated without the code under test. */
const hasClearFavourite = (others: readonly Lean[]): boolean =>
  others.length >= 4 &&
  Math.max(medianOf(others.map(({ home }) => home)), medianOf(others.map(({ away }) => away))) >= 0.6;

/** Swaps the sides of each book in turn, if the other books have a clear favourite. Expects no `inverted` verdict on the other books. */
const swapEach = (only: (quote: SidesQuote) => SidesQuote, market: keyof SidesReading) => {
  let swapped = 0;
  let found = 0;
  for (const [, fixtures] of recordings)
    for (const { books: recorded, sport } of fixtures()) {
      const quotes = [...recorded].map(([key, quote]) => [key, only(quote)] as const);
      const readings = new Map(quotes.map(([key, quote]) => [key, readSides(quote, sport)]));
      for (const [key, quote] of quotes) {
        const others = [...readings].flatMap(([other, read]) => (other === key ? [] : (read[market] ?? [])));
        if (readings.get(key)?.[market] === undefined || !hasClearFavourite(others)) continue;
        const verdicts = judgeSides(new Map(readings).set(key, readSides(mirrored(quote), sport)));
        const inverted = [...verdicts].flatMap(([other, verdict]) => (verdict === "inverted" ? [other] : []));
        expect(inverted.filter((other) => other !== key)).toEqual([]);
        swapped += 1;
        found += inverted.length;
      }
    }
  return { swapped, share: found / swapped };
};

describe.skipIf(absent !== "")(`the sides of recorded books${absent}`, () => {
  test.each(recordings)("no recorded book of %s is judged inverted", (_, read) => {
    const fixtures = read();
    expect(fixtures.length).toBeGreaterThan(3);
    for (const { books, sport } of fixtures) {
      expect([...judgeQuotes(books, sport).values()]).not.toContain("inverted");
      const spreadsAlone = new Map([...books].map(([key, { spreads }]) => [key, { spreads }]));
      expect([...judgeQuotes(spreadsAlone, sport).values()]).not.toContain("inverted");
    }
  });

  test("no recorded book is judged inverted if its opening prices are compared with the other books' closing prices, or the reverse", () => {
    let moves = 0;
    const fixtures = recordings.flatMap(([, read]) => read());
    for (const earlier of fixtures) {
      const later = fixtures.find(({ event }) => event === earlier.event);
      if (later === undefined || later === earlier) continue;
      for (const [own, others] of [
        [earlier, later],
        [later, earlier],
      ] as const)
        for (const [key, quote] of own.books) {
          expect(judgeQuotes(new Map(others.books).set(key, quote), own.sport).get(key)).not.toBe("inverted");
          moves += 1;
        }
    }
    expect(moves).toBeGreaterThan(1000);
  });

  test("if the other books have a clear favourite, at least 99 in 100 books with swapped sides are judged inverted, and no other book is", () => {
    const { swapped, share } = swapEach((quote) => quote, "moneyline");
    expect(swapped).toBeGreaterThan(1000);
    expect(share).toBeGreaterThanOrEqual(0.99);
  });

  test("if the other books have a clear favourite, at least 99 in 100 books with a swapped spread are judged inverted by the spread alone", () => {
    const { swapped, share } = swapEach(({ spreads }) => ({ spreads }), "spread");
    expect(swapped).toBeGreaterThan(100);
    expect(share).toBeGreaterThanOrEqual(0.99);
  });
});
