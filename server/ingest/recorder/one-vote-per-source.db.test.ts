import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storeRuns } from "@/db/testing";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";
import { booksOrigin, type Origin, originOfFormat } from "@/server/ingest/recorder/place/source-of";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  iso,
  moneyline,
  snapshotOf,
  testRecorder,
} from "@/server/ingest/recorder/testing/snapshots";
import { createArchive } from "@/server/market/archive/create-archive";

const rig = recorderRig();
const sport = "icehockey_nhl";
const midnight = Date.UTC(2026, 10, 20);
const aggregator = originOfFormat("the-odds-api");
const token = (id: string): Origin => ({ kind: "token", id });

const games = {
  first: { home: "Boston Bruins", away: "Toronto Maple Leafs" },
  second: { home: "Dallas Stars", away: "Colorado Avalanche" },
};

type Stated = {
  readonly book: string;
  /** The recording time. */
  readonly at: number;
  /** The start of the first game. */
  readonly start: number;
  /** The start of the second game. Without it, the snapshot has one event, as a poll of player props. */
  readonly next?: number;
  readonly home?: number;
  readonly away?: number;
};

const quote = ({ book, at, start, next, home = -140, away = 120 }: Stated) => {
  const events = [eventOf(start, [moneyline(home, away)], games.first)];
  if (next !== undefined) events.push(eventOf(next, [moneyline(-110, -110)], games.second));
  return snapshotOf(book, at, events, { sport, recorded_at: iso(at) });
};

/** Records one snapshot per statement, all in one call. */
const record = (stated: readonly Stated[], origin: Origin = booksOrigin) =>
  recordSnapshots(testRecorder(rig.database().db), stated.map(quote), {
    clock: "recorded",
    now: midnight + 2 * dayMs,
    origin,
  });

const recordInTurn = async (all: readonly (Stated & { readonly origin?: Origin })[]) => {
  for (const { origin, ...stated } of all) await record([stated], origin);
};

/** The served start of the first game in ms, and the keys of its books. Undefined if the game is not served. */
const served = async (now: number) => {
  const { list } = await serve(rig.database().db, sport, now);
  const fixture = list.find(({ home_team }) => home_team === games.first.home);
  return (
    fixture && {
      start: Date.parse(fixture.commence_time),
      books: fixture.bookmakers.map(({ key }) => key),
      unmatched: fixture.unmatched_bookmakers,
    }
  );
};

/** Each book's closing price of the home team, with its recording time in ms. */
const closing = async () => {
  const { list } = await serve(rig.database().db, sport, 0);
  const fixture = list.find(({ home_team }) => home_team === games.first.home);
  if (fixture === undefined) throw new Error("the game has no fixture");
  const archive = createArchive({
    db: rig.database().db,
    archiveFrom: 0,
    findBook: findCatalogueBook,
    clock: () => midnight + 2 * dayMs,
  });
  const rendered = await archive.closing(
    {
      id: fixture.id,
      sportKey: sport,
      homeTeam: games.first.home,
      awayTeam: games.first.away,
      commenceTime: Date.parse(fixture.commence_time),
    },
    { markets: ["h2h"], bookmakers: undefined, oddsFormat: "american", dateFormat: "iso" },
  );
  const { bookmakers } = JSON.parse(Buffer.from(await rendered.bytes("identity")).toString());
  return bookmakers as {
    key: string;
    markets: { recorded_at: string | null; outcomes: { price: number }[] }[];
  }[];
};

describe("books that are outnumbered by the books of one feed token", () => {
  const now = midnight + 12 * hourMs;
  const tipOff = now + 5 * hourMs;

  test("one unknown book that first states a start in 12 seconds does not take the game of one catalogue book off the board", async () => {
    await record([{ book: "sharp_x", at: now - minuteMs, start: now + 12_000 }], token("stranger"));
    await record([{ book: "pinnacle", at: now, start: tipOff }], token("honest"));
    expect(await served(now + 30_000)).toEqual({
      start: tipOff,
      books: ["pinnacle"],
      unmatched: ["sharp_x"],
    });
  });

  test("three books of one token do not outvote two books of other sources", async () => {
    const ofToken = ["sharp_x", "sharp_y", "unibet"].map((book) => ({
      book,
      at: now - minuteMs,
      start: now + 12_000,
      origin: token("stranger"),
    }));
    const honest = [
      { book: "pinnacle", at: now, start: tipOff, origin: token("honest") },
      { book: "draftkings", at: now, start: tipOff },
    ];
    for (const order of [
      [...ofToken, ...honest],
      [...honest, ...ofToken],
    ]) {
      await rig.empty();
      await recordInTurn(order);
      expect(await served(now + 30_000)).toEqual({
        start: tipOff,
        books: ["draftkings", "pinnacle"],
        unmatched: ["sharp_x", "sharp_y", "unibet"],
      });
    }
  });

  test("if a book changes to another source without changing its start, its earlier source loses the book's statement", async () => {
    const at = now - hourMs;
    await record([{ book: "unibet", at, start: tipOff }], token("one"));
    await record([{ book: "coral", at, start: tipOff + hourMs }], token("one"));
    await record([{ book: "betway", at, start: tipOff }], token("one"));
    await record([{ book: "pinnacle", at, start: tipOff + hourMs }]);
    expect((await served(now))?.start).toBe(tipOff);
    await record([{ book: "unibet", at: at + minuteMs, start: tipOff }], token("two"));
    await record([{ book: "betway", at: at + minuteMs, start: tipOff }], token("two"));
    expect((await served(now))?.start).toBe(tipOff + hourMs);
  });
});

