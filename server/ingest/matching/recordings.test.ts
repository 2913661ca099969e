import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { compare, getOrInsert } from "@/server/domain/collections";
import { matchEvents } from "@/server/ingest/matching/match-events";
import type { KnownFixture, ListedEvent } from "@/server/ingest/matching/match-input";

const samples = process.env.ODDS_SAMPLES ?? "../shared/samples";
const snapshotsFolder = join(samples, "repeated-snapshots");
const mlbFile = join(samples, "toa_flat_mlb_64books_2026-04-16.csv");
const absent = (path: string): string => (existsSync(path) ? "" : ` (skipped: ${path} is absent)`);

type Row = Readonly<Record<string, string>>;
type Sighting = { readonly game: string; readonly event: ListedEvent };
type Snapshot = {
  readonly sport: string;
  readonly book: string;
  readonly takenAt: string;
  readonly sightings: Sighting[];
};

const rowsOf = (path: string): Row[] => parse(readFileSync(path), { columns: true, bom: true });

/** The rows of one file as snapshots, one snapshot for each sport and book. */
const snapshotsOf = (
  rows: readonly Row[],
  read: (row: Row) => Omit<Snapshot, "sightings"> & { game: string },
): Snapshot[] => {
  const snapshots = new Map<string, Snapshot>();
  for (const row of rows) {
    const { sport, book, takenAt, game } = read(row);
    const key = `${sport} ${book}`;
    const snapshot = getOrInsert(snapshots, key, () => ({ sport, book, takenAt, sightings: [] }));
    const [home, away] = [row.home_team ?? "", row.away_team ?? ""];
    if (snapshot.sightings.some((sighting) => sighting.game === game)) continue;
    const commenceTime = Date.parse(row.commence_time ?? "");
    snapshot.sightings.push({ game, event: { ref: game, commenceTime, home, away } });
  }
  return [...snapshots.values()];
};

type Joined = { readonly game: string; readonly fixtureId: string; readonly fixture: KnownFixture };

/** Matches snapshots in turn. As in the recorder, a snapshot sees the fixtures, starts and references that earlier snapshots stored. */
const replay = (
  snapshots: readonly Snapshot[],
  alter: (event: ListedEvent, snapshot: Snapshot) => ListedEvent,
) => {
  const fixtures = new Map<string, KnownFixture>();
  const refs = new Map<string, Map<string, string>>();
  const joined: Joined[] = [];
  const unmatched: { game: string; reason: string }[] = [];
  for (const snapshot of snapshots) {
    const sport = findSport(snapshot.sport);
    if (sport === undefined) throw new Error(`No such sport: ${snapshot.sport}`);
    const own = getOrInsert(refs, snapshot.book, () => new Map<string, string>());
    const events = snapshot.sightings.map(({ event }) => alter(event, snapshot));
    const existing = [...fixtures.values()].filter(({ id }) => id.startsWith(snapshot.sport));
    const matches = matchEvents({
      sport,
      recordedAt: Date.parse(snapshot.takenAt),
      complete: false,
      quoted: new Set(own.values()),
      events,
      fixtures: existing,
      refs: own,
      teams: createTeamIndex(sport, []),
    });
    matches.forEach((match, index) => {
      const [event, sighting] = [events[index], snapshot.sightings[index]];
      if (event === undefined || sighting === undefined) return;
      if (match.kind === "unmatched") {
        unmatched.push({ game: sighting.game, reason: match.reason });
        return;
      }
      const fixtureId = match.kind === "new" ? `${snapshot.sport} ${fixtures.size}` : match.fixtureId;
      const teams = match.kind === "new" ? match : fixtures.get(fixtureId);
      if (teams === undefined) throw new Error(`No such fixture: ${fixtureId}`);
      const { homeTeam, awayTeam } = teams;
      const fixture = { id: fixtureId, homeTeam, awayTeam, commenceTime: event.commenceTime };
      fixtures.set(fixtureId, fixture);
      if (event.ref !== undefined) own.set(event.ref, fixtureId);
      joined.push({ game: sighting.game, fixtureId, fixture });
    });
  }
  return { fixtures, joined, unmatched };
};

const groupsOf = <K, V>(pairs: readonly (readonly [K, V])[]): Map<K, Set<V>> => {
  const groups = new Map<K, Set<V>>();
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set<V>()).add(value));
  return groups;
};

