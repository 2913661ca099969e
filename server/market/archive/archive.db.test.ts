import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeRuns, type TestDatabase, testDatabase } from "@/db/testing";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { forgetRecordings } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  playerMarket,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import type { Archive } from "@/server/market/archive/archive";
import { createArchive } from "@/server/market/archive/create-archive";
import type { PriceQuery } from "@/server/market/board/board";

const t0 = Date.UTC(2026, 10, 21, 12);
const start = t0 + 8 * hourMs;
const fixture: FixtureRecord = {
  id: "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-21",
  sportKey: "americanfootball_nfl",
  homeTeam: "Buffalo Bills",
  awayTeam: "Kansas City Chiefs",
  commenceTime: start,
};
const query = (more: Partial<PriceQuery> = {}): PriceQuery => ({
  markets: ["h2h", "totals"],
  bookmakers: undefined,
  oddsFormat: "american",
  dateFormat: "unix",
  ...more,
});

let database: TestDatabase;
let now = start + hourMs;
let archive: Archive;
beforeAll(async () => {
  database = await testDatabase();
  archive = createArchive({
    db: database.db,
    archiveFrom: t0,
    findBook: findCatalogueBook,
    clock: () => now,
  });
});
afterAll(() => database.close());
const empty = () => forgetRecordings(database.db);
beforeEach(async () => {
  now = start + hourMs;
  await empty();
});

const recordAll = (snapshots: readonly BookSnapshot[]) =>
  recordSnapshots(testRecorder(database.db, t0), snapshots, { clock: "recorded", now: start + 2 * hourMs });
const record = (snapshot: BookSnapshot) => recordAll([snapshot]);

type Series = {
  archive_from: number;
  unmatched_bookmakers: string[];
  bookmakers: {
    key: string;
    markets: {
      key: string;
      movement: string;
      points: { recorded_at: number; outcomes: { name: string; price: number; description?: string }[] }[];
    }[];
  }[];
};
type Ends = {
  bookmakers: {
    key: string;
    markets: { key: string; status: string; recorded_at: number | null; outcomes: { price: number }[] }[];
  }[];
};
const read = async <T>(rendered: Promise<Rendered>): Promise<T> =>
  JSON.parse(Buffer.from(await (await rendered).bytes("identity")).toString()) as T;
const seriesOf = async (more?: Partial<PriceQuery>) => read<Series>(archive.series(fixture, query(more)));
const at = (ms: number) => Math.floor(ms / 1000);

describe("series", () => {
  test("a series lists each change once, and the `movement` of each requested market", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    await record(snapshotOf("draftkings", t0 + minuteMs, [eventOf(start, [moneyline(-150, 130)])]));
    await record(snapshotOf("draftkings", t0 + 2 * minuteMs, [eventOf(start, [moneyline(-160, 140)])]));
    await record(snapshotOf("fanduel", t0, [eventOf(start, [moneyline(-155, 135)])]));
    const { bookmakers, archive_from } = await seriesOf();
    expect(archive_from).toBe(at(t0));
    expect(
      bookmakers.map(({ key, markets }) => [key, markets.map((market) => [market.key, market.movement])]),
    ).toEqual([
      [
        "draftkings",
        [
          ["h2h", "recorded"],
          ["totals", "not_recorded"],
        ],
      ],
      [
        "fanduel",
        [
          ["h2h", "no_movement"],
          ["totals", "not_recorded"],
        ],
      ],
    ]);
    expect(
      bookmakers[0]?.markets[0]?.points.map((point) => [
        point.recorded_at,
        point.outcomes.map(({ price }) => price),
      ]),
    ).toEqual([
      [at(t0), [-150, 130]],
      [at(t0 + 2 * minuteMs), [-160, 140]],
    ]);
    expect(bookmakers[0]?.markets[1]?.points).toEqual([]);
  });

  test("a market that is withdrawn and offered again at the same prices has one point", async () => {
    const quote = (time: number, markets: Parameters<typeof eventOf>[1]) =>
      record(snapshotOf("draftkings", time, [eventOf(start, markets)]));
    await quote(t0, [moneyline(-150, 130), totals(47, -110, -110)]);
    await quote(t0 + minuteMs, [moneyline(-150, 130)]);
    await quote(t0 + 2 * minuteMs, [moneyline(-150, 130), totals(47, -110, -110)]);
    const [book] = (await seriesOf({ markets: ["totals"] })).bookmakers;
    expect(book?.markets[0]).toMatchObject({ movement: "no_movement", points: [{ recorded_at: at(t0) }] });
    const closing = await read<Ends>(archive.closing(fixture, query({ markets: ["totals"] })));
    expect(closing.bookmakers[0]?.markets[0]).toMatchObject({ status: "recorded", recorded_at: at(t0) });
  });

  test("if the start moves to an earlier time, the series loses the points recorded at or after the new start", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    await record(snapshotOf("draftkings", t0 + 5 * hourMs, [eventOf(start, [moneyline(-190, 170)])]));
    const earlier = { ...fixture, commenceTime: t0 + 5 * hourMs };
    const { bookmakers } = await read<Series>(archive.series(earlier, query({ markets: ["h2h"] })));
    expect(bookmakers[0]?.markets[0]?.points).toHaveLength(1);
  });

  test("a book whose only event for the fixture is unmatched is listed in unmatched_bookmakers", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    await record(
      snapshotOf("fanduel", t0, [eventOf(start, [moneyline(-150, 130)], { away: "Somewhere Chefs" })]),
    );
    expect((await seriesOf()).unmatched_bookmakers).toEqual(["fanduel"]);
    expect((await seriesOf({ bookmakers: ["draftkings"] })).unmatched_bookmakers).toEqual([]);
  });

  test("history shows a player's name in the same spelling at all books", async () => {
    const prop = (player: string) =>
      playerMarket("player_pass_yds", [
        { side: "over", player, american: -115, point: 249.5 },
        { side: "under", player, american: -105, point: 249.5 },
      ]);
    await record(snapshotOf("draftkings", t0, [eventOf(start, [prop("Bills Passer Jr.")])]));
    await record(snapshotOf("fanduel", t0, [eventOf(start, [prop("bills passer jr")])]));
    const { bookmakers } = await seriesOf({ markets: ["player_pass_yds"] });
    const names = bookmakers.flatMap(({ markets }) =>
      markets.flatMap(({ points }) => points.flatMap(({ outcomes }) => outcomes)),
    );
    expect(new Set(names.map(({ description }) => description))).toEqual(new Set(["Bills Passer Jr."]));
  });
});

