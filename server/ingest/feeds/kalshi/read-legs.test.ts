import { describe, expect, test } from "vitest";
import { event, type Market, market, milestone } from "@/server/ingest/feeds/kalshi/testing/payloads";
import {
  eventsOf,
  game,
  mlb,
  orioles,
  pricesOf,
  read,
  rejectedOf,
  runs,
  total,
  yankees,
} from "@/server/ingest/feeds/kalshi/testing/read";
import { snapshotsOf, tallyOf } from "@/server/ingest/feeds/testing/samples";

describe("Kalshi's moneylines", () => {
  const ticker = `KXMLBGAME-${game}`;
  const legs = [
    market(ticker, "NYY", "New York Y", { custom_strike: yankees, ask: ["0.5800", "139428.51"] }),
    market(ticker, "BAL", "Baltimore", {
      custom_strike: orioles,
      ask: ["0.4400", "12.00"],
      bid: ["0.4300", "1.00"],
    }),
  ];

  test("a team's price is the YES ask of the YES/NO market for this team", () => {
    expect(pricesOf(read([mlb("KXMLBGAME", "New York Y vs Baltimore", legs)]))).toEqual({
      h2h: [
        { side: "away", probability: 0.58 },
        { side: "home", probability: 0.44 },
      ],
    });
  });

  test("a moneyline is rejected if it has a YES/NO market for only one of the two teams", () => {
    const items = read([mlb("KXMLBGAME", "New York Y vs Baltimore", legs.slice(0, 1))]);
    expect(tallyOf(items)).toEqual({ accepted: 0, repeated: 0, rejected: { side_missing: 1 } });
  });

  const houston = "KXMLSGAME-26AUG29VANHOU";
  const starts = milestone("Vancouver vs Houston", "2026-08-30T02:30:00Z", [houston]);
  const moneyline = (...texts: readonly (readonly [leg: string, text: string])[]) =>
    event(
      houston,
      "Vancouver vs Houston",
      texts.map(([leg, text]) => market(houston, leg, text)),
      "MLS",
    );
  const three = [
    ["VAN", "Vancouver"],
    ["HOU", "Houston"],
    ["TIE", "Tie"],
  ] as const;

  test("in a moneyline of soccer, the first team of the title is the home team, and the draw has a price", () => {
    const items = read({ events: [moneyline(...three)], milestones: [starts], cursor: "" });
    expect(eventsOf(items)).toMatchObject([{ home: "Vancouver", away: "Houston" }]);
    expect(pricesOf(items)).toEqual({
      h2h: [
        { side: "home", probability: 0.5 },
        { side: "away", probability: 0.5 },
        { side: "draw", probability: 0.5 },
      ],
    });
  });

  test("a moneyline of soccer is rejected if it has no YES/NO market for the draw", () => {
    const items = read({ events: [moneyline(...three.slice(0, 2))], milestones: [starts] });
    expect(tallyOf(items)).toEqual({ accepted: 0, repeated: 0, rejected: { side_missing: 2 } });
  });

  test("the moneyline of a half becomes the three-way moneyline of that half", () => {
    const half = "KXNCAAF1H-26SEP19UGAARK";
    const items = read(
      [
        market(half, "UGA", "Georgia wins 1st Half"),
        market(half, "ARK", "Arkansas wins 1st Half"),
        market(half, "TIE", "Tie 1st Half"),
      ],
      [milestone("Georgia at Arkansas", "2026-09-19T16:00:00Z", [half])],
    );
    expect(pricesOf(items)).toEqual({
      h2h_3_way_h1: [
        { side: "away", probability: 0.5 },
        { side: "home", probability: 0.5 },
        { side: "draw", probability: 0.5 },
      ],
    });
    expect(snapshotsOf(items)).toMatchObject([{ sport: "americanfootball_ncaaf", scope: ["h2h_3_way_h1"] }]);
  });

  test("a fight whose title does not name a home side is read with the prices of both fighters", () => {
    const fight = "KXUFCFIGHT-26AUG22JONASP";
    const items = read(
      [
        event(
          fight,
          "Jon Jones vs Tom Aspinall",
          [market(fight, "JON", "Jon Jones"), market(fight, "ASP", "Tom Aspinall")],
          "UFC",
        ),
      ],
      [milestone("Jon Jones vs Tom Aspinall", "2026-08-23T03:00:00Z", [fight])],
    );
    expect(snapshotsOf(items)).toMatchObject([{ sport: "mma_mixed_martial_arts" }]);
    expect(pricesOf(items).h2h).toHaveLength(2);
  });
});

