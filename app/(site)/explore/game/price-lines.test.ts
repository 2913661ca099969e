import { expect, test } from "vitest";
import { groupLines, isBestPrice, mainLineFirst, sidesIn } from "@/app/(site)/explore/game/price-lines";
import { bookRows, keepOrder, type SortKey, sortRows } from "@/app/(site)/explore/game/sort-rows";
import type { PricedOutcome } from "@/server/domain/prices/best/group-lines";
import type { MarketQuote } from "@/server/market/board/quote-markets";

const quote = (book: string, ...outcomes: readonly PricedOutcome[]): MarketQuote => ({
  book,
  market: "h2h",
  updatedAt: null,
  leavesAt: 0,
  lifeMs: 0,
  outcomes,
});
const at = (side: PricedOutcome["side"], american: number, point?: number): PricedOutcome => ({
  side,
  price: { american },
  ...(point !== undefined && { point }),
});
const moneyline = (book: string, home: number, away: number): MarketQuote =>
  quote(book, at("home", home), at("away", away));

test("the away team comes first, the home team second and the draw last", () => {
  expect(sidesIn([quote("a", at("draw", 240), at("home", -110), at("away", 105))])).toEqual([
    "away",
    "home",
    "draw",
  ]);
});

test("the best price of a side is marked at every book that quotes this price, unless only one book quotes the line", () => {
  const [line] = groupLines([
    moneyline("a", -110, 102),
    moneyline("b", -105, -102),
    quote("c", at("home", -105)),
  ]);
  const marked = line?.rows.flatMap((row) =>
    row.outcomes.flatMap((_, side) => (isBestPrice(line, row, side) ? [`${row.quote.book}${side}`] : [])),
  );
  expect(marked).toEqual(["a0", "b1", "c1"]);
  const [alone] = groupLines([moneyline("a", -110, 102)]);
  expect(alone?.rows[0] && isBestPrice(alone, alone.rows[0], 0)).toBe(false);
});

test("both sides of a spread are on one line, and prices of different lines are never compared", () => {
  const lines = groupLines([
    quote("a", at("home", -110, -3.5), at("away", -110, 3.5)),
    quote("b", at("home", 120, -6.5), at("away", -140, 6.5)),
    quote("c", at("home", -108, -3.5), at("away", -112, 3.5)),
    quote("even", at("home", -110, 0), at("away", -110, 0)),
  ]);
  expect(lines.map(({ point, rows }) => [point, rows.length])).toEqual([
    [-6.5, 1],
    [-3.5, 2],
    [0, 1],
  ]);
  expect(lines[1]?.best).toEqual([-110, -108]);
  expect(mainLineFirst(lines).map(({ point }) => point)).toEqual([-3.5, -6.5, 0]);
});

test("the lines of several players are kept apart, and sorted by player, then by point", () => {
  const of = (subject: string, point: number): PricedOutcome => ({ ...at("over", -110, point), subject });
  const lines = groupLines([quote("a", of("Jones", 25.5), of("Allen", 249.5), of("Allen", 199.5))]);
  expect(lines.map(({ subject, point }) => `${subject} ${point}`)).toEqual([
    "Allen 199.5",
    "Allen 249.5",
    "Jones 25.5",
  ]);
});

