import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import type { Archive } from "@/server/archive/archive";
import { createArchive } from "@/server/archive/create-archive";
import type { FixtureRecord, PriceQuery, Rendered } from "@/server/board/board";
import { findCatalogueBook } from "@/server/catalogue/books";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { recordSnapshots } from "@/server/recorder/record-snapshots";
import {
  eventOf,
  moneyline,
  playerMarket,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/recorder/testing/snapshots";

const minute = 60_000;
const hour = 60 * minute;
const t0 = Date.UTC(2026, 10, 21, 12);
const start = t0 + 8 * hour;
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
let now = start + hour;
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
const empty = () =>
  database.db.execute(sql`
    truncate fixtures, checks, current_markets, event_refs, unmatched_notes, archive_points, archive_series, archive_books,
      look_streams, look_sets, looks, fixture_players, withheld_periods`);
beforeEach(async () => {
  now = start + hour;
  await empty();
});

const recordAll = (snapshots: readonly BookSnapshot[]) =>
  recordSnapshots(testRecorder(database.db, t0), snapshots, { clock: "recorded", now: start + 2 * hour });
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
  test("holds each change once, says how a market moved, and names what was not recorded", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    await record(snapshotOf("draftkings", t0 + minute, [eventOf(start, [moneyline(-150, 130)])]));
    await record(snapshotOf("draftkings", t0 + 2 * minute, [eventOf(start, [moneyline(-160, 140)])]));
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
      [at(t0 + 2 * minute), [-160, 140]],
    ]);
    expect(bookmakers[0]?.markets[1]?.points).toEqual([]);
  });

  test("a market withdrawn and offered again at the same numbers is one point", async () => {
    const quote = (time: number, markets: Parameters<typeof eventOf>[1]) =>
      record(snapshotOf("draftkings", time, [eventOf(start, markets)]));
    await quote(t0, [moneyline(-150, 130), totals(47, -110, -110)]);
    await quote(t0 + minute, [moneyline(-150, 130)]);
    await quote(t0 + 2 * minute, [moneyline(-150, 130), totals(47, -110, -110)]);
    const [book] = (await seriesOf({ markets: ["totals"] })).bookmakers;
    expect(book?.markets[0]).toMatchObject({ movement: "no_movement", points: [{ recorded_at: at(t0) }] });
    const closing = await read<Ends>(archive.closing(fixture, query({ markets: ["totals"] })));
    expect(closing.bookmakers[0]?.markets[0]).toMatchObject({ status: "recorded", recorded_at: at(t0) });
  });

  test("holds nothing from the start on, also when the start has moved before what was recorded", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    await record(snapshotOf("draftkings", t0 + 5 * hour, [eventOf(start, [moneyline(-190, 170)])]));
    const earlier = { ...fixture, commenceTime: t0 + 5 * hour };
    const { bookmakers } = await read<Series>(archive.series(earlier, query({ markets: ["h2h"] })));
    expect(bookmakers[0]?.markets[0]?.points).toHaveLength(1);
  });

  test("a book that was noted for the fixture and never matched is named", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    await record(
      snapshotOf("fanduel", t0, [eventOf(start, [moneyline(-150, 130)], { away: "Somewhere Chefs" })]),
    );
    expect((await seriesOf()).unmatched_bookmakers).toEqual(["fanduel"]);
    expect((await seriesOf({ bookmakers: ["draftkings"] })).unmatched_bookmakers).toEqual([]);
  });

  test("players are one spelling over all books", async () => {
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
  test("are the ends of the series; closing does not exist before the start", async () => {
    for (const [index, home] of [-150, -160, -155].entries())
      await record(snapshotOf("draftkings", t0 + index * minute, [eventOf(start, [moneyline(home, 130)])]));
    const openers = await read<Ends>(archive.openers(fixture, query()));
    const closing = await read<Ends>(archive.closing(fixture, query()));
    expect(openers.bookmakers[0]?.markets).toMatchObject([
      { key: "h2h", status: "recorded", recorded_at: at(t0), outcomes: [{ price: -150 }, { price: 130 }] },
      { key: "totals", status: "not_recorded", recorded_at: null, outcomes: [] },
    ]);
    expect(closing.bookmakers[0]?.markets[0]).toMatchObject({
      recorded_at: at(t0 + 2 * minute),
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
type Look = {
  book: string;
  minute: number;
  /** The event is listed, or missing from a whole listing, or listed under a name that might mean another, or in play. */
  as: "named" | "absent" | "noted" | "in_play";
  h2h: number | undefined;
  totals: number | undefined;
  unread: Key | undefined;
  scope: Key[] | undefined;
  complete: boolean;
};
const look: fc.Arbitrary<Look> = fc.record({
  book: fc.constantFrom("draftkings", "fanduel"),
  minute: fc.integer({ min: 0, max: 9 }),
  as: fc.constantFrom("named", "named", "named", "named", "absent", "noted", "in_play"),
  h2h: fc.option(fc.constantFrom(-150, -160), { nil: undefined }),
  totals: fc.option(fc.constantFrom(-110, -115), { nil: undefined }),
  unread: fc.constantFrom(undefined, undefined, undefined, "h2h", "totals"),
  scope: fc.constantFrom<Key[] | undefined>(undefined, undefined, ["h2h"], ["totals"]),
  complete: fc.boolean(),
});

const speaksFor = ({ as, scope, unread }: Look, key: Key) => {
  if (scope !== undefined && !scope.includes(key)) return false;
  return as === "absent" || (as === "named" && unread !== key);
};
const priceOf = (seen: Look, key: Key) =>
  seen.as === "named" && speaksFor(seen, key) ? seen[key] : undefined;

const unreadable = (key: Key) => ({ key, outcomes: [{ side: "over" as const, decimal: 1, point: 47 }] });
const eventFrom = (seen: Look) => {
  const listed = (key: Key) =>
    seen.as !== "absent" && (seen.scope === undefined || seen.scope.includes(key)) ? seen[key] : undefined;
  const [h2h, total] = [listed("h2h"), listed("totals")];
  const markets = [
    ...(h2h === undefined || seen.unread === "h2h" ? [] : [moneyline(h2h, 130)]),
    ...(total === undefined || seen.unread === "totals" ? [] : [totals(47, total, -110)]),
    ...(seen.unread === undefined ? [] : [unreadable(seen.unread)]),
  ];
  if (seen.as === "in_play") return eventOf(t0 + (seen.minute - 1) * minute, markets);
  return eventOf(start, markets, seen.as === "noted" ? { away: "Somewhere Chefs" } : {});
};

const snapshotFrom = (seen: Look): BookSnapshot =>
  snapshotOf(seen.book, t0 + seen.minute * minute, seen.as === "absent" ? [] : [eventFrom(seen)], {
    ...(seen.scope && { scope: seen.scope }),
    complete: seen.complete || seen.as === "absent",
  });

/** What all looks together say: minute and first price of each change, and what stands in the end with the minute of its last look. */
const naively = (looks: readonly Look[], book: string, key: Key) => {
  const series: [number, number][] = [];
  let stands: [price: number, minute: number] | undefined;
  for (let moment = 0; moment <= 9; moment++) {
    const seen = looks.filter((one) => one.book === book && one.minute === moment && speaksFor(one, key));
    const prices = seen.map((one) => priceOf(one, key)).filter((price) => price !== undefined);
    // Contradictions at one moment are settled by the stored text, whose first price decides here.
    const price = prices.sort((a, b) => (String(a) > String(b) ? -1 : 1))[0];
    if (price !== undefined && price !== series.at(-1)?.[1]) series.push([moment, price]);
    if (seen.length > 0) stands = price === undefined ? undefined : [price, moment];
  }
  return { series, stands };
};

/** First price and minute of its last look of each market that stands, by book and market. */
const standing = async () => {
  const rows = await database.db.execute<{ of: string; outcomes: string; checked: number }>(sql`
    select m.book_key || ' ' || m.market_key as of, m.outcomes,
      coalesce((c.market_times -> m.market_key ->> 0)::float8, extract(epoch from c.checked_at) * 1000)::float8 as checked
    from current_markets m join checks c using (fixture_id, book_key) where m.outcomes <> ''`);
  return new Map(
    rows.map(({ of, outcomes, checked }) => [of, [Number(outcomes.slice(1, 5)), (checked - t0) / minute]]),
  );
};

test("whatever the order, repetition, interleaving and batching of snapshots, archive and current prices are those of a naive model", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(look, { minLength: 1, maxLength: 14 }),
      fc.boolean(),
      fc.boolean(),
      async (looks, repeated, together) => {
        await empty();
        // The fixture is known before the first look, so that one that does not name it speaks of it too. Three books agree on its start.
        for (const book of ["betmgm", "pinnacle", "unibet"])
          await record(snapshotOf(book, t0 + 20 * minute, [eventOf(start, [moneyline(100, -120)])]));
        const snapshots = (repeated ? [...looks, ...looks] : looks).map(snapshotFrom);
        if (together) await recordAll(snapshots);
        else for (const snapshot of snapshots) await record(snapshot);
        const { bookmakers } = await seriesOf({ bookmakers: ["draftkings", "fanduel"] });
        const stands = await standing();
        for (const { key: book, markets } of bookmakers)
          for (const { key, points } of markets) {
            const found = points.map((point) => [
              (point.recorded_at - at(t0)) / 60,
              point.outcomes[0]?.price,
            ]);
            const expected = naively(looks, book, key as Key);
            expect([book, key, found, stands.get(`${book} ${key}`)]).toEqual([
              book,
              key,
              expected.series,
              expected.stands,
            ]);
          }
      },
    ),
    { numRuns: 40 },
  );
}, 180_000);