describe('markets of Kalshi for parts of a game, for team totals and for "both teams to score"', () => {
  const tickers = (series: string) => `${series}-26SEP19UGAARK`;
  const starts = (...series: readonly string[]) => [
    milestone("Georgia at Arkansas", "2026-09-19T16:00:00Z", series.map(tickers)),
  ];
  const half = {
    rules_secondary: "Note: Only points scored during the 1st half of play count towards this market.",
  };

  test.each([
    [
      "KXNCAAF1HSPREAD",
      "Arkansas wins 1H by over 4.5 points",
      4.5,
      "spreads_h1",
      { side: "home", point: -4.5 },
    ],
    ["KXNCAAF1HTOTAL", "Over 13.5 1H points scored", 13.5, "totals_h1", { side: "over", point: 13.5 }],
    [
      "KXNCAAF1HTEAMTOTAL",
      "Georgia over 30.5 1H points scored",
      30.5,
      "team_totals_h1",
      { side: "over", point: 30.5, team: "away" },
    ],
    [
      "KXNCAAF1QSPREAD",
      "Georgia wins 1Q by over 3.5 points",
      3.5,
      "spreads_q1",
      { side: "away", point: -3.5 },
    ],
    ["KXNCAAF1QTOTAL", "Over 7.5 1Q points scored", 7.5, "totals_q1", { side: "over", point: 7.5 }],
    ["KXNCAAF3QTOTAL", "Over 7.5 3Q points scored", 7.5, "totals_q3", { side: "over", point: 7.5 }],
    [
      "KXNCAAFTEAMTOTAL",
      "Arkansas over 20.5 points scored",
      20.5,
      "team_totals",
      { side: "over", point: 20.5, team: "home" },
    ],
  ])(
    'a YES/NO market of the series %s with the text "%s" is read with its line and its period',
    (series, text, line, key, outcome) => {
      const items = read(
        [market(tickers(series), "1", text, { floor_strike: line, ...half })],
        starts(series),
      );
      expect(pricesOf(items)[key]).toContainEqual({ ...outcome, probability: 0.5 });
      expect(Object.keys(pricesOf(items))).toEqual([key]);
      expect(tallyOf(items)).toEqual({ accepted: 2, repeated: 0, rejected: {} });
    },
  );

  test("a YES/NO market for the second half is read only if its rules exclude overtime", () => {
    const series = "KXNCAAF2HTOTAL";
    const leg = (rules_secondary: string) =>
      read(
        [
          market(tickers(series), "24", "Over 23.5 2H points scored", {
            floor_strike: 23.5,
            rules_secondary,
          }),
        ],
        starts(series),
      );
    expect(rejectedOf(leg("This market includes overtime."))).toEqual({ includes_overtime: 2 });
    expect(rejectedOf(leg(""))).toEqual({ includes_overtime: 2 });
    expect(
      pricesOf(leg("Note: Only points scored during the 2nd half of play count towards this market."))
        .totals_h2,
    ).toHaveLength(2);
  });

  test("a baseball market for the first five innings gets a market key with the suffix _f5", () => {
    const ticker = `KXMLBF5TOTAL-${game}`;
    const items = read([
      event(ticker, "New York Y vs Baltimore", [market(ticker, "5", "Over 4.5 runs scored", runs(4.5))]),
    ]);
    expect(pricesOf(items)).toEqual({
      totals_f5: [
        { side: "over", point: 4.5, probability: 0.5 },
        { side: "under", point: 4.5, probability: 0.52 },
      ],
    });
  });

  test('a "both teams to score" market is read with the prices of YES and NO', () => {
    const ticker = "KXEPLBTTS-26AUG22ARSCHE";
    const items = read(
      [
        event(
          ticker,
          "Arsenal vs Chelsea: Both Teams to Score",
          [market(ticker, "BTTS", "Both teams to score")],
          "EPL",
        ),
      ],
      [milestone("Arsenal vs Chelsea", "2026-08-22T14:00:00Z", [ticker])],
    );
    expect(eventsOf(items)).toMatchObject([{ home: "Arsenal", away: "Chelsea" }]);
    expect(pricesOf(items)).toEqual({
      btts: [
        { side: "yes", probability: 0.5 },
        { side: "no", probability: 0.52 },
      ],
    });
  });
});

