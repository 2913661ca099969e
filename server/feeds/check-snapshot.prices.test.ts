import { describe, expect, test } from "vitest";
import { maxPlayersPerEvent } from "@/server/feeds/check-markets";
import {
  check,
  event,
  type Loose,
  market,
  moneyline,
  rejectedBy,
  snapshot,
} from "@/server/feeds/testing/loose-snapshots";

describe("unusable prices", () => {
  const total = (more: Loose): Loose => ({ side: "over", american: -110, point: 44.5, ...more });
  test.each([
    ["that is not an object", "over", "malformed_outcome"],
    ["without a notation", total({ american: undefined }), "malformed_outcome"],
    ["in two notations", total({ decimal: 1.91 }), "malformed_outcome"],
    ["whose size has an empty kind", total({ size: { kind: "", amount: 1 } }), "malformed_outcome"],
    ["with a negative size", total({ size: { kind: "contracts", amount: -1 } }), "malformed_outcome"],
    ["that is text", total({ american: "-110" }), "price_not_finite"],
    ["that is NaN", total({ american: Number.NaN }), "price_not_finite"],
    ["that is null", total({ american: null }), "price_not_finite"],
    ["that is American and not a whole number", total({ american: -110.5 }), "price_out_of_range"],
    ["that is American and inside (-100, 100)", total({ american: 99 }), "price_out_of_range"],
    ["that is American and absurdly large", total({ american: 1_000_001 }), "price_out_of_range"],
    ["that is decimal and exactly 1", total({ american: undefined, decimal: 1 }), "price_out_of_range"],
    ["that is decimal and below 1", total({ american: undefined, decimal: 0.5 }), "price_out_of_range"],
    ["with the probability 1", total({ american: undefined, probability: 1 }), "price_out_of_range"],
    [
      "with a probability just below 1",
      total({ american: undefined, probability: 1 - Number.EPSILON }),
      "price_out_of_range",
    ],
    [
      "that is decimal and too close to 1 for an American form",
      total({ american: undefined, decimal: 1 + Number.EPSILON }),
      "price_out_of_range",
    ],
    ["with the probability 0", total({ american: undefined, probability: 0 }), "price_out_of_range"],
    ["without a point in a market with points", total({ point: null }), "point_missing"],
    ["with a point that is text", total({ point: "44.5" }), "point_not_finite"],
    ["with an absurd point", total({ point: 1e9 }), "point_out_of_range"],
  ])("a price %s is rejected", (_, outcome, reason) => {
    const { rejected, outcomes } = market("totals", [outcome, total({ side: "under" })]);
    expect(rejected).toEqual({ [reason]: 1 });
    expect(outcomes).toHaveLength(1);
  });

  test.each([
    ["a moneyline price with a point", "h2h", { side: "home", american: 100, point: 0 }, "point_not_allowed"],
    [
      "a team total without a team",
      "team_totals",
      { side: "over", american: 100, point: 20.5 },
      "team_missing",
    ],
    [
      "a team total whose team is neither home nor away",
      "team_totals",
      { side: "over", american: 100, point: 20.5, team: "Bills" },
      "malformed_outcome",
    ],
    [
      "a prop without a player",
      "player_pass_yds",
      { side: "over", american: 100, point: 9.5 },
      "player_missing",
    ],
    [
      "a prop of a player whose name has a line break",
      "player_pass_yds",
      { side: "over", american: 100, point: 9.5, player: "A\u2028B" },
      "malformed_outcome",
    ],
    [
      "a prop of a player whose name has too many letters",
      "player_pass_yds",
      { side: "over", american: 100, point: 9.5, player: `Josh ${"A".repeat(56)}` },
      "player_name_too_long",
    ],
    [
      "a prop of a player whose name has too many words",
      "player_pass_yds",
      { side: "over", american: 100, point: 9.5, player: "J-O-S-H A L L E N J R" },
      "player_name_too_long",
    ],
  ])("a price that does not fit its market is rejected: %s", (_, key, outcome, reason) => {
    expect(market(key, [outcome]).rejected).toEqual({ [reason]: 1 });
  });

  test("a draw is accepted in a sport that has draws", () => {
    const drawn = [...moneyline(), { side: "draw", american: 240 }];
    const { rejected, outcomes } = market("h2h", drawn, {}, { sport: "soccer_epl" });
    expect(rejected).toEqual({});
    expect(outcomes.map(({ side }) => side)).toEqual(["home", "away", "draw"]);
  });

  test("even money is accepted with either sign", () => {
    const even = [
      { side: "home", american: -100 },
      { side: "away", american: 100 },
    ];
    expect(market("h2h", even).outcomes).toHaveLength(2);
  });
});