describe("stored sources", () => {
  const at = midnight - 10 * hourMs;
  const start = midnight - 2 * hourMs;
  const ofToken = ["sharp_x", "sharp_y", "sharp_z"].map((book) => ({ book, at, start: start - 5 * hourMs }));
  const honest = ["pinnacle", "unibet"].map((book) => ({ book, at: at + 1_000, start }));
  const sources = async () =>
    (
      await rig.rows<{ source: string | null }>(
        sql`select distinct c.starts -> 0 ->> 4 as source from checks c where book_key like 'sharp_%'`,
      )
    ).map(({ source }) => source);

  test("a statement that version 0.2.0 stored without a source counts as the book's own, until the book's next snapshot", async () => {
    await record(ofToken, token("stranger"));
    await record(honest);
    expect((await served(at + 2_000))?.start).toBe(start);
    await rig.rows(sql`
      update checks set starts = (select jsonb_agg(s.value - 4 order by s.place)
        from jsonb_array_elements(starts) with ordinality s(value, place))`);
    expect(await sources()).toEqual([null]);
    await record([{ book: "coral", at: at + 3_000, start: start + 3 * hourMs }]);
    expect((await served(at + 4_000))?.start).toBe(start - 5 * hourMs);
    for (const statement of ofToken) await record([{ ...statement, at: at + 5_000 }], token("stranger"));
    expect(await sources()).toEqual(["token:stranger"]);
    expect((await served(at + 6_000))?.start).toBe(start);
  });

  test("statements keep their sources when recordings with a future time are discarded", async () => {
    const recordAt = (now: number, stated: Stated, origin?: Origin) =>
      recordSnapshots(
        testRecorder(
          rig.database().db,
          0,
          fixedClock(() => now),
        ),
        [quote({ ...stated, at: now })],
        {
          clock: "now",
          now,
          origin,
        },
      );
    for (const statement of ofToken) await recordAt(at + hourMs, statement, token("stranger"));
    for (const statement of honest) await recordAt(at, statement);
    expect(await sources()).toEqual(["token:stranger"]);
    expect((await served(at + 1_000))?.start).toBe(start);
  });
});

describe("a game that starts at midnight UTC", () => {
  const list = [
    "betmgm",
    "betrivers",
    "bovada",
    "draftkings",
    "fanduel",
    "pinnacle",
    "unibet",
    "williamhill",
  ];
  const listed = (at: number): Stated[] =>
    list.map((book) => ({ book, at, start: midnight, next: midnight + 2 * hourMs }));
  const single = (at: number, books = list): Stated[] => books.map((book) => ({ book, at, start: midnight }));
  const late = (at: number, more: Partial<Stated> = {}): Stated => ({
    book: "lateone",
    at,
    start: midnight + hourMs,
    ...more,
  });

  test("polls of one event do not weaken the midnight that the same books listed next to other starts, and no price after the start becomes a closing line", async () => {
    await record(listed(midnight - 3 * hourMs), aggregator);
    await record(single(midnight - 2 * hourMs), aggregator);
    await record([late(midnight - 50 * minuteMs, { home: -167, away: 140 })]);
    expect((await served(midnight - 45 * minuteMs))?.start).toBe(midnight);
    await record(single(midnight - 40 * minuteMs), aggregator);
    expect((await served(midnight - 35 * minuteMs))?.start).toBe(midnight);
    await record([late(midnight + 30 * minuteMs, { home: -2000, away: 1100 })]);
    const ofLate = (await closing()).find(({ key }) => key === "lateone");
    expect(ofLate?.markets).toMatchObject([
      {
        recorded_at: iso(midnight - 50 * minuteMs).replace(".000Z", "Z"),
        outcomes: [{ price: -167 }, { price: 140 }],
      },
    ]);
  });

  test("a midnight that several scrapers and an aggregator state is not moved by two scrapers that state a later start", async () => {
    const at = midnight - 5 * hourMs;
    const scrapers = ["coral", "leovegas", "betway", "betsson", "casumo"];
    await record(single(at), aggregator);
    for (const book of scrapers.slice(0, 3)) await record(single(at + 1_000, [book]), token(book));
    for (const book of ["lateone", "latetwo"]) await record([late(at + 2_000, { book })], token(book));
    expect((await served(at + 3_000))?.start).toBe(midnight);
    for (const book of scrapers.slice(3)) {
      const report = await record(single(at + 4_000, [book]), token(book));
      expect(report.events).toMatchObject({ matched: 1, unmatched: 0 });
    }
    expect(await served(at + 5_000)).toEqual({
      start: midnight,
      books: [...list, ...scrapers, "lateone", "latetwo"].sort(),
      unmatched: [],
    });
  });

  test("scrapers that send one game at midnight join a game for which an aggregator states this midnight, although two scrapers stated a later start first", async () => {
    const at = midnight - 5 * hourMs;
    for (const book of ["lateone", "latetwo"]) await record([late(at, { book })], token(book));
    await record(listed(at + 1_000), aggregator);
    expect((await served(at + 2_000))?.start).toBe(midnight + hourMs);
    const scrapers = ["coral", "leovegas"];
    for (const book of scrapers) await record(single(at + 3_000, [book]), token(book));
    expect(await served(at + 4_000)).toEqual({
      start: midnight,
      books: [...list, ...scrapers, "lateone", "latetwo"].sort(),
      unmatched: [],
    });
  });
});

