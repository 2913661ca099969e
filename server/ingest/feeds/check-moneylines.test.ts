import { describe, expect, test } from "vitest";
import {
  check,
  event,
  type Loose,
  rejectedBy,
  snapshot,
} from "@/server/ingest/feeds/testing/loose-snapshots";

const prices = (home: unknown, away: unknown, draw?: unknown): Loose[] => [
  { side: "home", decimal: home },
  { side: "away", decimal: away },
  ...(draw === undefined ? [] : [{ side: "draw", decimal: draw }]),
];
const twoWay = { key: "h2h", outcomes: prices(2.1, 1.74) };
const threeWay = { key: "h2h", outcomes: prices(2.6, 2.28, 4.2) };

const judge = (sport: string, markets: unknown[], whole: Loose = {}) => {
  const checked = check(snapshot([event(markets)], { sport, ...whole }));
  const [first] = checked.events;
  return {
    checked,
    rejected: rejectedBy(checked),
    unread: [...(first?.unread ?? [])].sort(),
    markets: Object.fromEntries(
      (first?.markets ?? []).map(({ key, outcomes }) => [key, outcomes.map(({ side }) => side).join(" ")]),
    ),
  };
};

describe("a moneyline with a draw in a sport of two-way moneylines", () => {
  test.each([
    "americanfootball_nfl",
    "aussierules_afl",
    "baseball_mlb",
    "basketball_euroleague",
    "cricket_psl",
    "icehockey_ahl",
    "icehockey_nhl",
    "lacrosse_pll",
    "mma_mixed_martial_arts",
    "rugbyleague_nrl",
  ])("in %s, a moneyline with a draw is recorded as h2h_3_way", (sport) => {
    const { markets, rejected, unread } = judge(sport, [threeWay]);
    expect(markets).toEqual({ h2h_3_way: "home away draw" });
    expect([rejected, unread]).toEqual([{}, []]);
  });

  test("a period's moneyline with a draw is recorded as h2h_3_way of that period", () => {
    const { markets } = judge("basketball_nba", [{ ...threeWay, key: "h2h_h1" }, twoWay]);
    expect(markets).toEqual({ h2h: "home away", h2h_3_way_h1: "home away draw" });
  });

  test("a moneyline recorded as h2h_3_way keeps its own fetch time", () => {
    const timed = { ...threeWay, fetched_at: "2026-11-21T09:50:00Z" };
    const [market] = judge("icehockey_nhl", [timed]).checked.events[0]?.markets ?? [];
    expect(market).toMatchObject({ key: "h2h_3_way", fetchedAt: Date.parse("2026-11-21T09:50:00Z") });
  });

  test("an h2h_3_way is merged with an h2h that has a draw and the same prices", () => {
    const { markets, checked } = judge("icehockey_nhl", [threeWay, { ...threeWay, key: "h2h_3_way" }]);
    expect(markets).toEqual({ h2h_3_way: "home away draw" });
    expect([checked.pricesSeen, checked.pricesRepeated]).toEqual([6, 3]);
  });

  test("an h2h_3_way and an h2h with a draw are both rejected if their prices differ", () => {
    const other = { key: "h2h_3_way", outcomes: prices(2.5, 2.28, 4.2) };
    const { markets, rejected, unread } = judge("icehockey_nhl", [threeWay, other]);
    expect(markets).toEqual({});
    expect(rejected).toEqual({ conflicting_prices: 2, line_rejected: 4 });
    expect(unread).toEqual(["h2h_3_way"]);
  });

  test("an h2h_3_way and a two-way h2h are both accepted", () => {
    const { markets } = judge("icehockey_nhl", [twoWay, { ...threeWay, key: "h2h_3_way" }]);
    expect(markets).toEqual({ h2h: "home away", h2h_3_way: "home away draw" });
  });

  test("a moneyline whose draw is listed separately is recorded as h2h_3_way", () => {
    const parts = [
      { key: "h2h", fetched_at: "2026-11-21T09:50:00Z", outcomes: prices(2.6, 2.28) },
      { key: "h2h", outcomes: [{ side: "draw", decimal: 4.2 }] },
    ];
    for (const listed of [parts, parts.toReversed()])
      expect(judge("icehockey_nhl", listed).markets).toEqual({ h2h_3_way: "home away draw" });
  });

  test("an h2h is rejected if it is listed once with a draw and once without, at different prices", () => {
    const { markets, rejected } = judge("icehockey_nhl", [twoWay, threeWay]);
    expect(markets).toEqual({});
    expect(rejected).toEqual({ conflicting_prices: 4, line_rejected: 1 });
  });

  test.each([
    ["a price of 1", 1, "price_out_of_range"],
    ["a price that is not a number", Number.NaN, "price_not_finite"],
    ["no price", null, "price_not_finite"],
  ])("a moneyline whose draw has %s is rejected", (_, draw, reason) => {
    const { markets, rejected, unread } = judge("icehockey_nhl", [
      { key: "h2h", outcomes: prices(2.6, 2.28, draw) },
    ]);
    expect(markets).toEqual({});
    expect(rejected).toEqual({ [reason]: 1, line_rejected: 2 });
    expect(unread).toEqual(["h2h_3_way"]);
  });

  test("a three-way moneyline with a missing side is rejected, whether it is listed as h2h or as h2h_3_way", () => {
    const side = (...listed: string[]) => listed.map((one) => ({ side: one, decimal: 2.9 }));
    const rejectedOf = (key: string, outcomes: Loose[]) =>
      judge("icehockey_nhl", [{ key, outcomes }]).rejected;
    expect(rejectedOf("h2h", side("home", "draw"))).toEqual({ side_missing: 2 });
    expect(rejectedOf("h2h", side("draw"))).toEqual({ one_sided: 1 });
    expect(rejectedOf("h2h_3_way", side("home", "away"))).toEqual({ draw_missing: 2 });
  });
});

