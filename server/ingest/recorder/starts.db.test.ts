import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storeRuns } from "@/db/testing";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { Origin } from "@/server/ingest/recorder/place/source-of";
import { serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, iso, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const sport = "soccer_sweden_superettan";
const kickOff = t0 + 28 * hourMs;

const wholeSeconds = (ms: number): string => iso(ms).replace(".000Z", "Z");

/** A statement of one book, recorded at `at`: the match starts at `start`. By default, the book speaks for itself. */
type Stated = {
  readonly book: string;
  readonly at: number;
  readonly start: number;
  readonly origin?: Origin;
};

const quote = ({ book, at, start }: Stated) =>
  snapshotOf(
    book,
    null,
    [
      eventOf(
        start,
        [
          {
            key: "h2h",
            outcomes: [
              { side: "home", decimal: 2.5 },
              { side: "away", decimal: 2.8 },
              { side: "draw", decimal: 3.3 },
            ],
          },
        ],
        { home: "IK Oddevold", away: "Östers IF" },
      ),
    ],
    { sport, recorded_at: iso(at) },
  );

const record = (stated: Stated, clock: "now" | "recorded" = "recorded") =>
  rig.record(quote(stated), clock === "now" ? stated.at : t0 + hourMs, clock, stated.origin);

const correctBooks = ["pinnacle", "draftkings", "fanduel", "betmgm"];
const correctStatements = (at: number): Stated[] =>
  correctBooks.map((book) => ({ book, at, start: kickOff }));

const served = async (now: number) => {
  const { list } = await serve(rig.database().db, sport, now);
  return list.map(({ commence_time, bookmakers, unmatched_bookmakers }) => ({
    commence_time,
    books: bookmakers.map(({ key }) => key),
    unmatched: unmatched_bookmakers,
  }));
};

describe("a disputed start", () => {
  test("commence_time is the start that most books state, and a book that states an earlier start is served while that earlier start is in the future", async () => {
    const early = { book: "betfair_ex_eu", at: t0, start: kickOff - 28 * hourMs + 10 * minuteMs };
    for (const stated of [...correctStatements(t0), early]) await record(stated);
    const books = [...correctBooks, "betfair_ex_eu"].sort();
    expect(await served(t0 + minuteMs)).toEqual([
      { commence_time: wholeSeconds(kickOff), books, unmatched: [] },
    ]);
  });

  test("a book that states a past start is in unmatched_bookmakers, and the other books are served", async () => {
    const early = { book: "betfair_ex_eu", at: t0 + minuteMs, start: kickOff - 28 * hourMs };
    for (const order of [
      [early, ...correctStatements(t0 + minuteMs)],
      [...correctStatements(t0 + minuteMs), early],
    ]) {
      await rig.empty();
      for (const stated of order) await record(stated, "now");
      expect(await served(t0 + 2 * minuteMs)).toEqual([
        {
          commence_time: wholeSeconds(kickOff),
          books: [...correctBooks].sort(),
          unmatched: ["betfair_ex_eu"],
        },
      ]);
    }
  });

  test("a start with a time prevails over a date without a time, even if an aggregator states the date for more books", async () => {
    const midnight = Math.floor(kickOff / (24 * hourMs)) * 24 * hourMs;
    const origin = { kind: "aggregator", name: "football-data" } as const;
    const dates = ["betfair_ex_eu", "unibet", "matchbook"].map((book) => ({
      book,
      at: t0,
      start: midnight,
      origin,
    }));
    for (const stated of [{ book: "pinnacle", at: t0, start: kickOff }, ...dates]) await record(stated);
    expect((await served(t0 + minuteMs)).map(({ commence_time }) => commence_time)).toEqual([
      wholeSeconds(kickOff),
    ]);
  });

  test("a poll of one game at a bare date changes neither the start nor the served books, even once that midnight has passed", async () => {
    const midnight = Math.floor(kickOff / (24 * hourMs)) * 24 * hourMs;
    const at = midnight - minuteMs;
    await record({ book: "pinnacle", at: at - 2_000, start: kickOff }, "now");
    await record({ book: "unibet", at: at - 1_000, start: kickOff + 3 * hourMs }, "now");
    const books = ["pinnacle", "unibet"];
    const expected = [{ commence_time: wholeSeconds(kickOff), books, unmatched: [] }];
    expect(await served(at)).toEqual(expected);
    const report = await record({ book: "pinnacle", at: at + 30_000, start: midnight }, "now");
    expect(report.events).toMatchObject({ matched: 1 });
    expect(await served(at + 31_000)).toEqual(expected);
    expect(await served(midnight + 1_000)).toEqual(expected);
  });
});

/**
 * Generates two random orders of the same statements. One book states starts that differ from `kickOff` by `minHours` to `maxHours`. Each
 * correct book states `kickOff`.
 */
const twoOrders = (minHours: number, maxHours: number) =>
  fc
    .tuple(
      fc.array(
        fc.record({
          book: fc.constant("betfair_ex_eu"),
          at: fc.nat(9).map((seconds) => t0 + seconds * 1000),
          start: fc
            .integer({ min: minHours * 60, max: maxHours * 60 })
            .map((minutes) => kickOff + minutes * minuteMs),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.nat(8).map((seconds) => t0 + seconds * 1000),
    )
    .chain(([wrong, at]) => {
      const all: Stated[] = [...wrong, ...correctStatements(at)];
      const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
      return fc.tuple(shuffled, shuffled);
    });

test("the order of snapshots does not change the responses, and a fixture is no longer served once its agreed start is reached", async () => {
  await fc.assert(
    fc.asyncProperty(twoOrders(-18, 18), async (orders) => {
      const responses: unknown[] = [];
      for (const order of orders) {
        await rig.empty();
        for (const stated of order) await record(stated);
        const list = await served(t0 + minuteMs);
        expect(list.map(({ commence_time }) => commence_time)).toEqual([wholeSeconds(kickOff)]);
        expect(await served(kickOff)).toEqual([]);
        responses.push(list);
      }
      expect(responses[1]).toEqual(responses[0]);
    }),
    { numRuns: storeRuns(25) },
  );
});

test("one book's wrong start never withdraws the prices of other books, in any order of snapshots", async () => {
  await fc.assert(
    fc.asyncProperty(twoOrders(-29, 120), async ([order]) => {
      await rig.empty();
      for (const stated of order) await record(stated);
      const list = await served(t0 + minuteMs);
      const fixture = list.find(({ commence_time }) => commence_time === wholeSeconds(kickOff));
      expect(correctBooks.filter((book) => !fixture?.books.includes(book))).toEqual([]);
    }),
    { numRuns: storeRuns(40) },
  );
});