describe("openers and closing", () => {
  test("the opener is the first point of the series; the closing point is the last point, and exists only after the start", async () => {
    for (const [index, home] of [-150, -160, -155].entries())
      await record(snapshotOf("draftkings", t0 + index * minuteMs, [eventOf(start, [moneyline(home, 130)])]));
    const openers = await read<Ends>(archive.openers(fixture, query()));
    const closing = await read<Ends>(archive.closing(fixture, query()));
    expect(openers.bookmakers[0]?.markets).toMatchObject([
      { key: "h2h", status: "recorded", recorded_at: at(t0), outcomes: [{ price: -150 }, { price: 130 }] },
      { key: "totals", status: "not_recorded", recorded_at: null, outcomes: [] },
    ]);
    expect(closing.bookmakers[0]?.markets[0]).toMatchObject({
      recorded_at: at(t0 + 2 * minuteMs),
      outcomes: [{ price: -155 }, { price: 130 }],
    });
    now = start - 1;
    const early = await read<Ends>(archive.closing(fixture, query()));
    expect(early.bookmakers[0]?.markets[0]).toMatchObject({
      status: "not_recorded",
      recorded_at: null,
      outcomes: [],
    });
  });
});

// ---- against a naive model ----

type Key = "h2h" | "totals";
type Poll = {
  book: string;
  minute: number;
  state: "listed" | "missing" | "unknown_name" | "in_play";
  h2h: number | undefined;
  totals: number | undefined;
  unread: Key | undefined;
  scope: Key[] | undefined;
  complete: boolean;
};
const anyPoll: fc.Arbitrary<Poll> = fc.record({
  book: fc.constantFrom("draftkings", "fanduel"),
  minute: fc.integer({ min: 0, max: 9 }),
  state: fc.constantFrom("listed", "listed", "listed", "listed", "missing", "unknown_name", "in_play"),
  h2h: fc.option(fc.constantFrom(-150, -160), { nil: undefined }),
  totals: fc.option(fc.constantFrom(-110, -115), { nil: undefined }),
  unread: fc.constantFrom(undefined, undefined, undefined, "h2h", "totals"),
  scope: fc.constantFrom<Key[] | undefined>(undefined, undefined, ["h2h"], ["totals"]),
  complete: fc.boolean(),
});

const covers = ({ state, scope, unread }: Poll, key: Key) => {
  if (scope !== undefined && !scope.includes(key)) return false;
  return state === "missing" || (state === "listed" && unread !== key);
};
const priceOf = (poll: Poll, key: Key) =>
  poll.state === "listed" && covers(poll, key) ? poll[key] : undefined;