describe("Kalshi's player props", () => {
  const prop = (series: string, ...markets: readonly Market[]) =>
    read([mlb(series, "New York Y vs Baltimore: Strikeouts", markets)]);

  test("each player has a main line, and the player's other lines are alternates", () => {
    const ticker = `KXMLBKS-${game}`;
    const leg = (player: string, atLeast: number, bid: string, ask: string) =>
      market(ticker, `${player.toUpperCase().replace(" ", "")}-${atLeast}`, `${player}: ${atLeast}+`, {
        floor_strike: atLeast - 0.5,
        strike_type: "structured",
        custom_strike: { ...yankees, baseball_player: player },
        bid: [bid, "10.00"],
        ask: [ask, "10.00"],
      });
    const items = prop(
      "KXMLBKS",
      leg("Cam Schlittler", 6, "0.6400", "0.6500"),
      leg("Cam Schlittler", 7, "0.4800", "0.4900"),
      leg("Dean Kremer", 4, "0.5100", "0.5300"),
    );
    expect(pricesOf(items)).toEqual({
      pitcher_strikeouts: [
        { side: "over", point: 6.5, player: "Cam Schlittler", probability: 0.49 },
        { side: "under", point: 6.5, player: "Cam Schlittler", probability: 0.52 },
        { side: "over", point: 3.5, player: "Dean Kremer", probability: 0.53 },
        { side: "under", point: 3.5, player: "Dean Kremer", probability: 0.49 },
      ],
      pitcher_strikeouts_alternate: [
        { side: "over", point: 5.5, player: "Cam Schlittler", probability: 0.65 },
        { side: "under", point: 5.5, player: "Cam Schlittler", probability: 0.36 },
      ],
    });
  });

  test('a touchdown prop has the sides yes and no, and "No Touchdown" is not read as a player', () => {
    const ticker = "KXNFLANYTD-26SEP13DALNYG";
    const items = read(
      [
        event(
          ticker,
          "Dallas vs New York G: Anytime Touchdown",
          [
            market(ticker, "1", "Malik Nabers: 1+", { floor_strike: 0.5 }),
            market(ticker, "NONE", "No Touchdown"),
          ],
          "Pro Football",
        ),
      ],
      [milestone("Dallas at New York G", "2026-09-14T00:20:00Z", [ticker])],
    );
    expect(pricesOf(items)).toEqual({
      player_anytime_td: [
        { side: "yes", player: "Malik Nabers", probability: 0.5 },
        { side: "no", player: "Malik Nabers", probability: 0.52 },
      ],
    });
    expect(rejectedOf(items)).toEqual({ unknown_outcome: 2 });
    expect(eventsOf(items)).toMatchObject([{ unread: ["player_anytime_td"] }]);
  });

  test("a YES/NO market is rejected if the line in its text differs from the line in its strike", () => {
    const ticker = `KXMLBKS-${game}`;
    expect(rejectedOf(prop("KXMLBKS", market(ticker, "A-3", "A B: 3+", runs(1.5))))).toEqual({
      disagreement: 2,
    });
  });

  test.each([
    ["greater", 8, 8.5],
    ["greater_or_equal", 8, 7.5],
    ["structured", 7.5, 7.5],
  ])("a strike of type %s at %d is read as over %d", (strike_type, floor_strike, point) => {
    const items = prop("KXMLBKS", market(`KXMLBKS-${game}`, "A", "A B", { strike_type, floor_strike }));
    expect(pricesOf(items).pitcher_strikeouts).toMatchObject([
      { side: "over", point },
      { side: "under", point },
    ]);
  });

  test.each([
    [{ strike_type: "structured", floor_strike: 8 }],
    [{ strike_type: "greater", floor_strike: 8.25 }],
    [{ strike_type: "between", floor_strike: 3.5, cap_strike: 5.5 }],
    [{ strike_type: "custom" }],
  ])("a strike that does not give exactly one half-point line is rejected: %j", (strike) => {
    expect(rejectedOf(prop("KXMLBKS", market(`KXMLBKS-${game}`, "A", "A B", strike)))).toEqual({
      malformed_market: 2,
    });
  });
});