describe("an ambiguous moneyline", () => {
  test.each([
    ["an outcome with an unknown side", { outcomes: [...twoWay.outcomes, { side: "tie", decimal: 4 }] }],
    ["an outcome that is not an object", { outcomes: [...twoWay.outcomes, 7] }],
  ])("a moneyline with %s is rejected, and h2h and h2h_3_way both count as unread", (_, more) => {
    const { markets, rejected, unread } = judge("icehockey_nhl", [{ key: "h2h", ...more }]);
    expect(markets).toEqual({});
    expect(rejected).toEqual({ malformed_outcome: 1, line_rejected: 2 });
    expect(unread).toEqual(["h2h", "h2h_3_way"]);
  });

  test("a moneyline is ambiguous if a part of it has an unusable time", () => {
    const parts = [twoWay, { ...threeWay, fetched_at: "soon" }];
    const { markets, unread } = judge("icehockey_nhl", parts);
    expect([markets, unread]).toEqual([{}, ["h2h", "h2h_3_way"]]);
  });

  test("a moneyline is ambiguous if the reader could not read it completely", () => {
    const checked = check(snapshot([event([twoWay], { unread: ["h2h"] })], { sport: "icehockey_nhl" }));
    expect(rejectedBy(checked)).toEqual({ line_rejected: 2 });
    expect(checked.events[0]?.unread).toEqual(new Set(["h2h", "h2h_3_way"]));
  });

  test("an h2h_3_way is accepted even if the h2h next to it is ambiguous", () => {
    const damaged = { key: "h2h", outcomes: [...twoWay.outcomes, null] };
    const { markets, unread } = judge("icehockey_nhl", [damaged, { ...threeWay, key: "h2h_3_way" }]);
    expect([markets, unread]).toEqual([{ h2h_3_way: "home away draw" }, ["h2h"]]);
  });

  test("in hockey, if a moneyline without a draw has an unusable price, only h2h counts as unread", () => {
    const { unread } = judge("icehockey_nhl", [{ key: "h2h", outcomes: prices(1.9, 1) }]);
    expect(unread).toEqual(["h2h"]);
  });
});

