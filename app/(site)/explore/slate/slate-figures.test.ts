import { expect, test } from "vitest";
import { holdNow, nextMoment, nextSort, sortGames } from "@/app/(site)/explore/slate/slate-figures";
import type { Quote, SlateGame, SlateView } from "@/server/market/screen/views";

const quote = (leavesAt: number): Quote => ({ book: "a", updatedAt: 0, leavesAt, lifeMs: 90 });

/** A game whose sides have these best prices, in American odds. */
const game = (id: string, start: number, away: number, home: number, books = 3): SlateGame => ({
  id,
  start,
  homeTeam: `${id} home`,
  awayTeam: `${id} away`,
  sides: [
    { side: "away", levels: [{ price: { american: away }, quotes: [quote(1_000)] }] },
    { side: "home", levels: [{ price: { american: home }, quotes: [quote(1_000)] }] },
  ],
  books,
  booksOnLine: books,
  outliers: [],
  lapsed: [],
  unmatched: [],
  cells: {},
  nextLeavesAt: 1_000,
  lastLeavesAt: 1_000,
});

const games = [
  game("b", 2_000, -110, -110, 5),
  game("a", 3_000, 110, 105, 1),
  game("c", 4_000, -105, -105, 9),
];
const order = (sort: string | undefined, now = 0) => sortGames(games, sort, now, []).map(({ id }) => id);

test("games are sorted by start, title, hold or number of books, in both directions", () => {
  expect(order(undefined)).toEqual(["b", "a", "c"]);
  expect(order("-start")).toEqual(["c", "a", "b"]);
  expect(order("game")).toEqual(["a", "b", "c"]);
  expect(order("hold")).toEqual(["a", "c", "b"]);
  expect(order("-hold")).toEqual(["b", "c", "a"]);
  expect(order("books")).toEqual(["c", "b", "a"]);
  expect(order("-books")).toEqual(["a", "b", "c"]);
});

test("games whose prices have lapsed have no hold, and come last in both directions", () => {
  const lapsed = {
    ...game("x", 0, 500, 500),
    sides: game("x", 0, 500, 500).sides.map((side) => ({ ...side, levels: [] })),
  };
  for (const sort of ["hold", "-hold"])
    expect(sortGames([lapsed, ...games], sort, 0, []).at(-1)?.id).toBe("x");
  expect(holdNow(games[1] ?? lapsed, 0)).toBeLessThan(0);
  expect(holdNow(games[1] ?? lapsed, 1_000)).toBeUndefined();
});

test("games without a recorded move come last when games are sorted by move", () => {
  const sparklines = [
    { id: "c", since: 0, points: [0.5, 0.52] },
    { id: "a", since: 0, points: [0.5, 0.4] },
  ];
  expect(sortGames(games, "move", 0, sparklines).map(({ id }) => id)).toEqual(["a", "c", "b"]);
  expect(sortGames(games, "-move", 0, sparklines).map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

test("clicks on a header sort by it, reverse the order, and sort by start again", () => {
  expect(nextSort(undefined, "hold")).toBe("hold");
  expect(nextSort("hold", "hold")).toBe("-hold");
  expect(nextSort("-hold", "hold")).toBeUndefined();
  expect(nextSort(undefined, "start")).toBe("-start");
  expect(nextSort("-start", "start")).toBeUndefined();
});

test("a slate changes when a price begins to fade, when it is removed, and when a game starts", () => {
  const view = { games } as unknown as SlateView;
  expect(nextMoment(view, 0)).toBe(970);
  expect(nextMoment(view, 970)).toBe(1_000);
  expect(nextMoment(view, 1_000)).toBe(2_000);
});