const expectOneGameAFixture = (joined: readonly Joined[]): void => {
  const games = groupsOf(joined.map(({ game, fixtureId }) => [fixtureId, game] as const));
  expect([...games].filter(([, of]) => of.size > 1)).toEqual([]);
};

describe.skipIf(!existsSync(snapshotsFolder))(`repeated snapshots${absent(snapshotsFolder)}`, () => {
  const sportKeys: Readonly<Record<string, string>> = {
    NHL: "icehockey_nhl",
    NBA: "basketball_nba",
    WNBA: "basketball_wnba",
  };
  const snapshots = (existsSync(snapshotsFolder) ? readdirSync(snapshotsFolder) : [])
    .filter((name) => name.endsWith(".csv"))
    .flatMap((name) =>
      snapshotsOf(rowsOf(join(snapshotsFolder, name)), (row) => ({
        sport: sportKeys[row.sport ?? ""] ?? "",
        book: row.bookmaker ?? "",
        takenAt: row.snapshot_taken_at_utc || `${row.date}T00:00:00Z`,
        game: row.game_id ?? "",
      })),
    )
    .filter(({ sport }) => sport !== "")
    .sort((a, b) => compare(a.takenAt, b.takenAt));

  test("each recorded game is one fixture, even if its start moves", () => {
    const { joined, unmatched } = replay(snapshots, (event) => event);
    expect(unmatched).toEqual([]);
    expectOneGameAFixture(joined);
    const fixturesOfGame = groupsOf(joined.map(({ game, fixtureId }) => [game, fixtureId] as const));
    expect([...fixturesOfGame].filter(([, of]) => of.size > 1)).toEqual([]);
    expect(fixturesOfGame.size).toBeGreaterThan(500);
  });

  test("without references, no two recorded games share a fixture, and fewer than 1 in 500 events are unmatched", () => {
    const { joined, unmatched } = replay(snapshots, (event) => ({ ...event, ref: undefined }));
    expectOneGameAFixture(joined);
    expect(unmatched.length).toBeLessThan(joined.length / 500);
  });

  test("two games of the same teams on different days are different fixtures", () => {
    const { fixtures } = replay(snapshots, (event) => event);
    const days = [...fixtures.values()]
      .filter(
        ({ homeTeam, awayTeam }) => homeTeam === "Pittsburgh Penguins" && awayTeam === "Florida Panthers",
      )
      .map(({ commenceTime }) => commenceTime);
    const gamesInEitherOrder = [...fixtures.values()].filter(
      ({ homeTeam, awayTeam }) =>
        [homeTeam, awayTeam].sort().join() === "Montréal Canadiens,New Jersey Devils",
    );
    expect(days.length).toBeGreaterThanOrEqual(2);
    expect(new Set(days).size).toBe(days.length);
    expect(gamesInEitherOrder.length).toBeGreaterThanOrEqual(2);
  });
});

describe.skipIf(!existsSync(mlbFile))(`one recorded response with 64 books${absent(mlbFile)}`, () => {
  const snapshots = (existsSync(mlbFile) ? [mlbFile] : []).flatMap((path) =>
    snapshotsOf(rowsOf(path), (row) => ({
      sport: row.sport_key ?? "",
      book: row.bookmaker_key ?? "",
      takenAt: row.snapshot_time ?? "",
      game: row.event_id ?? "",
    })),
  );

  test.each([
    ["with home and away as listed", (event: ListedEvent) => event],
    [
      "with home and away reversed at some books",
      (event: ListedEvent, { book }: Snapshot) =>
        book.length % 2 === 0 ? event : { ...event, home: event.away, away: event.home },
    ],
    ["without references", (event: ListedEvent) => ({ ...event, ref: undefined })],
  ])("each recorded game is one fixture across all 64 books, %s", (_, alter) => {
    const { joined, unmatched, fixtures } = replay(snapshots, alter);
    expect(unmatched).toEqual([]);
    expectOneGameAFixture(joined);
    expect(fixtures.size).toBe(new Set(joined.map(({ game }) => game)).size);
    const series = [...fixtures.values()].filter(
      ({ homeTeam, awayTeam }) =>
        [homeTeam, awayTeam].sort().join() === "Baltimore Orioles,Cleveland Guardians",
    );
    expect(series).toHaveLength(2);
  });
});
