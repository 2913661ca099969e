import { sql } from "drizzle-orm";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { SnapshotMarket } from "@/server/ingest/feeds/snapshot";
import type { Origin } from "@/server/ingest/recorder/place/source-of";
import { serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  playerMarket,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { createArchive } from "@/server/market/archive/create-archive";
import type { PriceQuery } from "@/server/market/board/board";
import { loadWithheld } from "@/server/market/board/load-withheld";
import { createWithheldStore } from "@/server/market/board/store-withheld";
import { boardInstance } from "@/server/market/board/testing/board-instance";

const rig = recorderRig();
const sport = "americanfootball_nfl";
const others = ["betmgm", "bovada", "draftkings", "fanduel"];
const book = "pinnacle";
const everyBook = [...others, book].sort();

const right = moneyline(-250, 205);
const swapped = moneyline(205, -250);

/** Records a check of each book `minutes` after t0. */
const poll = async (
  minutes: number,
  prices: Readonly<Record<string, SnapshotMarket>>,
  ownStart = start,
  origin?: Origin,
) => {
  const at = t0 + minutes * minuteMs;
  for (const [key, market] of Object.entries(prices))
    await rig.record(
      snapshotOf(key, at, [
        eventOf(ownStart, [
          market,
          totals(47, -110, -110),
          playerMarket("player_pass_yds", [
            { side: "over", player: "A. Passer", american: -110, point: 249.5 },
          ]),
        ]),
      ]),
      at,
      "now",
      origin,
    );
};
const quoting = (market: SnapshotMarket, books = others) =>
  Object.fromEntries(books.map((key) => [key, market]));

/** The books on a newly loaded board, as after a restart. */
const restarted = async (minutes: number) => {
  const [fixture] = (await serve(rig.database().db, sport, t0 + minutes * minuteMs)).list;
  return { served: fixture?.bookmakers.map(({ key }) => key), unmatched: fixture?.unmatched_bookmakers };
};

const periods = async () =>
  (
    await rig.rows<{ book_key: string; since: number; until: number | null }>(sql`
      select book_key, (extract(epoch from since) * 1000)::float8 as since, (extract(epoch from until) * 1000)::float8 as until
      from withheld_periods order by 1, 2`)
  ).map(({ book_key, since, until }) => [
    book_key,
    (since - t0) / minuteMs,
    until === null ? null : (until - t0) / minuteMs,
  ]);

const allServed = { served: everyBook, unmatched: [] };
const withheld = { served: others, unmatched: [book] };

describe("inverted sides", () => {
  test("a book whose sides look inverted is withheld in every market, reported as unmatched and listed for operators", async () => {
    await poll(0, { ...quoting(right), [book]: swapped });
    expect(await restarted(0)).toEqual(withheld);
    const listed = await loadWithheld(rig.database().db, { now: t0 });
    expect(listed).toEqual([
      {
        book,
        sport,
        home: "Buffalo Bills",
        away: "Kansas City Chiefs",
        start,
        reason: "looks_inverted",
        fixture: (await rig.fixtureIds())[0],
        fixtures: await rig.fixtureIds(),
        prices: 5,
        lastSeen: t0,
      },
    ]);
    expect(await loadWithheld(rig.database().db, { now: t0, book: "fanduel" })).toEqual([]);
    expect(await loadWithheld(rig.database().db, { now: t0, sport: "basketball_nba" })).toEqual([]);
    expect(await loadWithheld(rig.database().db, { now: start })).toEqual([]);
  });

  test("a withheld book is listed as unmatched only while its prices are fresh enough to be served", async () => {
    await poll(0, { ...quoting(right), [book]: swapped });
    expect(await restarted(0)).toEqual(withheld);
    expect(await restarted(20)).toEqual({ served: [], unmatched: [] });
  });

  test("a book's withheld period survives restarts, and ends only when the same instance has seen two checks that agree with the other books", async () => {
    await poll(0, { ...quoting(right), [book]: right });
    expect(await restarted(0)).toEqual(allServed);
    await poll(1, { ...quoting(right), [book]: swapped });
    expect(await restarted(1)).toEqual(withheld);
    expect(await restarted(1)).toEqual(withheld);
    await poll(2, { ...quoting(right), [book]: right });
    expect(await restarted(2)).toEqual(withheld);
    await poll(3, { ...quoting(right), [book]: right });
    expect(await restarted(3)).toEqual(withheld);
    const instance = boardInstance(rig.database().db);
    await instance.read(t0 + 3 * minuteMs);
    expect(await instance.serve(sport, t0 + 3 * minuteMs)).toEqual([withheld]);
    await poll(4, { ...quoting(right), [book]: right });
    await instance.store(await instance.read(t0 + 4 * minuteMs));
    expect(await instance.serve(sport, t0 + 4 * minuteMs)).toEqual([allServed]);
    expect(await restarted(4)).toEqual(allServed);
  });

  test("two checks that agree with the other books end a book's withheld period, also in the database", async () => {
    const instance = boardInstance(rig.database().db);
    const read = async (minutes: number) => {
      const now = t0 + minutes * minuteMs;
      await instance.store(await instance.read(now));
      return instance.serve(sport, now);
    };
    await poll(0, { ...quoting(right), [book]: right });
    expect(await read(0)).toEqual([allServed]);
    await poll(1, { ...quoting(right), [book]: swapped });
    expect(await read(1)).toEqual([withheld]);
    expect(await periods()).toEqual([[book, 1, null]]);
    await poll(2, quoting(right, everyBook));
    expect(await read(2)).toEqual([withheld]);
    expect(await read(2)).toEqual([withheld]);
    await poll(3, quoting(right, everyBook));
    expect(await read(3)).toEqual([allServed]);
    expect(await periods()).toEqual([[book, 1, 3]]);
    expect(await restarted(3)).toEqual(allServed);
    expect(await loadWithheld(rig.database().db, { now: t0 + 3 * minuteMs })).toEqual([]);
  });

  test("history leaves out prices of a book's withheld period, and lists the book as unmatched", async () => {
    const instance = boardInstance(rig.database().db);
    const prices = [moneyline(-250, 205), moneyline(205, -250), moneyline(-245, 200), moneyline(-245, 200)];
    for (const [minutes, market] of prices.entries()) {
      await poll(minutes, { ...quoting(right), [book]: market });
      await instance.store(await instance.read(t0 + minutes * minuteMs));
    }
    await poll(4, { ...quoting(right), [book]: moneyline(-240, 195) });
    const [id = ""] = await rig.fixtureIds();
    const fixture: FixtureRecord = {
      id,
      sportKey: sport,
      homeTeam: "Buffalo Bills",
      awayTeam: "Kansas City Chiefs",
      commenceTime: start,
    };
    const archive = createArchive({
      db: rig.database().db,
      archiveFrom: 0,
      findBook: findCatalogueBook,
      clock: () => start + hourMs,
    });
    const query: PriceQuery = {
      markets: ["h2h"],
      bookmakers: undefined,
      oddsFormat: "american",
      dateFormat: "unix",
    };
    const read = async (rendered: Promise<Rendered>) => {
      const { bookmakers, unmatched_bookmakers } = JSON.parse(
        Buffer.from(await (await rendered).bytes("identity")).toString(),
      );
      const [market] = bookmakers.find(({ key }: { key: string }) => key === book).markets;
      const points = (market.points ?? [market]) as {
        recorded_at: number;
        outcomes: { price: number }[];
      }[];
      return {
        unmatched_bookmakers,
        points: points.map((point) => [
          (point.recorded_at * 1000 - t0) / minuteMs,
          point.outcomes[0]?.price ?? null,
        ]),
      };
    };
    const unmatched_bookmakers = [book];
    expect(await read(archive.series(fixture, query))).toEqual({
      unmatched_bookmakers,
      points: [
        [0, -250],
        [3, -245],
        [4, -240],
      ],
    });
    expect(await read(archive.openers(fixture, query))).toEqual({
      unmatched_bookmakers,
      points: [[0, -250]],
    });
    expect(await read(archive.closing(fixture, query))).toEqual({
      unmatched_bookmakers,
      points: [[4, -240]],
    });
    const atThree = { ...fixture, commenceTime: t0 + 3 * minuteMs };
    expect(await read(archive.closing(atThree, query))).toEqual({
      unmatched_bookmakers,
      points: [[0, -250]],
    });
    const ofFanduel = JSON.parse(
      Buffer.from(
        await (await archive.series(fixture, { ...query, bookmakers: ["fanduel"] })).bytes("identity"),
      ).toString(),
    );
    expect(ofFanduel.unmatched_bookmakers).toEqual([]);
    const startedBefore = { ...fixture, commenceTime: t0 + minuteMs };
    expect(await read(archive.series(startedBefore, query))).toEqual({
      unmatched_bookmakers: [],
      points: [[0, -250]],
    });
  });
});

describe("instances on one database", () => {
  test("instances that read at different moments store one withheld period and serve the same books", async () => {
    const [first, second] = [boardInstance(rig.database().db), boardInstance(rig.database().connect())];
    const read = async (instance: typeof first, minutes: number) => {
      const now = t0 + minutes * minuteMs;
      await instance.store(await instance.read(now));
      return instance.serve(sport, now);
    };
    await poll(0, { ...quoting(right), [book]: swapped });
    const [ofFirst, ofSecond] = [await first.read(t0), await second.read(t0)];
    expect(ofSecond).toEqual(ofFirst);
    await Promise.all([first.store(ofFirst), second.store(ofSecond)]);
    expect(await periods()).toEqual([[book, 0, null]]);
    await poll(1, quoting(right, everyBook));
    await read(first, 1);
    // The second instance misses a check and adopts the first instance's decision.
    await poll(2, quoting(right, everyBook));
    expect(await read(first, 2)).toEqual([allServed]);
    expect(await read(second, 2)).toEqual([allServed]);
    expect(await periods()).toEqual([[book, 0, 2]]);
  });

  test("if two instances began to withhold a book at different checks, both serve the book again once either of them ends the book's withheld period", async () => {
    const db = rig.database().db;
    await poll(0, { ...quoting(right), [book]: swapped });
    const [first, second] = [boardInstance(db), boardInstance(db)];
    const ofFirst = await first.read(t0);
    await poll(1, { ...quoting(right), [book]: swapped });
    const ofSecond = await second.read(t0 + minuteMs);
    // Neither instance has read the other's row.
    await Promise.all([first.store(ofFirst), second.store(ofSecond)]);
    for (const minutes of [2, 3]) {
      await poll(minutes, quoting(right, everyBook));
      await first.store(await first.read(t0 + minutes * minuteMs));
    }
    expect((await periods()).map(([, , until]) => until)).not.toContain(null);
    await second.read(t0 + 3 * minuteMs);
    expect(await second.serve(sport, t0 + 3 * minuteMs)).toEqual([allServed]);
    expect(await restarted(3)).toEqual(allServed);
  });
});

test("storing a withheld period is retried after a failure, and the failure is logged once", async () => {
  const { db } = rig.database();
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const store = createWithheldStore(db, log);
  await db.execute(sql`alter table withheld_periods rename to not_there`);
  const row = { fixture_id: "game", book_key: book, since: t0, until: null };
  store.enqueue([row]);
  await expect.poll(() => lines.length).toBe(1);
  store.enqueue([{ ...row, until: t0 + minuteMs }]);
  await db.execute(sql`alter table not_there rename to withheld_periods`);
  await store.close();
  expect(await periods()).toEqual([[book, 0, 1]]);
  expect(lines).toHaveLength(1);
});

describe("books of one source", () => {
  const origin = { kind: "token", id: "stranger" } as const;
  const ofToken = ["sharp_v", "sharp_w", "sharp_x", "sharp_y", "sharp_z"];
  const honest = ["draftkings", "pinnacle"];

  test("five books of one feed token that quote the mirrored prices do not get two books of other sources withheld", async () => {
    const everyBook = [...honest, ...ofToken];
    await poll(0, quoting(right, honest));
    await poll(0, quoting(swapped, ofToken), start, origin);
    expect(await restarted(0)).toEqual({ served: everyBook, unmatched: [] });
    await poll(1, quoting(swapped, ofToken), start, origin);
    await poll(1, quoting(right, honest));
    expect(await restarted(1)).toEqual({ served: everyBook, unmatched: [] });
    expect(await periods()).toEqual([]);
  });

  test("a source whose books all contradict four other sources is withheld, no matter how many books it has", async () => {
    await poll(0, quoting(right));
    await poll(0, quoting(swapped, ofToken), start, origin);
    expect(await restarted(0)).toEqual({ served: others, unmatched: ofToken });
  });

  test("a book that an aggregator lists with swapped prices is withheld, although all other books are the aggregator's too", async () => {
    const aggregator = { kind: "aggregator", name: "the-odds-api" } as const;
    await poll(0, { ...quoting(right), [book]: swapped }, start, aggregator);
    expect(await restarted(0)).toEqual(withheld);
  });

  test("a book is judged again when its source changes, even if its prices stay the same", async () => {
    const instance = boardInstance(rig.database().db);
    await poll(0, quoting(right, others.slice(1)));
    await poll(0, { betmgm: right, [book]: swapped }, start, origin);
    await instance.store(await instance.read(t0));
    expect(await instance.serve(sport, t0)).toEqual([allServed]);
    await poll(0.5, { betmgm: right });
    await instance.store(await instance.read(t0 + minuteMs / 2));
    expect(await instance.serve(sport, t0 + minuteMs / 2)).toEqual([withheld]);
    expect(await restarted(0.5)).toEqual(withheld);
  });
});

describe("books that are served", () => {
  test("a book is still served if its price moves before the other books' prices move", async () => {
    await poll(0, quoting(moneyline(-160, 145), everyBook));
    await poll(1, { ...quoting(moneyline(-160, 145)), [book]: moneyline(132, -145) });
    expect(await restarted(1)).toEqual(allServed);
  });

  test("no book is withheld if fewer than four others quote the fixture", async () => {
    const three = others.slice(0, 3);
    await poll(0, { ...quoting(right, three), [book]: swapped });
    expect(await restarted(0)).toEqual({ served: [...three, book].sort(), unmatched: [] });
    expect(await periods()).toEqual([]);
  });

  test("a book with swapped prices is served while the other books' checks are stale", async () => {
    await poll(0, quoting(right));
    await poll(20, { [book]: swapped });
    expect(await restarted(20)).toEqual({ served: [book], unmatched: [] });
    await poll(21, quoting(right));
    expect(await restarted(21)).toEqual(withheld);
  });

  test("a book is withheld only if at least four other books quote the fixture, not counting books whose stated start has passed", async () => {
    const early = t0 + 30 * minuteMs;
    const three = others.slice(1);
    const at = 30.5;
    for (const ownStart of [start, early]) {
      await rig.empty();
      await poll(29.5, quoting(right, three));
      await poll(29.5, { betmgm: right }, ownStart);
      await poll(at, { ...quoting(right, three), [book]: swapped });
      const isEarly = ownStart === early;
      expect(await restarted(at)).toEqual(
        isEarly ? { served: [...three, book].sort(), unmatched: ["betmgm"] } : withheld,
      );
      const listed = await loadWithheld(rig.database().db, { now: t0 + at * minuteMs });
      expect(listed.map((row) => [row.book, row.reason, row.start])).toEqual([
        isEarly ? ["betmgm", "start_contradicted", start] : [book, "looks_inverted", start],
      ]);
    }
  });
});
