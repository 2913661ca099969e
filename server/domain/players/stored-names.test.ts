import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { maxNamedAtOnce, prepareStoredNames, showStoredNames } from "@/server/domain/players/stored-names";
import { nbaFixture } from "@/server/domain/players/testing/players";

const stored = (books: Readonly<Record<string, readonly string[]>>) =>
  new Map(
    Object.entries(books).map(([book, names]) => [
      book,
      new Map<string, string | null>(names.map((name) => [name, null])),
    ]),
  );

test("names that an older version stored are shown alike, whether they are computed at once or in turns", async () => {
  const names = stored({ a: ["Paolo Banchero"], b: ["P. Banchero"], c: ["J. Smith"] });
  for (const show of [showStoredNames(nbaFixture, names), await prepareStoredNames(nbaFixture, names)]) {
    expect(show("b", "P. Banchero")).toBe("Paolo Banchero");
    expect(show("c", "J. Smith")).toBe("J. Smith");
    expect(show("c", "Not Stored")).toBe("Not Stored");
  }
});

test("a spelling that is stored later is considered", async () => {
  const before = stored({ a: ["Alex Miller"], b: ["A. Miller"] });
  expect((await prepareStoredNames(nbaFixture, before))("b", "A. Miller")).toBe("Alex Miller");
  const after = stored({ a: ["Alex Miller"], b: ["A. Miller"], c: ["Aaron Miller"] });
  expect((await prepareStoredNames(nbaFixture, after))("b", "A. Miller")).toBe("A. Miller");
});

test("other work runs while the names of many stored spellings are computed", async () => {
  const flood = (book: number) =>
    Array.from({ length: 300 }, (_, index) => `Jo${"abcdefghij"[book]}${index} Smith`);
  const names = stored(
    Object.fromEntries(Array.from({ length: 10 }, (_, book) => [`book${book}`, flood(book)])),
  );
  let areReady = false;
  const both = Promise.all([
    prepareStoredNames(nbaFixture, names),
    prepareStoredNames(nbaFixture, names),
  ]).then(() => {
    areReady = true;
  });
  let turns = 0;
  while (!areReady) {
    await nextTurn();
    turns += 1;
  }
  await both;
  expect(turns).toBeGreaterThan(3);
});

test("so many names of an older version that computing them would take long are shown unchanged by the board", () => {
  const flood = (letter: string) => Array.from({ length: 250 }, (_, index) => `${letter}o${index} Smith`);
  const books = { a: ["Paolo Banchero", ...flood("J")], b: ["P. Banchero"], c: flood("K") };
  expect(showStoredNames(nbaFixture, stored(books))("b", "P. Banchero")).toBe("Paolo Banchero");
  const crowd = stored({ ...books, d: flood("L").slice(0, maxNamedAtOnce - 501) });
  expect(showStoredNames(nbaFixture, crowd)("b", "P. Banchero")).toBe("P. Banchero");
});
