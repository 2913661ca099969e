import { sql } from "drizzle-orm";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import type { RecordingClock } from "@/server/ingest/recorder/recording";
import { mainMarketsQuery, serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  iso,
  moneyline,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { createArchive } from "@/server/market/archive/create-archive";
import { boardInstance } from "@/server/market/board/testing/board-instance";

const rig = recorderRig();
const sport = "americanfootball_nfl";

/** Records a snapshot as a feed would at the time `at`. By default, the database's clock shows this time too. */
const poll = (snapshot: BookSnapshot, at: number, clock: RecordingClock = "now", databaseNow = at) =>
  recordSnapshots(
    testRecorder(
      rig.database().db,
      0,
      fixedClock(() => databaseNow),
    ),
    [snapshot],
    {
      clock,
      now: at,
    },
  );

const quote = (fetchedAt: number, home: number, more: Partial<BookSnapshot> = {}) =>
  snapshotOf("draftkings", fetchedAt, [eventOf(start, [moneyline(home, 130)])], more);

/** The book's price on the board, and its `last_update`, as of `now`. */
const served = async (now: number) => {
  const { list } = await serve(rig.database().db, sport, now);
  return list
    .flatMap(({ bookmakers }) => JSON.parse(JSON.stringify(bookmakers)))
    .map((book) => ({
      updated: Date.parse(book.last_update),
      price: book.markets[0].outcomes[0].price,
    }));
};

/** The points of the history as of `now`, each as a pair: minutes since `t0`, and the price of the first outcome. */
const history = async (now: number) => {
  const { db } = rig.database();
  const archive = createArchive({ db, archiveFrom: 0, findBook: findCatalogueBook, clock: () => now });
  const [id = ""] = await rig.fixtureIds();
  const fixture = {
    ...{ id, sportKey: sport, homeTeam: "Buffalo Bills", awayTeam: "Kansas City Chiefs" },
    commenceTime: start,
  };
  const query = { ...mainMarketsQuery, bookmakers: ["draftkings"], markets: ["h2h"] };
  const text = Buffer.from(await (await archive.series(fixture, query)).bytes("identity")).toString();
  const points: { recorded_at: string; outcomes: { price: number }[] }[] =
    JSON.parse(text).bookmakers[0].markets[0].points;
  return points.map(({ recorded_at, outcomes }) => [
    (Date.parse(recorded_at) - t0) / minuteMs,
    outcomes[0]?.price,
  ]);
};

test("prices recorded with a future time are hidden, and the next correctly timed snapshot replaces them", async () => {
  await poll(quote(t0, -200, { complete: true }), t0);
  await poll(quote(t0 + hourMs, -300, { complete: true }), t0 + hourMs);
  const now = t0 + minuteMs;
  expect(await served(now)).toEqual([]);
  expect(await history(now)).toEqual([[0, 1.5]]);
  const report = await poll(quote(now, -250), now);
  expect(report.rejected).toEqual({});
  expect(await served(now)).toEqual([{ updated: now, price: 1.4 }]);
  expect(await history(start)).toEqual([
    [0, 1.5],
    [1, 1.4],
  ]);
});

test("archive points with a future time are set aside, not deleted", async () => {
  await poll(quote(t0 + hourMs, -300, { complete: true }), t0 + hourMs);
  await poll(quote(t0 + minuteMs, -250), t0 + minuteMs);
  const setAside = await rig.rows<{ at: number; outcomes: string; market_key: string }>(sql`
    select (extract(epoch from p.recorded_at) * 1000)::float8 as at, p.outcomes, s.market_key
    from set_aside_points p join archive_series s on s.id = p.series_id`);
  expect(setAside.map(({ at, outcomes, market_key }) => [at, outcomes.split("\n")[0], market_key])).toEqual([
    [t0 + hourMs, "h-300", "h2h"],
  ]);
});

describe.each([
  ["an hour", hourMs],
  ["40 days", 40 * 24 * hourMs],
])("after the database's clock was %s ahead", (_, ahead) => {
  const commence = start + ahead;
  const game = (fetchedAt: number, home: number, more: Partial<BookSnapshot> = {}) =>
    snapshotOf("draftkings", fetchedAt, [eventOf(commence, [moneyline(home, 130)])], more);

  test("a price is archived at its true time even if an equal price was recorded with a future time", async () => {
    await poll(game(t0 + ahead, -300, { complete: true }), t0 + ahead);
    await poll(game(t0 + minuteMs, -300, { complete: true }), t0 + minuteMs);
    expect(await rig.firstLines()).toEqual([[1, "h-300"]]);
    await poll(game(t0 + 2 * minuteMs, -250), t0 + 2 * minuteMs);
    expect(await rig.firstLines()).toEqual([
      [1, "h-300"],
      [2, "h-250"],
    ]);
  });

  test("the next correctly timed snapshot replaces the markets and the start that were recorded with a future time", async () => {
    const both = eventOf(commence + minuteMs, [moneyline(-300, 130), totals(47, -110, -110)]);
    await poll(snapshotOf("draftkings", t0 + ahead, [both]), t0 + ahead);
    await poll(game(t0 + minuteMs, -300), t0 + minuteMs);
    expect(await rig.currentMarkets()).toMatchObject([{ market_key: "h2h" }]);
    expect(
      await rig.rows(sql`select (extract(epoch from commence_time) * 1000)::float8 as start from fixtures`),
    ).toEqual([{ start: commence }]);
  });

  test("the next correctly timed snapshot discards a withdrawal of prices that was recorded with a future time", async () => {
    await poll(game(t0, -200, { complete: true }), t0);
    const gone = snapshotOf("draftkings", t0 + ahead - 1, [], { complete: true });
    await poll(gone, t0 + ahead - 1);
    await poll(game(t0 + minuteMs, -200, { complete: true }), t0 + minuteMs);
    expect(await rig.currentMarkets()).toMatchObject([{ market_key: "h2h" }]);
    expect(await rig.firstLines()).toEqual([[0, "h-200"]]);
  });

  test("a recording with a past time enters the history at that time, and points with a future time are set aside", async () => {
    await poll(game(t0, -200), t0);
    await poll(game(t0 + ahead, -300), t0 + ahead);
    const late = game(t0 - minuteMs, -210, { recorded_at: iso(t0 - minuteMs) });
    await poll(late, t0 + minuteMs, "recorded");
    expect(await rig.firstLines()).toEqual([
      [-1, "h-210"],
      [0, "h-200"],
    ]);
    expect(await rig.currentMarkets()).toMatchObject([{ outcomes: expect.stringContaining("h-200") }]);
  });

  test("a correctly timed snapshot of one book also discards the other books' prices that were recorded with a future time", async () => {
    const other = { ...game(t0 + ahead, -300), book: "fanduel" };
    await poll(other, t0 + ahead);
    await poll(game(t0 + ahead, -300), t0 + ahead);
    await poll(game(t0 + minuteMs, -200), t0 + minuteMs);
    expect(await rig.firstLines()).toEqual([[1, "h-200"]]);
    const checks = await rig.rows(sql`
      select book_key, (extract(epoch from checked_at) * 1000)::float8 as checked from checks order by 1`);
    expect(checks).toEqual([
      { book_key: "draftkings", checked: t0 + minuteMs },
      { book_key: "fanduel", checked: 0 },
    ]);
  });
});

test("a batch is not recorded if the database's clock was set back before the batch's transaction", async () => {
  await expect(poll(quote(t0 + hourMs, -300), t0 + hourMs, "now", t0)).rejects.toThrow("set back");
  expect(await rig.fixtureIds()).toEqual([]);
});

test("a recording from the future is rejected and counted, and a recording from the past is recorded", async () => {
  const future = await poll(quote(t0 + minuteMs, -300, { recorded_at: iso(t0 + minuteMs) }), t0, "recorded");
  expect(future.rejected).toEqual({ unusable_time: 2 });
  const past = await poll(quote(t0 - hourMs, -200, { recorded_at: iso(t0 - hourMs) }), t0, "recorded");
  expect(past.prices.changed).toBe(2);
});

test("if the fetch time is later than the recording time, the served last_update is the recording time", async () => {
  await poll(quote(t0 + 40_000, -200), t0);
  expect(await served(t0 + 1000)).toEqual([{ updated: t0, price: 1.5 }]);
});

test("if a check is slightly later than the current time of the serving instance, the served last_update is the current time", async () => {
  await poll(quote(t0, -200), t0);
  expect(await served(t0 - 2000)).toEqual([{ updated: t0 - 2000, price: 1.5 }]);
});

test("a board does not serve prices that were recorded with a future time, and serves the prices that replace them", async () => {
  const { db } = rig.database();
  const board = boardInstance(db);
  await poll(quote(t0 + hourMs, -300), t0 + hourMs);
  await board.read(t0);
  expect(await board.serve(sport, t0 + hourMs)).toEqual([{ served: [], unmatched: [] }]);
  await poll(quote(t0 + minuteMs, -200), t0 + minuteMs);
  await board.read(t0 + minuteMs);
  expect(await board.serve(sport, t0 + minuteMs)).toEqual([{ served: ["draftkings"], unmatched: [] }]);
});

test("if the process's estimate of the database's clock is ahead, the batch is rejected and the estimate is corrected", async () => {
  const { db } = rig.database();
  const clock = await openDatabaseClock(db, pino({ level: "silent" }));
  clock.sync(clock.now() + hourMs, clock.now());
  const now = clock.now();
  await expect(
    recordSnapshots(testRecorder(db, 0, clock), [quote(now, -200)], { clock: "now", now }),
  ).rejects.toThrow("set back");
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(minuteMs);
});
