import { describe, expect, test } from "vitest";
import { findMarket, isLegalFor, type Market, markets } from "@/server/domain/catalogue/markets";
import type { Sport } from "@/server/domain/catalogue/sports";
import { compare } from "@/server/domain/collections";
import { dayMs, hourMs } from "@/server/domain/durations";
import { type DemoBook, demoBooks } from "@/server/ingest/feeds/demo/demo-books";
import { fixturesAhead } from "@/server/ingest/feeds/demo/demo-feed";
import {
  type DemoLeague,
  demoLeagues,
  isPlayedAt,
  listedBeforeStartMs,
} from "@/server/ingest/feeds/demo/leagues";
import { isListed, quoteEvent } from "@/server/ingest/feeds/demo/quote-event";
import { type DemoFixture, fixturesBetween } from "@/server/ingest/feeds/demo/schedule";
import { fixtureIdBase } from "@/server/ingest/matching/fixture-id";

const nextCount = 2;

const kinds: Readonly<Record<string, (market: Market) => boolean>> = {
  "player props": ({ role }) => role === "prop",
  "alternate lines": ({ family }) => family.startsWith("alternate_"),
  "markets of a period": ({ period }) => period !== "full",
};

const kindsOf = (sport: Sport): string[] =>
  Object.entries(kinds).flatMap(([kind, isKind]) =>
    markets.some((market) => isLegalFor(market, sport) && isKind(market)) ? [kind] : [],
  );

/** The earliest possible time of the book's last poll before `at`. */
const oldestPoll = (book: DemoBook, at: number): number => at - book.pollSeconds * 1000;

/** The books that are certain to list a fixture at the time `at`, however old their last poll is at that time. */
const booksWith = (fixture: DemoFixture, at: number): DemoBook[] =>
  demoBooks.filter((book) => isListed(book, fixture, oldestPoll(book, at)));

const missingIn = (fixture: DemoFixture, at: number): string[] => {
  const missing = new Set(kindsOf(fixture.league.sport));
  const books = booksWith(fixture, at);
  for (const book of books) {
    if (missing.size === 0) break;
    for (const { key } of quoteEvent(book, fixture, oldestPoll(book, at))?.markets ?? []) {
      const market = findMarket(key);
      for (const kind of missing) if (market !== undefined && kinds[kind]?.(market)) missing.delete(kind);
    }
  }
  return books.length < 4 ? [...missing, "four books"] : [...missing];
};

const faultsAt = (league: DemoLeague, at: number): string[] => {
  const listed = fixturesAhead(league, at).slice(0, nextCount);
  const next = listed.filter((fixture) => booksWith(fixture, at).length > 0);
  const inSeason = isPlayedAt(league, at) && isPlayedAt(league, at + listedBeforeStartMs);
  const moment = `${league.key} at ${new Date(at).toISOString()}`;
  const missing = next.flatMap((fixture) =>
    missingIn(fixture, at).map((missing) => `${moment}: ${fixture.away} lacks ${missing}`),
  );
  return inSeason && next.length < nextCount ? [...missing, `${moment}: ${next.length} fixtures`] : missing;
};

const hoursFrom = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, hour) => from + hour * hourMs);

/** Every seventh hour, which in a week is every hour of the day once, and the last hour. */
const sampledHours = (from: number, days: number): number[] =>
  hoursFrom(from, days * 24).filter((_, hour) => hour % 7 === 0 || hour === days * 24 - 1);

describe("each of a league's next two demo fixtures has at least four books and every kind of market that its sport has", () => {
  test.each([
    ["a week of November", Date.UTC(2026, 10, 21), 7],
    ["a week of July", Date.UTC(2027, 6, 12), 7],
    ["the weekend when summer time ends in America", Date.UTC(2026, 9, 31), 2],
    ["31 December and 1 January", Date.UTC(2026, 11, 31), 2],
    ["28 February and 1 March", Date.UTC(2027, 1, 28), 2],
    ["the weekend when summer time begins in America", Date.UTC(2027, 2, 13), 2],
    ["the weekend when summer time begins in Europe", Date.UTC(2027, 2, 27), 2],
    ["the three days around the end of the NBA and NHL seasons", Date.UTC(2027, 5, 29), 3],
    ["the three days around the beginning of the NBA and NHL seasons", Date.UTC(2027, 8, 29), 3],
    ["28 and 29 February of a leap year", Date.UTC(2028, 1, 28), 2],
  ])(
    "no fixture, book or market is missing at every seventh hour of %s, and in its last hour",
    (_, from, days) => {
      const faults = sampledHours(from, days).flatMap((at) =>
        demoLeagues.flatMap((league) => faultsAt(league, at)),
      );
      expect(faults).toEqual([]);
    },
  );

  test("one second after each start in two different weeks, no fixture, book or market is missing", () => {
    for (const from of [Date.UTC(2026, 10, 21), Date.UTC(2027, 6, 12)])
      for (const league of demoLeagues) {
        const starts = new Set(fixturesBetween(league, from, from + 7 * dayMs).map(({ start }) => start));
        for (const start of starts) expect(faultsAt(league, start + 1000)).toEqual([]);
      }
  });
});

test("the demo schedule lists fixtures in the same order as the API: by start, and by id if fixtures start together", () => {
  const from = Date.UTC(2026, 10, 21);
  for (const league of demoLeagues) {
    const fixtures = fixturesBetween(league, from, from + 14 * dayMs);
    const listed = fixtures.map(({ start, away, home }) => ({
      start,
      id: fixtureIdBase(league.key, away, home, start),
    }));
    const sorted = listed.toSorted((a, b) => a.start - b.start || compare(a.id, b.id));
    expect(listed).toEqual(sorted);
  }
});

test("in a demo league, at most two of the fixtures that start in more than ten minutes are featured", () => {
  const from = Date.UTC(2026, 10, 21);
  for (const league of demoLeagues)
    for (const at of hoursFrom(from, 7 * 24)) {
      const featured = fixturesAhead(league, at).filter(
        ({ featuredFrom, start }) => featuredFrom <= at && start > at + hourMs / 6,
      );
      expect(featured.length, `${league.key} ${new Date(at).toISOString()}`).toBeLessThanOrEqual(nextCount);
    }
});
