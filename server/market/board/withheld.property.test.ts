import fc from "fast-check";
import { expect, test } from "vitest";
import { minuteMs } from "@/server/domain/durations";
import type { ListQuery } from "@/server/market/board/board";
import { createBoardState } from "@/server/market/board/board-state";
import type { CheckRow, MarketRow, WithheldRow } from "@/server/market/board/load-changes";
import { createResponses } from "@/server/market/board/responses";
import { plainListed, plainOdds } from "@/server/market/board/testing/plain-render";
import { storedAsWithheld } from "@/server/market/board/testing/plain-withheld";
import { emptyImage, readChanges, type TableImage, written } from "@/server/market/board/testing/table-image";

const begin = Date.UTC(2026, 10, 21, 12);
const sport = "americanfootball_nfl";
const fixture_id = "game";
const bookKeys = ["book_1", "book_2", "book_3", "book_4", "book_5", "book_6"];
const first: TableImage = {
  ...emptyImage,
  books: bookKeys.map((key) => ({
    key,
    title: key,
    kind: "sportsbook",
    update_interval_seconds: 60,
    last_update_measured: true,
  })),
  fixtures: [
    {
      id: fixture_id,
      sport_key: sport,
      home_team: "Home",
      away_team: "Away",
      start: begin + 500 * minuteMs,
      replaced: false,
      merged: null,
    },
  ],
};

const query: ListQuery = {
  markets: ["h2h", "spreads"],
  bookmakers: undefined,
  eventIds: undefined,
  commenceFrom: undefined,
  commenceTo: undefined,
  oddsFormat: "decimal",
  dateFormat: "iso",
};

/** The rows that are written after a poll in which a book gives the home team the probability `home`. */
const poll = (
  book_key: string,
  home: number,
  now: number,
): { readonly checks: CheckRow[]; readonly markets: MarketRow[] } => ({
  checks: [
    {
      fixture_id,
      book_key,
      recorded: now,
      checked: now - 500,
      fetched: now - 500,
      market_times: {},
      own_start: null,
      own_start_stated: null,
      source: null,
      book_event_id: null,
      link: null,
    },
  ],
  markets: [
    {
      fixture_id,
      book_key,
      market_key: "h2h",
      outcomes: `h${(0.96 / home).toFixed(2)}\na${(0.96 / (1 - home)).toFixed(2)}`,
    },
  ],
});

test("if no book is inverted, responses equal those of a service that withholds nothing", () => {
  const polls = fc.array(
    fc.record({
      book: fc.constantFrom(...bookKeys),
      // How far the book's probability is from `home`. Differences of this size are too small to make a book look inverted.
      off: fc.double({ min: -0.07, max: 0.07, noNaN: true }),
      waitMs: fc.integer({ min: 1, max: 2 * minuteMs }),
    }),
    { minLength: 6, maxLength: 30 },
  );
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 0.8, noNaN: true }), polls, (home, taken) => {
      let now = begin;
      let image = first;
      const state = createBoardState();
      const bounds = { maxBytes: 1e6, sliceMs: Number.POSITIVE_INFINITY };
      const responses = createResponses(state, () => now, bounds);
      state.apply({ ...first, cursor: "0" }, now);
      for (const { book, off, waitMs } of taken) {
        now += waitMs;
        const news = poll(book, home + off, now);
        image = written(image, news);
        expect(state.apply(readChanges(image, news), now)).toEqual([]);
        const rendered = responses.oddsList(sport, query);
        if (rendered instanceof Promise) throw new Error("the list must be available synchronously");
        const plain = plainListed(image, sport, query, now).map((row) => plainOdds(image, row, query, now));
        expect(Buffer.from(rendered.bytes("identity") as Uint8Array).toString()).toBe(JSON.stringify(plain));
      }
    }),
  );
});