const unreadable = (key: Key) => ({ key, outcomes: [{ side: "over" as const, decimal: 1, point: 47 }] });
const eventFrom = (poll: Poll) => {
  const listed = (key: Key) =>
    poll.state !== "missing" && (poll.scope === undefined || poll.scope.includes(key))
      ? poll[key]
      : undefined;
  const [h2h, total] = [listed("h2h"), listed("totals")];
  const markets = [
    ...(h2h === undefined || poll.unread === "h2h" ? [] : [moneyline(h2h, 130)]),
    ...(total === undefined || poll.unread === "totals" ? [] : [totals(47, total, -110)]),
    ...(poll.unread === undefined ? [] : [unreadable(poll.unread)]),
  ];
  if (poll.state === "in_play") return eventOf(t0 + (poll.minute - 1) * minuteMs, markets);
  return eventOf(start, markets, poll.state === "unknown_name" ? { away: "Somewhere Chefs" } : {});
};

const snapshotFrom = (poll: Poll): BookSnapshot =>
  snapshotOf(poll.book, t0 + poll.minute * minuteMs, poll.state === "missing" ? [] : [eventFrom(poll)], {
    ...(poll.scope && { scope: poll.scope }),
    complete: poll.complete || poll.state === "missing",
  });

/**
 * A naive model of a market at a book. "Price" means the price of the market's first outcome. `series` has the minute and the price of
 * each change. `last` has the price and the minute of the last poll that covers the market; undefined if this poll has no price.
 */
const expectedHistory = (polls: readonly Poll[], book: string, key: Key) => {
  const series: [number, number][] = [];
  let last: [price: number, minute: number] | undefined;
  for (let moment = 0; moment <= 9; moment++) {
    const covering = polls.filter(
      (poll) => poll.book === book && poll.minute === moment && covers(poll, key),
    );
    const prices = covering.map((poll) => priceOf(poll, key)).filter((price) => price !== undefined);
    // Polls of the same minute can contradict each other. The recorder then keeps the prices whose stored text sorts last.
    // In this test, these texts differ only in the price of the first outcome.
    const price = prices.sort((a, b) => (String(a) > String(b) ? -1 : 1))[0];
    if (price !== undefined && price !== series.at(-1)?.[1]) series.push([moment, price]);
    if (covering.length > 0) last = price === undefined ? undefined : [price, moment];
  }
  return { series, last };
};

/** By book and market: the current price of the first outcome, and the minute of the market's last check. */
const lastStates = async () => {
  const rows = await database.db.execute<{ of: string; outcomes: string; checked: number }>(sql`
    select m.book_key || ' ' || m.market_key as of, m.outcomes,
      coalesce((c.market_times -> m.market_key ->> 0)::float8, extract(epoch from c.checked_at) * 1000)::float8 as checked
    from current_markets m join checks c using (fixture_id, book_key) where m.outcomes <> ''`);
  return new Map(
    rows.map(({ of, outcomes, checked }) => [of, [Number(outcomes.slice(1, 5)), (checked - t0) / minuteMs]]),
  );
};

test("the archive and the current prices match a naive model, even if snapshots are recorded out of order, twice or in one batch", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPoll, { minLength: 1, maxLength: 14 }),
      fc.boolean(),
      fc.boolean(),
      async (polls, repeated, together) => {
        await empty();
        // Three other books are recorded first, to create the fixture. Otherwise, a poll that does not list the event would cover no
        // fixture if it were recorded first.
        for (const book of ["betmgm", "pinnacle", "unibet"])
          await record(snapshotOf(book, t0 + 20 * minuteMs, [eventOf(start, [moneyline(100, -120)])]));
        const snapshots = (repeated ? [...polls, ...polls] : polls).map(snapshotFrom);
        if (together) await recordAll(snapshots);
        else for (const snapshot of snapshots) await record(snapshot);
        const { bookmakers } = await seriesOf({ bookmakers: ["draftkings", "fanduel"] });
        const last = await lastStates();
        for (const { key: book, markets } of bookmakers)
          for (const { key, points } of markets) {
            const found = points.map((point) => [
              (point.recorded_at - at(t0)) / 60,
              point.outcomes[0]?.price,
            ]);
            const expected = expectedHistory(polls, book, key as Key);
            expect([book, key, found, last.get(`${book} ${key}`)]).toEqual([
              book,
              key,
              expected.series,
              expected.last,
            ]);
          }
      },
    ),
    { numRuns: storeRuns(40) },
  );
}, 180_000);
