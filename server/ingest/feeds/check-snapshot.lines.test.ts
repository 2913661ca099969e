import { describe, expect, test } from "vitest";
import { type Loose, market } from "@/server/ingest/feeds/testing/loose-snapshots";

describe("the sides of one line", () => {
  const spread = (home: number, away: number, price = -110): Loose[] => [
    { side: "home", american: price, point: home },
    { side: "away", american: price, point: away },
  ];
  test.each([
    ["spreads", spread(-3.5, -3.5)],
    ["spreads", spread(-3.5, 4.5)],
    [
      "totals",
      [
        { side: "over", american: -110, point: 44.5 },
        { side: "under", american: -110, point: 45.5 },
      ],
    ],
  ])("%s whose two sides are not at the same line are rejected", (key, outcomes) => {
    const { rejected, checked } = market(key, outcomes);
    expect(rejected).toEqual({ points_do_not_meet: 2 });
    expect(checked.events[0]?.unread).toEqual(new Set([key]));
  });

  test("single sides at different lines of a ladder are accepted", () => {
    expect(market("alternate_spreads", spread(-3.5, -3.5)).rejected).toEqual({});
  });

  test("a line is rejected as a whole if one side has two prices", () => {
    const { rejected, outcomes } = market("alternate_spreads", [
      ...spread(-3.5, 3.5),
      { side: "home", american: 120, point: -3.5 },
      ...spread(-4.5, 4.5),
    ]);
    expect(rejected).toEqual({ conflicting_prices: 2, line_rejected: 1 });
    expect(outcomes.map(({ point }) => point)).toEqual([-4.5, 4.5]);
  });

  const two = (key: string, first: Loose, second: Loose, decimal = 2.3) =>
    [key, [first, second].map((side) => ({ decimal, ...side }))] as const;
  test.each([
    two("h2h", { side: "home" }, { side: "away" }),
    two("spreads", { side: "home", point: -3.5 }, { side: "away", point: 3.5 }),
    two("spreads", { side: "home", point: 0 }, { side: "away", point: -0 }),
    two("totals", { side: "over", point: 44.5 }, { side: "under", point: 44.5 }),
    two(
      "team_totals",
      { side: "over", point: 20.5, team: "home" },
      { side: "under", point: 20.5, team: "home" },
    ),
    two(
      "player_pass_yds",
      { side: "over", point: 9.5, player: "A" },
      { side: "under", point: 9.5, player: "A" },
    ),
    two("player_anytime_td", { side: "yes", player: "A" }, { side: "no", player: "A" }),
  ])("the sides of a %s line with an impossible margin are rejected", (key, outcomes) => {
    const { rejected, checked } = market(key, outcomes);
    expect(rejected).toEqual({ impossible_margin: 2 });
    expect(checked.events[0]?.unread).toEqual(new Set([key]));
  });

  test("a slightly negative margin is accepted in every notation, and no margin is computed across different lines", () => {
    const thin = [
      { side: "home", decimal: 2.05 },
      { side: "away", american: 104 },
    ];
    expect(market("h2h", thin).rejected).toEqual({});
    const legs = [0.48, 0.49].map((probability, index) => ({
      side: index === 0 ? "home" : "away",
      probability,
    }));
    expect(market("h2h", legs).rejected).toEqual({});
    const rungs = [
      { side: "over", decimal: 3, point: 50.5 },
      { side: "under", decimal: 3, point: 40.5 },
    ];
    expect(market("alternate_totals", rungs).rejected).toEqual({});
  });

  test.each([
    ["two sides of a moneyline", "h2h", [1.01, 1.01], 2],
    ["three sides of a result", "h2h_3_way", [1.04, 1.04, 1.03], 3],
  ])("%s whose probabilities sum to more than 150 % are rejected", (_, key, prices, count) => {
    const outcomes = prices.map((decimal, index) => ({ side: ["home", "away", "draw"][index], decimal }));
    expect(market(key, outcomes).rejected).toEqual({ impossible_margin: count });
  });

  test("a sum of exactly 150 % is accepted, and in a ladder only the line above it is rejected", () => {
    const half = ["home", "away", "draw"].map((side) => ({ side, probability: 0.5 }));
    expect(market("h2h_3_way", half).rejected).toEqual({});
    const ladder = [40.5, 50.5].flatMap((point) =>
      ["over", "under"].map((side) => ({ side, point, decimal: point === 40.5 ? 1.2 : 1.9 })),
    );
    const { rejected, outcomes } = market("alternate_totals", ladder);
    expect(rejected).toEqual({ impossible_margin: 2 });
    expect(outcomes?.map(({ point }) => point)).toEqual([50.5, 50.5]);
  });

  test("a three-way result with an impossible margin is rejected", () => {
    const drawn = ["home", "away", "draw"].map((side) => ({ side, decimal: 3.4 }));
    expect(market("h2h_3_way", drawn).rejected).toEqual({ impossible_margin: 3 });
  });
});

describe("ladders under a main market", () => {
  const rungs = [
    [220.5, 1.5, 2.6],
    [225.5, 1.92, 1.9],
    [230.5, 2.6, 1.5],
  ].flatMap(([point, over, under]) => [
    { side: "over", point, decimal: over },
    { side: "under", point, decimal: under },
  ]);
  const linesOf = (markets: readonly { key: string; outcomes: readonly { point?: number }[] }[] = []) =>
    Object.fromEntries(
      markets.map(({ key, outcomes }) => [key, [...new Set(outcomes.map(({ point }) => point))]]),
    );

  test("the balanced line stays in the main market, and the others become alternate lines", () => {
    const { rejected, checked } = market("totals", rungs);
    expect(rejected).toEqual({});
    expect(linesOf(checked.events[0]?.markets)).toEqual({
      totals: [225.5],
      alternate_totals: [220.5, 230.5],
    });
  });

  test.each([
    ["an empty line of an exchange", "impossible_margin", [[220.5, 1.01, 1.01]]],
    [
      "a line with two prices of one bet",
      "conflicting_prices",
      [
        [220.5, 1.9, 1.9],
        [220.5, 1.95, 1.9],
      ],
    ],
  ])("%s never becomes the main line of a ladder", (_, reason, bad) => {
    const outcomes = [...bad, [225.5, 1.95, 1.85], [230.5, 2.6, 1.5]].flatMap(([point, over, under]) => [
      { side: "over", point, decimal: over },
      { side: "under", point, decimal: under },
    ]);
    const { rejected, checked } = market("totals", outcomes);
    expect(Object.keys(rejected)).toContain(reason);
    expect(linesOf(checked.events[0]?.markets)).toEqual({ totals: [225.5], alternate_totals: [230.5] });
  });

  test("if the snapshot does not cover alternate lines, the lines beside the balanced one are rejected", () => {
    const { checked, rejected } = market("totals", rungs, {}, { scope: ["totals"] });
    expect(rejected).toEqual({ not_main_line: 4 });
    expect(linesOf(checked.events[0]?.markets)).toEqual({ totals: [225.5] });
  });
});