describe("too many players", () => {
  const yes = (index: number): Loose => ({ side: "yes", american: 200, player: `Player ${index}` });
  const over = (index: number): Loose => ({
    side: "over",
    american: 100,
    point: 9.5,
    player: `Player ${index}`,
  });
  const list = (count: number, of: (index: number) => Loose): Loose[] =>
    Array.from({ length: count }, (_, index) => of(index));

  test("an event may list the most players that are allowed, in several markets", () => {
    const markets = [
      { key: "player_anytime_td", outcomes: list(maxPlayersPerEvent, yes) },
      { key: "player_pass_yds", outcomes: list(maxPlayersPerEvent, over) },
    ];
    const checked = check(snapshot([event(markets)]));
    expect(rejectedBy(checked)).toEqual({});
    expect(checked.events[0]?.markets.map(({ outcomes }) => outcomes.length)).toEqual([300, 300]);
  });

  test("if an event lists more players, all its prices of players are rejected and counted, but no other prices and no other events", () => {
    const markets = [
      { key: "h2h", outcomes: moneyline() },
      { key: "player_anytime_td", outcomes: list(200, yes) },
      { key: "player_pass_yds", outcomes: list(maxPlayersPerEvent + 1, over) },
    ];
    const other = event(markets.slice(0, 2), { home: "Denver Broncos", away: "Las Vegas Raiders" });
    const checked = check(snapshot([event(markets), other]));
    expect(rejectedBy(checked)).toEqual({ too_many_players: 501 });
    expect(checked.pricesSeen).toBe(2 + 501 + 2 + 200);
    expect(checked.events.map((each) => each.markets.map(({ key }) => key))).toEqual([
      ["h2h"],
      ["h2h", "player_anytime_td"],
    ]);
    expect(checked.events[0]?.unread).toEqual(new Set(["player_anytime_td", "player_pass_yds"]));
  });
});

describe("outcomes that do not belong to their market", () => {
  const line = (point: number): Loose[] => ["over", "under"].map((side) => ({ side, american: -110, point }));
  test.each([
    ["with an unknown side", { side: "exactly" }, "malformed_outcome"],
    ["with a side that its market lacks", { side: "yes" }, "side_not_allowed"],
    ["with a team in a market without teams", { side: "over", team: "home" }, "team_not_allowed"],
    ["with a player in a market without players", { side: "over", player: "A" }, "player_not_allowed"],
  ])("an outcome %s causes the rejection of its own line only", (_, foreignFields, reason) => {
    const foreignOutcome = { american: 700, point: 44, ...foreignFields };
    const { rejected, outcomes } = market("alternate_totals", [...line(44), foreignOutcome, ...line(44.5)]);
    expect(rejected).toEqual({ [reason]: 1, line_rejected: 2 });
    expect(outcomes.map(({ point }) => point)).toEqual([44.5, 44.5]);
  });

  test("if an outcome without a point does not belong to the market, the whole market is rejected", () => {
    const { rejected, checked } = market("alternate_totals", [
      ...line(44),
      { side: "draw", american: 700 },
      ...line(44.5),
    ]);
    expect(rejected).toEqual({ side_not_allowed: 1, line_rejected: 4 });
    expect(checked.events[0]?.unread).toEqual(new Set(["alternate_totals"]));
  });

  test.each([3, -3])("a spread that lists a draw at the point %d is rejected", (point) => {
    const spread = [
      { side: "home", american: 150, point: -3 },
      { side: "draw", american: 900, point },
      { side: "away", american: 120, point: 3 },
    ];
    expect(market("spreads", spread).rejected).toEqual({ side_not_allowed: 1, line_rejected: 2 });
  });

  test.each([
    [
      "btts",
      [
        { side: "yes", american: -110 },
        { side: "no", american: -110 },
        { side: "draw", american: 200 },
      ],
    ],
    ["draw_no_bet", [...moneyline(), { side: "draw", american: 200 }]],
    ["h2h", [...moneyline(), { side: "draw", american: 240 }, { side: "over", american: 100 }]],
  ])("if an outcome does not belong to the market %s, the whole market is rejected", (key, outcomes) => {
    const { rejected, checked } = market(key, outcomes, {}, { sport: "soccer_epl" });
    expect(rejected).toEqual({ side_not_allowed: 1, line_rejected: outcomes.length - 1 });
    expect(checked.events[0]?.unread).toEqual(new Set([key]));
  });

  test("if a player's outcome does not belong to the market, only this player's line is rejected", () => {
    const yes = (player: string, more: Loose = {}) => ({ side: "yes", american: 200, player, ...more });
    const { rejected, outcomes } = market("player_anytime_td", [
      yes("A"),
      yes("A", { side: "over" }),
      yes("B"),
    ]);
    expect(rejected).toEqual({ side_not_allowed: 1, line_rejected: 1 });
    expect(outcomes.map(({ player }) => player)).toEqual(["B"]);
  });
});

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

