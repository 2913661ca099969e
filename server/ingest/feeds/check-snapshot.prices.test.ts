import { describe, expect, test } from "vitest";
import { maxPlayersPerEvent } from "@/server/ingest/feeds/check-markets";
import {
  check,
  event,
  type Loose,
  market,
  moneyline,
  rejectedBy,
  snapshot,
} from "@/server/ingest/feeds/testing/loose-snapshots";

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
