import fc from "fast-check";
import { expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import {
  isOtherVote,
  type StartStatements,
  type Statement,
  voteOf,
  withStatement,
} from "@/server/ingest/recorder/place/start-statements";

const book = "pinnacle";
type Added = Omit<Statement, "book" | "source"> & { readonly source?: string };
const addAll = (all: readonly Added[]) =>
  all.reduce<StartStatements>(
    (statements, { source = `book:${book}`, ...added }) =>
      withStatement(statements, { book, source, ...added }),
    [],
  );

test("a book's vote is the start that it stated last, with the time when it first stated this start", () => {
  const stated = addAll([
    { start: 100, at: 1, midnightOnly: 0 },
    { start: 200, at: 2, midnightOnly: 0 },
    { start: 100, at: 3, midnightOnly: 0 },
  ]);
  expect(voteOf(book, stated)).toMatchObject({ start: 100, firstStatedAt: 1 });
  expect(voteOf(book, [])).toBeUndefined();
});

test("a snapshot of one event at midnight does not weaken an earlier or later statement of the same midnight next to other starts", () => {
  const listed = { start: 100, at: 1, midnightOnly: 0 } as const;
  const single = { start: 100, at: 2, midnightOnly: 1 } as const;
  expect(voteOf(book, addAll([single]))).toMatchObject({ isMidnightOnly: true });
  for (const stated of [
    [listed, single],
    [single, listed],
    [{ ...listed, at: 3 }, single],
  ])
    expect(voteOf(book, addAll(stated))).toMatchObject({ isMidnightOnly: false });
});

test("a later snapshot of one event at midnight leaves the book's earlier time in its vote", () => {
  const listed = { start: 100, at: 1, midnightOnly: 0 } as const;
  const dates = Array.from({ length: 40 }, (_, n) => ({
    start: 200 + n,
    at: 2 + n,
    midnightOnly: 1 as const,
  }));
  const stated = addAll([listed, ...dates]);
  expect(stated).toHaveLength(16);
  expect(voteOf(book, stated)).toMatchObject({
    start: 239,
    isMidnightOnly: true,
    earlier: { start: 100, firstStatedAt: 1, isMidnightOnly: false },
  });
  expect(isOtherVote(addAll(dates), addAll([...dates, listed]))).toBe(true);
});

test("the hour of a statement changes the vote of a book whose source may speak for others, and no other vote", () => {
  const stated = (source: string, at: number) =>
    addAll([
      { start: 100, at: 1, midnightOnly: 0, source },
      { start: 100, at, midnightOnly: 0, source },
    ]);
  const shared = "token:1";
  expect(isOtherVote(stated(shared, 1), stated(shared, hourMs - 1))).toBe(false);
  expect(isOtherVote(stated(shared, 1), stated(shared, hourMs))).toBe(true);
  expect(isOtherVote(stated(`book:${book}`, 1), stated(`book:${book}`, hourMs))).toBe(false);
  expect(isOtherVote([], stated(shared, 1))).toBe(true);
});

test("a book votes for the source that made its newest statement, and for itself if no source is stored", () => {
  const own = { start: 100, at: 1, midnightOnly: 0 } as const;
  expect(addAll([own])).toEqual([[100, 1, 1, 0]]);
  expect(voteOf(book, [[100, 1, 1, 0]])?.source).toBe("book:pinnacle");
  const delivered = { ...own, at: 2, source: "token:1" };
  expect(addAll([own, delivered])).toEqual([[100, 1, 2, 0, "token:1"]]);
  expect(voteOf(book, addAll([own, delivered]))?.source).toBe("token:1");
  expect(voteOf(book, addAll([own, delivered, { ...own, at: 3 }]))?.source).toBe("book:pinnacle");
});

test("only a book of the catalogue has the vote of a catalogue book", () => {
  const statements = addAll([{ start: 100, at: 1, midnightOnly: 0 }]);
  expect(voteOf("pinnacle", statements)?.isCatalogueBook).toBe(true);
  expect(voteOf("nobody_knows", statements)?.isCatalogueBook).toBe(false);
});

test("a book's statements do not depend on the order in which its snapshots arrive", () => {
  const one = fc.record({
    start: fc.nat(4),
    at: fc.nat(6),
    midnightOnly: fc.constantFrom<0 | 1>(0, 1),
    source: fc.constantFrom("book:pinnacle", "token:1", "feed:the-odds-api"),
  });
  fc.assert(
    fc.property(
      fc
        .array(one, { maxLength: 12 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        expect(addAll(shuffled)).toEqual(addAll(all));
      },
    ),
  );
});

test("only the newest 16 statements of a book are kept", () => {
  const stated = addAll(
    Array.from({ length: 100 }, (_, at) => ({ start: at * 1000, at, midnightOnly: 0 as const })),
  );
  expect(stated).toHaveLength(16);
  expect(voteOf(book, stated)?.start).toBe(99_000);
});