describe("yes and no", () => {
  test("over and under 0.5 of a market with yes and no are yes and no, but other points are rejected", () => {
    const td = (side: string, point: number, decimal: number) => ({ side, point, decimal, player: "A" });
    const { outcomes, rejected } = market("player_anytime_td", [
      td("over", 0.5, 1.9),
      td("under", 0.5, 1.95),
    ]);
    expect(outcomes?.map(({ side, point }) => [side, point])).toEqual([
      ["yes", undefined],
      ["no", undefined],
    ]);
    expect(rejected).toEqual({});
    expect(market("player_anytime_td", [td("over", 1.5, 3)]).rejected).toEqual({ side_not_allowed: 1 });
  });
});

describe("the outcomes of one market", () => {
  const over = (american: number, more: Loose = {}): Loose => ({
    side: "over",
    american,
    point: 44.5,
    ...more,
  });

  test("exact repeats are counted as repeated, not as rejected", () => {
    const { rejected, outcomes, checked } = market("totals", [over(-110), over(-110), over(-110)]);
    expect(rejected).toEqual({});
    expect(outcomes).toHaveLength(1);
    expect([checked.pricesSeen, checked.pricesRepeated]).toEqual([3, 2]);
  });

  test("if one bet of a line has two prices, all prices of the line are rejected, including repeated ones", () => {
    const { rejected, outcomes, checked } = market("totals", [
      over(-110),
      over(-110),
      over(-105),
      over(-110, { point: 45 }),
    ]);
    expect(rejected).toEqual({ conflicting_prices: 3 });
    expect(outcomes).toEqual([{ side: "over", price: { american: -110 }, point: 45 }]);
    expect(checked.pricesSeen).toBe(4);
  });

  test("outcomes count as the same bet only if their team and player are equal", () => {
    const props = ["A", "B"].map((player) => ({
      side: "over",
      american: player === "A" ? 100 : 120,
      point: 4.5,
      player,
    }));
    expect(market("player_pass_tds", props).outcomes).toHaveLength(2);
    const totals = ["home", "away"].map((team) => ({
      side: "over",
      american: team === "home" ? 100 : 120,
      point: 4.5,
      team,
    }));
    expect(market("team_totals", totals).outcomes).toHaveLength(2);
  });

  test("a price that is listed twice with different sizes is kept without a size", () => {
    const sized = [1, 2].map((amount) => over(-110, { size: { kind: "contracts", amount } }));
    expect(market("totals", sized).outcomes).toEqual([
      { side: "over", price: { american: -110 }, point: 44.5 },
    ]);
  });

  test("two listings of a market are merged and get the older fetch time", () => {
    const parts = [
      { key: "totals", fetched_at: "2026-11-21T09:50:00Z", outcomes: [over(-110)] },
      { key: "totals", outcomes: [over(-110), { side: "under", american: -110, point: 44.5 }] },
    ];
    const checked = check(snapshot([event(parts)]));
    expect(checked.events[0]?.markets).toEqual([
      {
        key: "totals",
        fetchedAt: Date.parse("2026-11-21T09:50:00Z"),
        outcomes: [
          { side: "over", price: { american: -110 }, point: 44.5 },
          { side: "under", price: { american: -110 }, point: 44.5 },
        ],
      },
    ]);
    expect(checked.pricesRepeated).toBe(1);
  });

  test("prices that conflict across two listings of a market are rejected", () => {
    const parts = [-110, -120].map((american) => ({ key: "totals", outcomes: [over(american)] }));
    expect(rejectedBy(check(snapshot([event(parts)])))).toEqual({ conflicting_prices: 2 });
  });

  test("a moneyline with only one side is rejected, but a total with only one side is accepted", () => {
    expect(market("h2h", [{ side: "home", american: 100 }]).rejected).toEqual({ one_sided: 1 });
    expect(market("totals", [over(-110)]).outcomes).toHaveLength(1);
  });

  test("the order of outcomes does not depend on the order of the listing, even for pick'em lines", () => {
    const lines = [
      { side: "away", american: -110, point: -0 },
      { side: "home", american: -110, point: 0 },
    ];
    const forth = market("spreads", lines).outcomes;
    expect(market("spreads", lines.toReversed()).outcomes).toEqual(forth);
    expect(forth.map(({ point }) => Object.is(point, 0))).toEqual([true, true]);
  });
});