describe("newer statements", () => {
  const evening = midnight + 4 * hourMs;

  test("an aggregator that lists a game for fewer books votes with the books that it still lists", async () => {
    const at = midnight - 2 * dayMs;
    const books = ["betmgm", "betrivers", "bovada", "draftkings", "fanduel"];
    await record(
      books.map((book) => ({ book, at, start: evening })),
      aggregator,
    );
    const listed = ["betmgm", "bovada"].map((book) => ({
      book,
      at: at + dayMs,
      start: evening + 7 * hourMs,
    }));
    await record(listed, aggregator);
    expect((await served(at + dayMs + minuteMs))?.start).toBe(evening + 7 * hourMs);
  });

  test("books that repeat the agreed start can leave their source with another vote, because its older books no longer count", async () => {
    const at = midnight - 10 * hourMs;
    await record(
      ["betmgm", "betrivers", "draftkings"].map((book) => ({ book, at, start: evening + 4 * minuteMs })),
      aggregator,
    );
    await record([{ book: "bovada", at: at + 65 * minuteMs, start: evening + 6 * hourMs }], aggregator);
    await record([{ book: "draftkings", at: at + 66 * minuteMs, start: evening + 4 * minuteMs }], aggregator);
    expect((await served(at + 67 * minuteMs))?.start).toBe(evening + 4 * minuteMs);
    await record([{ book: "draftkings", at: at + 2 * hourMs, start: evening + 4 * minuteMs }], aggregator);
    expect((await served(at + 2 * hourMs + minuteMs))?.start).toBe(evening + 6 * hourMs);
  });
});

test("the agreed start depends on the statements, not on the order in which they arrive", async () => {
  // In a sport in which a pair meets only weeks apart, a date without a time identifies the match. So every statement joins it.
  const soccer = "soccer_sweden_superettan";
  const statement = fc.record({
    book: fc.constantFrom("pinnacle", "unibet", "coral", "sharp_x", "sharp_y"),
    at: fc.nat(12).map((steps) => midnight - 9 * hourMs + steps * 17 * minuteMs),
    start: fc.constantFrom(
      midnight,
      midnight + hourMs,
      midnight + hourMs + 4 * minuteMs,
      midnight + 3 * minuteMs,
    ),
    origin: fc.constantFrom(booksOrigin, token("one"), token("two"), aggregator),
    isAlone: fc.boolean(),
  });
  // Two starts or two sources with one recording time would contradict each other.
  const statements = fc.uniqueArray(statement, {
    minLength: 3,
    maxLength: 9,
    selector: ({ book, at }) => `${book} ${at}`,
  });
  const orders = statements.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  const draws = {
    key: "h2h",
    outcomes: [
      { side: "home", decimal: 2.5 },
      { side: "away", decimal: 2.8 },
      { side: "draw", decimal: 3.3 },
    ],
  } as const;
  await fc.assert(
    fc.asyncProperty(orders, async (inOrders) => {
      const starts: unknown[] = [];
      for (const order of inOrders) {
        await rig.empty();
        for (const { book, at, start, origin, isAlone } of order) {
          const events = [
            eventOf(start, [{ ...draws, outcomes: [...draws.outcomes] }], {
              home: "IK Oddevold",
              away: "Östers IF",
            }),
          ];
          if (!isAlone)
            events.push(
              eventOf(midnight + 3 * hourMs, [], { home: "Landskrona BoIS", away: "Falkenbergs FF" }),
            );
          const snapshot = snapshotOf(book, at, events, { sport: soccer, recorded_at: iso(at) });
          await rig.record(snapshot, midnight, "recorded", origin);
        }
        const { list } = await serve(rig.database().db, soccer, midnight - 5 * hourMs);
        starts.push(
          list.filter(({ home_team }) => home_team === "IK Oddevold").map((row) => row.commence_time),
        );
      }
      expect(starts[0]).toHaveLength(1);
      expect(starts[1]).toEqual(starts[0]);
    }),
    { numRuns: storeRuns(60) },
  );
});