describe("home and away without a draw in a sport of three-way moneylines", () => {
  test("a soccer h2h without a draw is rejected, because soccer books list the bet without a draw under its own key, draw_no_bet", () => {
    const { markets, rejected, unread } = judge("soccer_epl", [twoWay]);
    expect(markets).toEqual({});
    expect(rejected).toEqual({ draw_missing: 2 });
    expect(unread).toEqual([]);
  });

  test.each(["cricket_test_match", "handball_germany_bundesliga", "rugbyunion_six_nations"])(
    "in %s, home and away prices without a draw become draw_no_bet",
    (sport) => {
      expect(judge(sport, [twoWay]).markets).toEqual({ draw_no_bet: "home away" });
      expect(judge(sport, [threeWay]).markets).toEqual({ h2h: "home away draw" });
    },
  );

  test("in Test cricket, a moneyline without a draw is ambiguous if one of its prices is unusable", () => {
    const { markets, unread } = judge("cricket_test_match", [{ key: "h2h", outcomes: prices(1.9, 1) }]);
    expect([markets, unread]).toEqual([{}, ["draw_no_bet", "h2h"]]);
  });

  test("a single side of a moneyline is rejected even if it is listed twice", () => {
    const home = { side: "home", decimal: 1.9 };
    for (const sport of ["cricket_test_match", "soccer_epl", "icehockey_nhl"])
      expect(judge(sport, [{ key: "h2h", outcomes: [home, home] }])).toMatchObject({
        markets: {},
        rejected: { one_sided: 1 },
        checked: { pricesSeen: 2, pricesRepeated: 1 },
      });
  });

  test("a single side of a moneyline is rejected", () => {
    for (const sport of ["cricket_test_match", "soccer_epl", "icehockey_nhl"])
      expect(judge(sport, [{ key: "h2h", outcomes: [{ side: "home", decimal: 1.9 }] }])).toMatchObject({
        markets: {},
        rejected: { one_sided: 1 },
        unread: [],
      });
  });
});

describe("the scope of a snapshot", () => {
  const scopeOf = (markets: unknown[], scope?: string[]) => {
    const { checked } = judge("icehockey_nhl", markets, scope === undefined ? {} : { scope });
    return checked.scope === null ? null : [...checked.scope].sort();
  };

  test("the scope also includes h2h_3_way if prices listed as h2h are recorded as h2h_3_way", () => {
    expect(scopeOf([threeWay], ["h2h", "totals"])).toEqual(["h2h", "h2h_3_way", "totals"]);
    expect(scopeOf([threeWay])).toBeNull();
  });

  // The scope must not include h2h_3_way, because the source may deliver h2h_3_way in another snapshot.
  test("a scope of h2h stays as it is if no price listed as h2h is recorded as h2h_3_way", () => {
    expect(scopeOf([twoWay], ["h2h"])).toEqual(["h2h"]);
    expect(scopeOf([], ["h2h"])).toEqual(["h2h"]);
  });

  test("a price is out of scope if the scope lacks the key that the source used", () => {
    const { rejected, checked } = judge("icehockey_nhl", [threeWay], { scope: ["h2h_3_way"] });
    expect(rejected).toEqual({ out_of_scope: 3 });
    expect(checked.scope).toEqual(new Set(["h2h_3_way"]));
  });
});

describe("hostile names", () => {
  test("checkSnapshot does not throw on values that cannot be converted to text", () => {
    const wild = JSON.parse('{"toString": 1, "valueOf": 1, "__proto__": null}');
    const parts = { side: wild, decimal: wild, point: wild, team: wild, player: wild, size: wild };
    const sided = { ...parts, side: "over", point: 5.5 };
    const listed = ["h2h", "spreads", "totals", "team_totals", "player_points", wild].map((key) => ({
      key,
      outcomes: [wild, parts, sided, { ...sided, side: "draw" }],
    }));
    const { checked, markets } = judge("icehockey_nhl", listed);
    expect(markets).toEqual({});
    expect([...checked.rejected.values()].reduce((sum, prices) => sum + prices, 0)).toBe(24);
    expect(checked.pricesSeen).toBe(24);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "the inherited property name %s is not accepted as a market, side, team or sport",
    (name) => {
      const listed = [
        { key: name, outcomes: [{ side: "home", decimal: 2 }] },
        { key: "totals", outcomes: [{ side: name, decimal: 2, point: 5.5 }] },
        { key: "team_totals", outcomes: [{ side: "over", decimal: 2, point: 2.5, team: name }] },
        { key: "player_points", outcomes: [{ side: "over", decimal: 2, point: 0.5, player: name }] },
      ];
      const { rejected, markets } = judge("icehockey_nhl", listed);
      expect(rejected).toEqual({ unknown_market: 1, malformed_outcome: 2 });
      expect(markets).toEqual({ player_points: "over" });
      expect(judge(name, listed).rejected).toEqual({ unknown_sport: 4 });
      const lost = check(snapshot([event([], { unread: [name] })], { scope: [name] }));
      expect([lost.scope, lost.events[0]?.unread]).toEqual([new Set(), new Set()]);
    },
  );
});