test("rows can be sorted by their edge over the consensus, by the price of a side, by hold or by title", () => {
  const [line] = groupLines([
    moneyline("worst", -125, -105),
    moneyline("tight", -106, -102),
    moneyline("home", 110, -140),
  ]);
  if (line === undefined) throw new Error("there is no line");
  const sorted = (key: SortKey, { isReversed = false, pinned = "" } = {}) =>
    sortRows(
      line.rows,
      { key, isReversed },
      { titleOf: (book) => book, isPinned: (book) => book === pinned },
    ).map(({ quote: { book } }) => book);
  expect(sorted("best")[0]).toBe("home");
  expect(sorted(0)).toEqual(["tight", "worst", "home"]);
  expect(sorted(1)).toEqual(["home", "tight", "worst"]);
  expect(sorted("hold")[0]).toBe("tight");
  expect(sorted("book")).toEqual(["home", "tight", "worst"]);
  expect(sorted("book", { isReversed: true })).toEqual(["worst", "tight", "home"]);
  expect(sorted(0, { isReversed: true })).toEqual(["home", "worst", "tight"]);
  expect(sorted("book", { pinned: "worst" })).toEqual(["worst", "home", "tight"]);
  expect(sorted("book", { isReversed: true, pinned: "home" })).toEqual(["home", "worst", "tight"]);
});

test("a ladder has one row per book, with the price that expires first and the best edge of all lines", () => {
  const lines = groupLines([
    { ...quote("a", at("home", -110, -3.5), at("away", -110, 3.5)), leavesAt: 20 },
    { ...quote("a", at("home", 400, -9.5), at("away", -150, 9.5)), leavesAt: 10 },
    { ...quote("b", at("home", -120, -9.5), at("away", 100, 9.5)), leavesAt: 30 },
  ]);
  const rows = bookRows(lines);
  expect(rows.map(({ quote: { book, leavesAt } }) => [book, leavesAt])).toEqual([
    ["a", 10],
    ["b", 30],
  ]);
  expect(rows[0]?.edge).toBe(
    Math.max(
      ...lines.flatMap((line) => line.rows.filter((row) => row.quote.book === "a").map((row) => row.edge)),
    ),
  );
  expect(rows[0]?.edge).toBeGreaterThan(0);
});

test("the consensus uses only books that quote every side, but bestHold uses the best prices of all books", () => {
  const [line] = groupLines([
    moneyline("a", -110, -110),
    moneyline("b", 110, -130),
    quote("c", at("home", 900)),
  ]);
  // Away: "b" remains beside the best book "a". Home: both, because the best book "c" quotes one side.
  expect(line?.consensus[0]).toBeCloseTo(130 / 230 / (130 / 230 + 100 / 210), 1);
  expect(line?.consensus[1]).toBeCloseTo(0.5, 1);
  expect(line?.best).toEqual([-110, 900]);
  expect(line?.bestHold).toBeLessThan(0);
});

test("keepOrder keeps the order of the shown books, and puts the rows of new books last, in sorted order", () => {
  const [line] = groupLines(["a", "b", "c", "d"].map((book) => moneyline(book, -110, -110)));
  const rows = sortRows(
    line?.rows ?? [],
    { key: "book", isReversed: false },
    { titleOf: (book) => book, isPinned: () => false },
  );
  const books = (shown: readonly string[]) => keepOrder(rows, shown).map(({ quote: { book } }) => book);
  expect(books(["d", "gone", "b"])).toEqual(["d", "b", "a", "c"]);
  expect(books([])).toEqual(["a", "b", "c", "d"]);
});

test("a price far from the consensus of at least four other sources is never the best and has no edge", () => {
  const [line] = groupLines([
    ...["a", "b", "c", "d"].map((book) => moneyline(book, -240, 200)),
    moneyline("wrong", 220, -260),
  ]);
  expect(line?.best).toEqual([200, -240]);
  expect(line?.rows.find(({ quote: { book } }) => book === "wrong")).toMatchObject({
    isOutlier: true,
    edge: -1,
  });
});

test("the consensus of a side leaves out the book with the best price, together with its mirrors", () => {
  const quotes = [moneyline("a", -110, -110), moneyline("b", 150, -170), moneyline("c", 150, -170)];
  const [alone] = groupLines(quotes);
  const [mirrored] = groupLines(quotes, undefined, (book) => (book === "c" ? "b" : book));
  expect(mirrored?.consensus[1]).toBeCloseTo(0.5);
  expect(alone?.consensus[1]).toBeLessThan(0.47);
});
