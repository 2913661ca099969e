import { beforeAll, describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { getOrInsert } from "@/server/domain/collections";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import { readKalshi } from "@/server/ingest/feeds/kalshi/read-kalshi";
import type { BookSnapshot, SnapshotOutcome } from "@/server/ingest/feeds/snapshot";
import { readAll, snapshotsOf } from "@/server/ingest/feeds/testing/samples";
import { venueFile, venuesAreAbsent } from "@/server/ingest/feeds/testing/venue-files";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";
import { matchEvents } from "@/server/ingest/matching/match-events";
import type { KnownFixture } from "@/server/ingest/matching/match-input";

const takenAtMs = Date.parse("2026-08-20T21:26:16Z");

const readKalshiFile = (): BookSnapshot[] => {
  const { kalshi } = venueFile("kalshi", "events_mlb_spread_total_2026-08-20T2126Z.json") as {
    kalshi: Record<string, unknown[]>;
  };
  return snapshotsOf(readKalshi([Object.values(kalshi).flat()], takenAtMs));
};

const readAggregatorFile = (): BookSnapshot[] => {
  const { odds } = venueFile("the-odds-api", "odds_mlb_spreads_totals_2026-08-20T2126Z.json") as {
    odds: unknown;
  };
  // The aggregator lists two prediction markets too. The comparison is with sportsbooks only.
  const isSportsbook = ({ book }: BookSnapshot): boolean => book !== "kalshi" && book !== "polymarket";
  return snapshotsOf(readAll(theOddsApiFormat, JSON.stringify(odds))).filter(isSportsbook);
};

/** `bet` names the team instead of the side (home or away). */
type Quote = {
  readonly book: string;
  readonly fixture: string;
  readonly bet: string;
  readonly probability: number;
};

/** The bet, and the `line` that it shares with the opposite bet: "over 8.5" and "under 8.5" share a line. */
const betOf = (
  key: string,
  { side, point = 0 }: SnapshotOutcome,
  fixture: KnownFixture,
  isSwapped: boolean,
) => {
  if (side === "over" || side === "under") return { bet: `total ${side} ${point}`, line: `total ${point}` };
  const isHome = (side === "home") !== isSwapped;
  const team = isHome ? fixture.homeTeam : fixture.awayTeam;
  return { bet: `${key} ${team} ${point}`, line: `${key} ${isHome ? point : -point}` };
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

describe.skipIf(venuesAreAbsent)("Kalshi and sportsbooks, recorded in the same second", () => {
  const fixtures: KnownFixture[] = [];
  const unmatched: string[] = [];
  const joined = new Map<string, string[]>();
  const ofKalshi: Quote[] = [];
  /** The quotes of sportsbooks, without their margins. */
  const fair: Quote[] = [];

  const record = (snapshot: BookSnapshot): void => {
    const sport = findSport(snapshot.sport);
    if (sport === undefined) throw new Error(snapshot.sport);
    const events = snapshot.events.map(({ ref, commence_time, home, away }) => ({
      ref,
      commenceTime: Date.parse(commence_time),
      home,
      away,
    }));
    const matches = matchEvents({
      sport,
      recordedAt: takenAtMs,
      complete: false,
      quoted: new Set(),
      events,
      fixtures,
      refs: new Map(),
      teams: createTeamIndex(sport, []),
    });
    matches.forEach((match, index) => {
      const event = snapshot.events[index];
      const listed = events[index];
      if (event === undefined || listed === undefined) return;
      if (match.kind === "unmatched") {
        unmatched.push(`${snapshot.book} ${event.away} at ${event.home}: ${match.reason}`);
        return;
      }
      if (match.kind === "new")
        fixtures.push({
          id: `fixture ${fixtures.length}`,
          homeTeam: match.homeTeam,
          awayTeam: match.awayTeam,
          commenceTime: listed.commenceTime,
        });
      const fixture =
        match.kind === "new" ? fixtures.at(-1) : fixtures.find(({ id }) => id === match.fixtureId);
      if (fixture === undefined) throw new Error("no fixture");
      const name = `${fixture.awayTeam} at ${fixture.homeTeam}`;
      getOrInsert(joined, name, () => []).push(snapshot.book);
      const isSwapped = match.kind !== "new" && match.swapped;
      for (const { key, outcomes } of event.markets) {
        const family = key.replace("alternate_", "");
        const priced = outcomes.map((outcome) => ({
          ...betOf(family, outcome, fixture, isSwapped),
          probability: impliedProbability(outcome),
        }));
        for (const { bet, line, probability } of priced) {
          const quote = { book: snapshot.book, fixture: name, bet };
          const sum = priced
            .filter((quote) => quote.line === line)
            .reduce((total, quote) => total + quote.probability, 0);
          if (snapshot.book === "kalshi") ofKalshi.push({ ...quote, probability });
          else if (sum > 1) fair.push({ ...quote, probability: probability / sum });
        }
      }
    });
  };

  beforeAll(() => {
    for (const snapshot of [...readAggregatorFile(), ...readKalshiFile()]) record(snapshot);
  });

  test("every game of Kalshi joins a fixture of the sportsbooks", () => {
    expect(unmatched).toEqual([]);
    const games = [...joined].filter(([, books]) => books.includes("kalshi"));
    expect(games).toHaveLength(6);
    for (const [game, books] of games) expect(new Set(books).size, game).toBeGreaterThan(5);
  });

  test("for each bet that at least three sportsbooks quote, Kalshi's implied probability is within 3 percentage points of the median of the sportsbooks' margin-free probabilities", () => {
    const compared = ofKalshi.flatMap(({ fixture, bet, probability }) => {
      const others = fair.filter((quote) => quote.fixture === fixture && quote.bet === bet);
      // With fewer than three books, a median means little, so the bet is not compared.
      return others.length < 3
        ? []
        : [{ fixture, bet, apart: probability - median(others.map((quote) => quote.probability)) }];
    });
    expect(compared.length).toBeGreaterThan(20);
    expect(compared.filter(({ apart }) => Math.abs(apart) > 0.03)).toEqual([]);
  });
});
