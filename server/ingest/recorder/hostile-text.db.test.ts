import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storeRuns } from "@/db/testing";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { hostileSnapshot } from "@/server/ingest/feeds/testing/hostile";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import type { RecordReport } from "@/server/ingest/recorder/report";
import { serializeUnmatched } from "@/server/ingest/recorder/serialize-report";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  playerMarket,
  silentLog,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { listUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";
import type { Archive } from "@/server/market/archive/archive";
import { createArchive } from "@/server/market/archive/create-archive";
import type { ListQuery } from "@/server/market/board/board";
import { createBoard } from "@/server/market/board/create-board";

const rig = recorderRig();

const usual = new Map([
  ["basketball_nba", { home: "Boston Celtics", away: "Denver Nuggets" }],
  ["mma_mixed_martial_arts", { home: "Aleksandr Novotny", away: "Grigori Mirzakhalilov" }],
  ["soccer_epl", { home: "Arsenal", away: "Liverpool" }],
]);
const sports = [...usual.keys()];

const expectToAddUp = ({ events, prices, rejected }: RecordReport): void => {
  expect(events.matched + events.unmatched + events.rejected).toBe(events.seen);
  const lost = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  expect(prices.changed + prices.unchanged + prices.repeated + prices.unmatched + lost).toBe(prices.seen);
  expect(rejected).not.toHaveProperty("unreadable");
};

const query: ListQuery = {
  markets: ["h2h", "spreads", "totals", "player_points"],
  bookmakers: undefined,
  eventIds: undefined,
  commenceFrom: undefined,
  commenceTo: undefined,
  oddsFormat: "american",
  dateFormat: "iso",
};

type FixtureResponse = {
  readonly home_team?: string;
  readonly bookmakers?: readonly { readonly key: string }[];
};

const parse = async (rendered: Rendered | Promise<Rendered>): Promise<unknown> =>
  JSON.parse(Buffer.from(await (await rendered).bytes("identity")).toString());

/** Reads every kind of response: lists, single fixtures, history and unmatched events. */
const readEverything = async (now: number) => {
  const { db } = rig.database();
  const board = await createBoard(
    db,
    silentLog,
    fixedClock(() => now),
  );
  const archive: Archive = createArchive({
    db,
    archiveFrom: 0,
    findBook: (key) => board.findBook(key),
    clock: () => now,
  });
  const listed = new Map<string, readonly FixtureResponse[]>();
  try {
    for (const { key, title } of board.books())
      expect([key, title].every((text) => !/\p{Cs}/u.test(text))).toBe(true);
    for (const sport of sports) {
      listed.set(sport, (await parse(board.oddsList(sport, query))) as FixtureResponse[]);
      await parse(board.propsList(sport, query));
      for (const fixture of board.upcoming(sport, now)) {
        expect((await board.findFixture(sport, fixture.id))?.id).toBe(fixture.id);
        for (const rendered of [
          board.odds(fixture, query),
          board.props(fixture, query),
          archive.series(fixture, query),
          archive.openers(fixture, query),
          archive.closing(fixture, query),
        ])
          expect(await parse(rendered)).toMatchObject({ home_team: fixture.homeTeam });
      }
    }
    const unmatched = (await listUnmatched(db, {})).map(serializeUnmatched);
    return { listed, unmatched };
  } finally {
    await board.close();
  }
};

describe("hostile text in snapshots", () => {
  test("hostile text in a snapshot causes no failure and no wrong count, and does not affect other events", async () => {
    const recorder = testRecorder(rig.database().db);
    let now = t0;
    const batch = fc.tuple(
      fc.array(hostileSnapshot({ sports, around: t0, names: ["Chicago Bulls", "Everton", "Constructor"] }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom("now", "recorded"),
    );
    await fc.assert(
      fc.asyncProperty(batch, async ([delivered, clock]) => {
        now += 4000;
        const snapshots = JSON.parse(JSON.stringify(delivered)) as BookSnapshot[];
        expectToAddUp(await recordSnapshots(recorder, snapshots, { clock, now }));
        const price = -110 - ((now / 4000) % 50);
        const ordinary = [...usual].map(([sport, names]) => {
          const market = sport === "soccer_epl" ? totals(2.5, price, 120) : moneyline(price, 120);
          return snapshotOf("fanduel", now, [eventOf(start, [market], names)], { sport });
        });
        const report = await recordSnapshots(recorder, ordinary, { clock: "now", now });
        expect(report.events).toEqual({ seen: 3, matched: 3, unmatched: 0, rejected: 0 });
        expect(report.prices).toMatchObject({ seen: 6, unmatched: 0 });
        expect(report.prices.changed).toBeGreaterThanOrEqual(sports.length);
      }),
      { numRuns: storeRuns(25) },
    );
    const { listed } = await readEverything(now);
    for (const [sport, { home }] of usual) {
      const game = listed.get(sport)?.find(({ home_team }) => home_team === home);
      expect(game?.bookmakers?.map(({ key }) => key)).toContain("fanduel");
    }
  });

  test("a fighter called Constructor is stored and served, and does not affect later fights", async () => {
    const sport = "mma_mixed_martial_arts";
    const fight = (home: string, away: string) =>
      snapshotOf("constructor", t0, [eventOf(start, [moneyline(-150, 130)], { home, away })], { sport });
    const first = await rig.record(fight("Constructor", "Some Fighter"));
    const second = await rig.record(fight("Shakhrukhbekov Ali", "Mirzakhalilovich Bo"), t0 + 1000);
    expect([first.events.matched, second.events.matched]).toEqual([1, 1]);
    const { listed } = await readEverything(t0 + 2000);
    expect(
      listed
        .get(sport)
        ?.map(({ home_team }) => home_team)
        .toSorted(),
    ).toEqual(["Constructor", "Shakhrukhbekov Ali"]);
  });

  test("players called constructor, __proto__ and toString are recorded with their prices", async () => {
    const players = ["constructor", "__proto__", "toString"].flatMap((player) => [
      { side: "over" as const, player, point: 9.5, american: -110 },
      { side: "under" as const, player, point: 9.5, american: -110 },
    ]);
    const sport = "basketball_nba";
    const names = { home: "Boston Celtics", away: "Denver Nuggets" };
    await rig.record(
      snapshotOf("__proto__", t0, [eventOf(start, [playerMarket("player_points", players)], names)], {
        sport,
      }),
    );
    await readEverything(t0 + 1000);
    expect(await rig.rows(sql`select name from fixture_players order by name`)).toHaveLength(3);
    expect((await rig.currentMarkets()).map(({ book_key }) => book_key)).toEqual(["__proto__"]);
  });
});
