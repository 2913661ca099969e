import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { getOrInsert } from "@/server/domain/collections";
import type { Rendered } from "@/server/domain/serialize/rendered";
import { recordedFormats } from "@/server/ingest/feeds/formats";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { forgetRecordings } from "@/server/ingest/recorder/testing/recorder-rig";
import { testRecorder } from "@/server/ingest/recorder/testing/snapshots";
import type { Archive } from "@/server/market/archive/archive";
import { createArchive } from "@/server/market/archive/create-archive";
import type { PriceQuery } from "@/server/market/board/board";

const samples = path.join(process.env.ODDS_SAMPLES ?? "../shared/samples", "repeated-snapshots");
const present = existsSync(samples);
if (!present) process.stderr.write(`skipped: importing a season's recordings (${samples} is absent)\n`);

type Row = Record<string, string>;
const now = Date.UTC(2026, 10, 21);
const markets = ["h2h", "spreads", "totals"] as const;

const readRows = (file: string): Row[] =>
  parse(readFileSync(path.join(samples, file), "utf8"), { columns: true, relax_column_count: true }) as Row[];

/** Joins the cells of a market's two prices and their lines into one text. Undefined if a cell is empty. */
const priceOf = (row: Row, market: (typeof markets)[number]): string | undefined => {
  const cells = {
    h2h: [row.ml_home, row.ml_away],
    spreads: [row.spread_home, row.spread_home_odds, row.spread_away, row.spread_away_odds],
    totals: [row.total_line, row.total_over_odds, row.total_under_odds],
  }[market];
  return cells.every((cell) => cell !== undefined && cell !== "") ? cells.map(Number).join(" ") : undefined;
};

/** Game -> market -> prices before the start, without consecutive repetitions. Computed from the files alone. */
const expectedSeries = (rows: readonly Row[]) => {
  const games = new Map<string, Row[]>();
  for (const row of rows) {
    if (!row.snapshot_taken_at_utc) continue;
    const key = `${row.sport} ${row.game_id}`;
    getOrInsert(games, key, () => []).push(row);
  }
  const expected = new Map<string, Map<string, string[]>>();
  for (const seen of games.values()) {
    const inOrder = seen.sort(
      (a, b) => Date.parse(a.snapshot_taken_at_utc ?? "") - Date.parse(b.snapshot_taken_at_utc ?? ""),
    );
    const start = Date.parse(inOrder.at(-1)?.commence_time ?? "");
    const before = inOrder.filter((row) => {
      const recorded = Date.parse(row.snapshot_taken_at_utc ?? "");
      return recorded < start && recorded < Date.parse(row.commence_time ?? "");
    });
    if (before.length === 0) continue;
    const last = inOrder.at(-1) as Row;
    const name = [last.home_team, last.away_team, new Date(start).toISOString()].join(" | ");
    expected.set(
      name,
      new Map(
        markets.map((market) => {
          const prices = before.map((row) => priceOf(row, market)).filter((price) => price !== undefined);
          return [market, prices.filter((price, index) => price !== prices[index - 1])];
        }),
      ),
    );
  }
  return expected;
};

type Outcome = { name: string; price: number; point?: number };
type Series = {
  bookmakers: { markets: { key: string; movement: string; points: { outcomes: Outcome[] }[] }[] }[];
};

const shownPrice = (fixture: FixtureRecord, market: string, outcomes: readonly Outcome[]): string => {
  const [home, away] = [fixture.homeTeam, fixture.awayTeam].map((team) =>
    outcomes.find(({ name }) => name === team),
  );
  const [over, under] = ["Over", "Under"].map((side) => outcomes.find(({ name }) => name === side));
  if (market === "h2h") return [home?.price, away?.price].join(" ");
  if (market === "spreads") return [home?.point, home?.price, away?.point, away?.price].join(" ");
  return [over?.point, over?.price, under?.price].join(" ");
};

describe.skipIf(!present)("a season's recordings", () => {
  let database: TestDatabase;
  let archive: Archive;
  beforeAll(async () => {
    database = await testDatabase();
    archive = createArchive({
      db: database.db,
      archiveFrom: 0,
      findBook: findCatalogueBook,
      clock: () => now,
    });
  });
  afterAll(() => database.close());

  const files = present ? readdirSync(samples).sort() : [];
  const snapshotsOf = (file: string): BookSnapshot[] =>
    [
      ...(recordedFormats.get("snapshots-csv")?.read(readFileSync(path.join(samples, file), "utf8"), {
        path: file,
      }) ?? []),
    ].flatMap((item) => (item.kind === "snapshot" ? [item.snapshot] : []));
  const importAll = (order: readonly string[]) =>
    recordSnapshots(testRecorder(database.db, 0), order.flatMap(snapshotsOf), { clock: "recorded", now });
  const empty = () => forgetRecordings(database.db);

  /** Game -> market -> prices. Games are named by teams and start, because a fixture's id depends on the order of imports. */
  const readArchive = async () => {
    const fixtures = await database.db.execute<{
      id: string;
      sport_key: string;
      home: string;
      away: string;
      start: number;
    }>(sql`
      select id, sport_key, home_team as home, away_team as away, (extract(epoch from commence_time) * 1000)::float8 as start
      from fixtures where listed`);
    const query: PriceQuery = { markets, bookmakers: ["betmgm"], oddsFormat: "american", dateFormat: "iso" };
    const read = async (rendered: Promise<Rendered>) =>
      JSON.parse(Buffer.from(await (await rendered).bytes("identity")).toString()) as Series;
    const found = new Map<string, Map<string, string[]>>();
    for (const row of fixtures) {
      const fixture = {
        id: row.id,
        sportKey: row.sport_key,
        homeTeam: row.home,
        awayTeam: row.away,
        commenceTime: row.start,
      };
      const series = await read(archive.series(fixture, query));
      const name = [row.home, row.away, new Date(row.start).toISOString()].join(" | ");
      const byMarket = new Map<string, string[]>();
      for (const { key, points, movement } of series.bookmakers[0]?.markets ?? []) {
        const prices = points.map(({ outcomes }) => shownPrice(fixture, key, outcomes));
        byMarket.set(key, prices);
        expect(movement).toBe(
          prices.length === 0 ? "not_recorded" : prices.length === 1 ? "no_movement" : "recorded",
        );
      }
      found.set(name, byMarket);
    }
    return found;
  };

  test("the archive is the same after an import in order, after a repeated import and after an import in reverse order", async () => {
    const expected = expectedSeries(files.flatMap(readRows));
    expect(expected.size).toBeGreaterThan(300);
    await importAll(files);
    const forward = await readArchive();
    expect(forward).toEqual(expected);
    await importAll(files);
    expect(await readArchive()).toEqual(expected);
    await empty();
    await importAll([...files].reverse());
    expect(await readArchive()).toEqual(expected);
  }, 300_000);
});