describe("Kalshi's missing and unusable prices", () => {
  const one = (fields: Parameters<typeof market>[3]) =>
    read([
      mlb("KXMLBTOTAL", "New York Y vs Baltimore", [
        market(total, "8", "Over 7.5 runs scored", { ...runs(7.5), ...fields }),
      ]),
    ]);

  test("if only one side of a YES/NO market is offered, this side becomes an outcome of an alternate line", () => {
    const items = one({ bid: ["0.0000", "0.00"], ask: ["0.4600", "2144.00"] });
    expect(pricesOf(items)).toEqual({ alternate_totals: [{ side: "over", point: 7.5, probability: 0.46 }] });
    expect(rejectedOf(items)).toEqual({ empty_side: 1 });
  });

  test("a YES/NO market without any offer has no price", () => {
    const items = one({ bid: ["0.0000", "0.00"], ask: ["1.0000", "0.00"] });
    expect(pricesOf(items)).toEqual({});
    expect(rejectedOf(items)).toEqual({ empty_side: 2 });
  });

  test("a price with a size of zero counts as an empty side", () => {
    expect(rejectedOf(one({ ask: ["0.5000", "0.00"] }))).toEqual({ empty_side: 1 });
  });

  test("prices that contradict each other are rejected", () => {
    expect(rejectedOf(one({ no_ask_dollars: "0.6000" }))).toEqual({ disagreement: 2 });
    expect(rejectedOf(one({ bid: ["0.6000", "1.00"], ask: ["0.5000", "1.00"] }))).toEqual({
      disagreement: 2,
    });
  });

  test("the prices of a market that is not active are rejected", () => {
    expect(rejectedOf(one({ status: "finalized" }))).toEqual({ not_open: 2 });
  });
});

describe("Kalshi's order books", () => {
  const leg = mlb("KXMLBTOTAL", "New York Y vs Baltimore", [
    market(total, "8", "Over 7.5 runs scored", runs(7.5)),
  ]);
  const book = (orderbook_fp: unknown) => ({ ticker: `${total}-8`, orderbook_fp });

  test("the best bids of an order book replace the market's own prices", () => {
    const items = read(
      [leg],
      [
        book({
          yes_dollars: [
            ["0.0100", "9.00"],
            ["0.4700", "5.50"],
          ],
          no_dollars: [
            ["0.5100", "7.25"],
            ["0.0200", "1.00"],
          ],
        }),
      ],
    );
    expect(eventsOf(items)[0]?.markets[0]?.outcomes).toEqual([
      { side: "over", point: 7.5, probability: 0.49, size: { kind: "contracts", amount: 7.25 } },
      { side: "under", point: 7.5, probability: 0.53, size: { kind: "contracts", amount: 5.5 } },
    ]);
  });

  test("an order book with both sides empty has no price", () => {
    expect(rejectedOf(read([leg], [book({ yes_dollars: [], no_dollars: [] })]))).toEqual({ empty_side: 2 });
  });

  test("an order book with Kalshi's old field `orderbook` is rejected, and the market's own prices are used", () => {
    const old = {
      ticker: `${total}-8`,
      orderbook: { yes: null, no: null, yes_dollars: null, no_dollars: null },
    };
    const items = read([leg], [old]);
    expect(rejectedOf(items)).toEqual({ malformed_book: 1 });
    expect(pricesOf(items).totals).toHaveLength(2);
  });
});