/** The tables after an instance has stored the withheld periods that it began or ended. Follows the rules of store-withheld.ts. */
const stored = (image: TableImage, inOrder: readonly WithheldRow[]): TableImage => {
  const decisions = [...new Map(inOrder.map((row) => [`${row.book_key} ${row.since}`, row])).values()];
  const closed = image.withheld.map((row) => {
    const close = decisions.find(
      ({ book_key, until }) => book_key === row.book_key && until !== null && row.since < until,
    );
    return row.until === null && close !== undefined ? { ...row, until: close.until } : row;
  });
  const opened = decisions.filter(
    ({ book_key, since }) =>
      !closed.some((row) => row.book_key === book_key && (row.until === null || row.since === since)),
  );
  return { ...image, withheld: [...closed, ...opened] };
};

const quotes = (...probabilities: readonly number[]) =>
  probabilities.map((home) => ({ book: "book_6", home }));

/**
 * After these steps, instance 1 tries to store a withheld period. The table refuses this period, because an earlier period of the book is
 * still open.
 */
const periodRefusedByTable = [
  ...quotes(0.3),
  { reads: 2 },
  ...quotes(0.7),
  { reads: 2 },
  ...quotes(0.3),
  { reads: 0 },
  ...quotes(0.7),
  { reads: 2 },
  ...quotes(0.3),
  { reads: 0 },
  { reads: 1 },
  { stores: 0 },
  ...quotes(0.3),
  { reads: 0 },
  ...quotes(0.7, 0.7),
];

test("regardless of when instances read and store, each instance finally withholds exactly the books that the table lists as withheld", () => {
  const steps = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ book: fc.constant("book_6"), home: fc.constantFrom<number>(0.7, 0.7, 0.3) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          book: fc.constantFrom(...bookKeys),
          home: fc.constantFrom<number>(0.7, 0.3, 0.45),
        }),
      },
      { weight: 4, arbitrary: fc.record({ reads: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.record({ stores: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.record({ restarts: fc.nat(2) }) },
    ),
    { minLength: 20, maxLength: 60 },
  );
  let ends = 0;
  fc.assert(
    fc.property(steps, (taken) => {
      let now = begin;
      let image = bookKeys.reduce((all, key) => written(all, poll(key, 0.7, begin)), first);
      const instances = [0, 1, 2].map(() => ({
        state: createBoardState(),
        pending: [] as WithheldRow[],
      }));
      const read = (index: number) => {
        const { state, pending = [] } = instances[index] ?? {};
        pending.push(...(state?.apply({ ...image, cursor: "0" }, now) ?? []));
      };
      const store = (index: number) => {
        image = stored(image, instances[index]?.pending.splice(0) ?? []);
      };
      for (const step of taken) {
        now += 1_000;
        if ("book" in step) image = written(image, poll(step.book, step.home, now));
        if ("reads" in step) read(step.reads);
        if ("stores" in step) store(step.stores);
        // An instance stores its pending decisions before it exits.
        if ("restarts" in step) {
          store(step.restarts);
          instances[step.restarts] = { state: createBoardState(), pending: [] };
        }
      }
      for (let round = 0; round < 4; round++)
        for (const index of [0, 1, 2]) {
          read(index);
          store(index);
        }
      for (const { state, pending } of instances) {
        const books = [...(state.find(fixture_id)?.books.values() ?? [])];
        const withheld = books
          .filter(({ isWithheld }) => isWithheld)
          .map(({ key }) => `${fixture_id} ${key}`);
        expect(withheld.sort()).toEqual([
          ...new Set(storedAsWithheld(image, (id) => state.find(id) !== undefined)),
        ]);
        expect(state.apply({ ...image, cursor: "0" }, now)).toEqual([]);
        expect(pending).toEqual([]);
      }
      ends += image.withheld.filter(({ until }) => until !== null).length;
    }),
    { numRuns: 400, examples: [[periodRefusedByTable]] },
  );
  expect(ends).toBeGreaterThan(20);
});
