import { describe, expect, test } from "vitest";
import { priceGrid } from "@/app/(site)/explore/price-grid";
import type { FixtureOdds } from "@/app/(site)/read-response";

type WireOutcome = FixtureOdds["bookmakers"][number]["markets"][number]["outcomes"][number];

const fixture = (quotes: Readonly<Record<string, readonly WireOutcome[]>>, key = "h2h"): FixtureOdds => ({
  id: "x",
  sport_key: "americanfootball_nfl",
  sport_title: "NFL",
  commence_time: "2026-11-22T18:00:00Z",
  home_team: "Bills",
  away_team: "Chiefs",
  bookmakers: Object.entries(quotes).map(([book, outcomes]) => ({
    key: book,
    title: book,
    last_update: null,
    markets: [{ key, last_update: "2026-11-21T10:00:00Z", outcomes: [...outcomes] }],
  })),
  unmatched_bookmakers: [],
});

const bestBooks = (odds: FixtureOdds, key: string, side: number): string[] =>
  priceGrid(odds, key).lines.flatMap(({ point, rows }) =>
    rows.filter(({ cells }) => cells[side]?.best).map(({ book }) => `${point ?? ""}${book}`),
  );

describe("priceGrid", () => {
  test("the price grid has the away team first, the home team second and the draw last", () => {
    const odds = fixture({
      a: [
        { name: "Bills", price: -110 },
        { name: "Draw", price: 240 },
        { name: "Chiefs", price: 105 },
      ],
    });
    expect(priceGrid(odds, "h2h").sides).toEqual(["Chiefs", "Bills", "Draw"]);
  });

  test("the price grid sorts a side with the name of an inherited property like any other side", () => {
    const sides = (names: readonly string[]) =>
      priceGrid(fixture({ constructor: names.map((name) => ({ name, price: 100 })) }), "h2h").sides;
    expect(sides(["toString", "constructor", "Bills", "__proto__", "Chiefs"])).toEqual([
      "Chiefs",
      "Bills",
      "__proto__",
      "constructor",
      "toString",
    ]);
  });

  test("the price grid marks the best price of each side at every book that has it", () => {
    const odds = fixture({
      a: [
        { name: "Bills", price: -110 },
        { name: "Chiefs", price: 102 },
      ],
      b: [
        { name: "Bills", price: -105 },
        { name: "Chiefs", price: -102 },
      ],
      c: [{ name: "Bills", price: -105 }],
    });
    expect(bestBooks(odds, "h2h", 0)).toEqual(["a"]);
    expect(bestBooks(odds, "h2h", 1)).toEqual(["b", "c"]);
  });

  test("the price grid puts both sides of a spread on one line and never compares different lines", () => {
    const odds = fixture(
      {
        a: [
          { name: "Bills", price: -110, point: -3.5 },
          { name: "Chiefs", price: -110, point: 3.5 },
        ],
        b: [
          { name: "Bills", price: 120, point: -6.5 },
          { name: "Chiefs", price: -140, point: 6.5 },
        ],
      },
      "spreads",
    );
    const { lines } = priceGrid(odds, "spreads");
    expect(lines.map(({ point, rows }) => [point, rows.length])).toEqual([
      [-6.5, 1],
      [-3.5, 1],
    ]);
    expect(bestBooks(odds, "spreads", 1)).toEqual(["-6.5b", "-3.5a"]);
  });

  test("a pick'em spread is one line of the price grid", () => {
    const odds = fixture(
      {
        a: [
          { name: "Bills", price: -110, point: 0 },
          { name: "Chiefs", price: -110, point: 0 },
        ],
      },
      "spreads",
    );
    expect(priceGrid(odds, "spreads").lines).toHaveLength(1);
  });

  test("the price grid separates the totals of the two teams", () => {
    const total = (description: string): WireOutcome[] => [
      { name: "Under", description, price: -115, point: 24.5 },
      { name: "Over", description, price: -105, point: 24.5 },
    ];
    const grid = priceGrid(
      fixture({ a: [...total("Bills"), ...total("Chiefs")] }, "team_totals"),
      "team_totals",
    );
    expect(grid.sides).toEqual(["Over", "Under"]);
    expect(grid.lines.map(({ subject }) => subject)).toEqual(["Bills", "Chiefs"]);
  });

  test("the price grid is empty for a market without quotes", () => {
    expect(priceGrid(fixture({}), "totals")).toEqual({ sides: [], lines: [] });
  });
});
