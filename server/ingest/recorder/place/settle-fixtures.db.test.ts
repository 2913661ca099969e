import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "@/server/domain/durations";
import { createSettling } from "@/server/ingest/recorder/place/settle-fixtures";
import { mainMarketsQuery } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  iso,
  moneyline,
  playerMarket,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { createArchive } from "@/server/market/archive/create-archive";

const rig = recorderRig();
const allMarkets = ["h2h", "totals", "player_pass_yds"];
const passing = (player: string) =>
  playerMarket("player_pass_yds", [
    { side: "over", player, american: -115, point: 249.5 },
    { side: "under", player, american: -105, point: 249.5 },
  ]);

/** Settling counts from the database's clock, so the game's times are relative to the present. */
const startsDaysAgo = (days: number): number => Math.floor(Date.now() / 1000) * 1000 - days * dayMs;

const record = (start: number, at: number, home: number) =>
  rig.record(
    snapshotOf(
      "fanduel",
      null,
      [
        eventOf(
          start,
          [moneyline(home, 130), totals(47.5, -110, -110), passing(home < -150 ? "Josh Allen" : "J. Allen")],
          { ref: "fd-1", link: "https://fanduel.example/1" },
        ),
      ],
      { recorded_at: iso(at) },
    ),
    Math.max(at, start),
    "recorded",
  );

const createdDaysAgo = (days: number) =>
  rig.rows(sql`update fixtures set created_at = now() - ${days}::int * interval '1 day' returning 1`);

const count = async (table: string): Promise<number> =>
  (await rig.rows<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(table)}`))[0]
    ?.count ?? Number.NaN;

const kept = async () => ({
  current: await count("current_markets"),
  refs: await count("event_refs"),
  checks: await rig.rows(
    sql`select starts, listed_as, link, book_event_id, market_times <> '{}' as timed from checks`,
  ),
});

const settle = () => createSettling(rig.database().db)();

/** Series, openers and closing lines of the only fixture, as text. */
const history = async () => {
  const archive = createArchive({
    db: rig.database().db,
    archiveFrom: 0,
    findBook: () => undefined,
    clock: Date.now,
  });
  const [id = ""] = await rig.fixtureIds();
  const [row] = await rig.rows<{ at: number }>(
    sql`select (extract(epoch from commence_time) * 1000)::float8 as at from fixtures`,
  );
  const fixture = {
    id,
    sportKey: "americanfootball_nfl",
    homeTeam: "Buffalo Bills",
    awayTeam: "Kansas City Chiefs",
    commenceTime: row?.at ?? 0,
  };
  const query = { ...mainMarketsQuery, markets: allMarkets };
  const parts = [
    archive.series(fixture, query),
    archive.openers(fixture, query),
    archive.closing(fixture, query),
  ];
  return Promise.all(parts.map(async (part) => Buffer.from(await (await part).bytes("identity")).toString()));
};

describe("a fixture that started and was created more than 30 days ago", () => {
  test("loses its current prices, market times and links, and history is served as before", async () => {
    const start = startsDaysAgo(31);
    await record(start, start - 2 * hourMs, -140);
    await record(start, start - hourMs, -160);
    await rig.rows(sql`update checks set market_times = '{"h2h":[1,null]}' returning 1`);
    await createdDaysAgo(31);
    const before = await history();
    const { checks } = await kept();
    await settle();
    expect(await kept()).toEqual({
      current: 0,
      refs: 1,
      checks: checks.map((check) => ({ ...check, link: null, book_event_id: null, timed: false })),
    });
    expect(await history()).toEqual(before);
    expect(before[0]).toContain("Josh Allen");
  });

  test("keeps its references for 180 days", async () => {
    const start = startsDaysAgo(181);
    await record(start, start - hourMs, -140);
    await createdDaysAgo(179);
    await settle();
    expect((await kept()).refs).toBe(1);
    await createdDaysAgo(181);
    await settle();
    expect((await kept()).refs).toBe(0);
  });

  test("has the same history after its recordings are imported again, in another order", async () => {
    const start = startsDaysAgo(31);
    const recordings = [
      [start - 2 * hourMs, -140],
      [start - hourMs, -160],
    ] as const;
    for (const [at, home] of recordings) await record(start, at, home);
    await createdDaysAgo(31);
    const before = await history();
    await settle();
    for (const [at, home] of recordings.toReversed())
      expect((await record(start, at, home)).prices).toMatchObject({ changed: 0, unchanged: 6 });
    expect(await history()).toEqual(before);
  });

  test("takes a late recording and a newest one into its history, and loses their current prices again", async () => {
    const start = startsDaysAgo(31);
    await record(start, start - 3 * hourMs, -140);
    await record(start, start - 2 * hourMs, -160);
    await createdDaysAgo(31);
    await settle();
    await record(start, start - 2.5 * hourMs, -145);
    await record(start, start - hourMs, -160);
    const [series = ""] = await history();
    const moneylines = JSON.parse(series).bookmakers[0].markets[0].points;
    expect(moneylines.map(({ outcomes }: { outcomes: { price: number }[] }) => outcomes[0]?.price)).toEqual([
      1.714286, 1.689655, 1.625,
    ]);
    expect(await count("current_markets")).toBeGreaterThan(0);
    await settle();
    expect(await count("current_markets")).toBe(0);
  });
});

test.each([
  ["that starts soon", -1, 400],
  ["that started 29 days ago", 29, 400],
  ["that an import created today and that started years ago", 900, 0],
])("a fixture %s loses nothing", async (_, started, created) => {
  const start = startsDaysAgo(started);
  await record(start, start - 30 * hourMs, -140);
  await createdDaysAgo(created);
  const before = await kept();
  await settle();
  expect(await kept()).toEqual(before);
  expect(before).toMatchObject({ current: 3, refs: 1 });
});

const recordOld = async () => {
  const start = startsDaysAgo(31);
  await record(start, start - hourMs, -140);
  await createdDaysAgo(31);
};

// The embedded database runs one transaction at a time, so no row is ever locked when a run begins.
test.runIf(process.env.TEST_STORE === "postgres")(
  "a run does not wait for rows that a recorder has locked, and a later run settles them",
  async () => {
    await recordOld();
    const { db } = rig.database();
    const run = createSettling(db);
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from fixtures for update`);
      await run();
    });
    expect(await count("current_markets")).toBe(3);
    await run();
    expect(await count("current_markets")).toBe(0);
  },
);

test("fixtures beyond one page are settled too", async () => {
  await recordOld();
  await rig.rows(sql`
    insert into fixtures (id, sport_key, home_team, away_team, commence_time, listed, created_at)
    select 'a-' || n, sport_key, home_team, away_team, commence_time, true, created_at from fixtures, generate_series(1, 1200) n returning 1`);
  await settle();
  expect(await count("current_markets")).toBe(0);
});
