import { describe, expect, test } from "vitest";
import { readAll, snapshotsOf, tallyOf } from "@/server/feeds/testing/samples";
import { theOddsApiFormat } from "@/server/feeds/the-odds-api/read-the-odds-api";

type Loose = Record<string, unknown>;

const moneyline: Loose[] = [
  { name: "Boston Bruins", price: 1.7 },
  { name: "New York Rangers", price: 2.2 },
];

const book = (markets: Loose[], more: Loose = {}): Loose => ({
  key: "fanduel",
  title: "FanDuel",
  last_update: "2024-03-21T14:10:19Z",
  markets,
  ...more,
});

const event = (bookmakers: unknown, more: Loose = {}): Loose => ({
  id: "e1",
  sport_key: "icehockey_nhl",
  sport_title: "NHL",
  commence_time: "2024-03-21T23:00:00Z",
  home_team: "Boston Bruins",
  away_team: "New York Rangers",
  bookmakers,
  ...more,
});

const read = (answer: unknown) => readAll(theOddsApiFormat, JSON.stringify(answer));
const readMarket = (key: string, outcomes: Loose[], more: Loose = {}) =>
  read([event([book([{ key, outcomes }])], more)]);
const outcomesOf = (items: ReturnType<typeof read>) =>
  snapshotsOf(items).flatMap(({ events }) =>
    events.flatMap(({ markets }) => markets.flatMap((one) => one.outcomes)),
  );

describe("an /odds answer", () => {
  test("becomes a snapshot for each book and fetch time, in the book's own orientation", () => {
    expect(
      read([event([book([{ key: "h2h", last_update: "2024-03-21T14:10:19Z", outcomes: moneyline }])])]),
    ).toEqual([
      {
        kind: "snapshot",
        snapshot: {
          book: "fanduel",
          sport: "icehockey_nhl",
          fetched_at: "2024-03-21T14:10:19Z",
          book_title: "FanDuel",
          scope: ["h2h"],
          events: [
            {
              ref: "e1",
              commence_time: "2024-03-21T23:00:00Z",
              home: "Boston Bruins",
              away: "New York Rangers",
              markets: [
                {
                  key: "h2h",
                  outcomes: [
                    { side: "home", decimal: 1.7 },
                    { side: "away", decimal: 2.2 },
                  ],
                },
              ],
            },
          ],
        },
      },
    ]);
  });

  test("groups the events of one book by its fetch time", () => {
    const later = book([{ key: "h2h", outcomes: moneyline }], { last_update: "2024-03-21T14:11:00Z" });
    const first = book([{ key: "h2h", outcomes: moneyline }]);
    const snapshots = snapshotsOf(
      read([
        event([later]),
        event([first], { id: "e2" }),
        event([first, { ...first, key: "bovada" }], { id: "e3" }),
      ]),
    );
    expect(snapshots.map((one) => [one.book, one.fetched_at, one.events.map(({ ref }) => ref)])).toEqual([
      ["bovada", "2024-03-21T14:10:19Z", ["e3"]],
      ["fanduel", "2024-03-21T14:10:19Z", ["e2", "e3"]],
      ["fanduel", "2024-03-21T14:11:00Z", ["e1"]],
    ]);
  });

  test("speaks for the markets that occur in it at any book, not for those that are none of ours", () => {
    const totals = { key: "totals", outcomes: [{ name: "Over", price: 1.9, point: 6 }] };
    const snapshots = snapshotsOf(
      read([
        event([book([totals, { key: "h2h_lay", outcomes: moneyline }])]),
        event([book([{ key: "spreads", outcomes: [] }], { key: "bovada" })], { id: "e2" }),
      ]),
    );
    expect(snapshots.map(({ scope }) => scope)).toEqual([
      ["spreads", "totals"],
      ["spreads", "totals"],
    ]);
  });

  test("keeps a market's own time where it is another than its book's", () => {
    const markets = [
      { key: "h2h", last_update: "2024-03-21T14:09:00Z", outcomes: moneyline },
      { key: "totals", outcomes: [{ name: "Over", price: 1.9, point: 6 }] },
    ];
    const [snapshot] = snapshotsOf(read([event([book(markets)])]));
    expect(snapshot?.events[0]?.markets.map(({ fetched_at }) => fetched_at)).toEqual([
      "2024-03-21T14:09:00Z",
      undefined,
    ]);
  });

  test("gives a book without a time the newest of its markets', and lends that to no market", () => {
    const markets = [
      { key: "h2h", last_update: "2024-03-21T14:09:00Z", outcomes: moneyline },
      {
        key: "spreads",
        last_update: "2024-03-21T14:10:00Z",
        outcomes: [{ name: "Boston Bruins", price: 1.9, point: -1.5 }],
      },
      { key: "totals", outcomes: [{ name: "Over", price: 1.9, point: 6 }] },
    ];
    const [snapshot] = snapshotsOf(read(event([book(markets, { last_update: undefined })])));
    expect(snapshot?.fetched_at).toBe("2024-03-21T14:10:00Z");
    expect(snapshot?.events[0]?.markets.map(({ fetched_at }) => fetched_at)).toEqual([
      "2024-03-21T14:09:00Z",
      undefined,
      null,
    ]);
  });

  test("without any time is not measured", () => {
    const [snapshot] = snapshotsOf(
      read([event([book([{ key: "h2h", outcomes: moneyline }], { last_update: null })])]),
    );
    expect(snapshot?.fetched_at).toBeNull();
    expect(snapshot?.events[0]?.markets[0]).not.toHaveProperty("fetched_at");
  });

  test("with times in seconds is read as well", () => {
    const seconds = (iso: string) => Date.parse(iso) / 1000;
    const [snapshot] = snapshotsOf(
      read([
        event(
          [book([{ key: "h2h", outcomes: moneyline }], { last_update: seconds("2024-03-21T14:10:19Z") })],
          {
            commence_time: seconds("2024-03-21T23:00:00Z"),
          },
        ),
      ]),
    );
    expect(snapshot?.fetched_at).toBe("2024-03-21T14:10:19.000Z");
    expect(snapshot?.events[0]?.commence_time).toBe("2024-03-21T23:00:00.000Z");
  });

  test("keeps American prices as they are", () => {
    const american = [
      { name: "Boston Bruins", price: -145 },
      { name: "New York Rangers", price: 125 },
    ];
    expect(outcomesOf(readMarket("h2h", american))).toEqual([
      { side: "home", american: -145 },
      { side: "away", american: 125 },
    ]);
  });

  test("states a limit as the book's kind publishes it", () => {
    const limited = [{ name: "Boston Bruins", price: 1.7, bet_limit: 250 }, moneyline[1] ?? {}];
    expect(outcomesOf(readMarket("h2h", limited))).toEqual([
      { side: "home", decimal: 1.7, size: { kind: "posted_limit", amount: 250 } },
      { side: "away", decimal: 2.2 },
    ]);
    const exchange = read([event([book([{ key: "h2h", outcomes: limited }], { key: "matchbook" })])]);
    expect(outcomesOf(exchange)[0]).toMatchObject({ size: { kind: "resting_depth", amount: 250 } });
  });

  test("of no events is nothing", () => {
    expect(read([])).toEqual([]);
  });
});

describe("a historical answer", () => {
  const wrapper = (data: unknown) => ({
    timestamp: "2024-03-21T14:15:00Z",
    previous_timestamp: "2024-03-21T14:05:00Z",
    next_timestamp: "2024-03-21T14:25:00Z",
    data,
  });

  test("is recorded at its timestamp, as a list and as a single event", () => {
    const one = event([book([{ key: "h2h", outcomes: moneyline }])]);
    for (const data of [[one], one])
      expect(snapshotsOf(read(wrapper(data))).map(({ recorded_at }) => recorded_at)).toEqual([
        "2024-03-21T14:15:00Z",
      ]);
  });

  test("without data is a malformed file", () => {
    expect(read(wrapper(null))).toMatchObject([{ kind: "rejected", reason: "malformed_file", prices: 1 }]);
  });
});

describe("an outcome's name becomes its side:", () => {
  test("a draw, and teams spelled with other accents or case", () => {
    const teams = { home_team: "Montréal Canadiens", away_team: "St Louis Blues" };
    const outcomes = ["Montreal Canadiens", "ST LOUIS BLUES", "Draw"].map((name) => ({ name, price: 3.1 }));
    expect(outcomesOf(readMarket("h2h_3_way", outcomes, teams)).map(({ side }) => side)).toEqual([
      "home",
      "away",
      "draw",
    ]);
  });

  test("a team total's team by description", () => {
    const outcomes = ["New York Rangers", "Boston Bruins"].map((description) => ({
      name: "Over",
      description,
      price: 1.9,
      point: 2.5,
    }));
    expect(outcomesOf(readMarket("team_totals", outcomes))).toEqual([
      { side: "over", team: "away", decimal: 1.9, point: 2.5 },
      { side: "over", team: "home", decimal: 1.9, point: 2.5 },
    ]);
  });

  test("a prop's player by description, and by name where the description is the side", () => {
    const outcomes = [
      { name: "Over", description: "David Pastrnak", price: 1.9, point: 3.5 },
      { name: "David Pastrnak", description: "Under", price: 1.9, point: 3.5 },
    ];
    expect(outcomesOf(readMarket("player_shots_on_goal", outcomes))).toEqual([
      { side: "over", player: "David Pastrnak", decimal: 1.9, point: 3.5 },
      { side: "under", player: "David Pastrnak", decimal: 1.9, point: 3.5 },
    ]);
  });

  test("a scorer listed alone is a yes, a team or nobody among the scorers is not", () => {
    const outcomes = ["David Pastrnak", "No Scorer", "Boston Bruins", ""].map((name) => ({
      name,
      price: 3.5,
    }));
    const items = readMarket("player_goal_scorer_anytime", outcomes);
    expect(outcomesOf(items)).toEqual([{ side: "yes", player: "David Pastrnak", decimal: 3.5 }]);
    expect(tallyOf(items).rejected).toEqual({ unknown_outcome: 3 });
  });

  test("periods have our keys", () => {
    const outcomes = [
      { name: "Cleveland Guardians", price: 1.8 },
      { name: "Baltimore Orioles", price: 2.1 },
    ];
    const teams = {
      sport_key: "baseball_mlb",
      home_team: "Cleveland Guardians",
      away_team: "Baltimore Orioles",
    };
    const [snapshot] = snapshotsOf(readMarket("h2h_1st_5_innings", outcomes, teams));
    expect(snapshot?.events[0]?.markets[0]?.key).toBe("h2h_f5");
    expect(snapshot?.scope).toEqual(["h2h_f5"]);
  });

  test("a market of which nothing can be handed on is named as unread, so that it does not seem withdrawn", () => {
    for (const outcomes of [[{ name: "Toronto Maple Leafs", price: 5 }], [7], null]) {
      const [snapshot] = snapshotsOf(readMarket("h2h", outcomes as never));
      expect(snapshot?.events.map(({ markets, unread }) => [markets, unread])).toEqual([[[], ["h2h"]]]);
    }
  });

  test("a name of neither team is rejected alone among lines", () => {
    const total = ["Over", "Under"].map((name) => ({ name, price: 1.9, point: 5.5 }));
    const items = readMarket("totals", [...total, { name: "Toronto Maple Leafs", price: 5 }]);
    expect(tallyOf(items)).toEqual({ accepted: 2, repeated: 0, rejected: { unknown_outcome: 1 } });
  });

  test("a third name in a moneyline, which may be its draw, takes the others with it", () => {
    const items = readMarket("h2h", [...moneyline, { name: "Unentschieden", price: 5 }]);
    expect(tallyOf(items)).toEqual({
      accepted: 0,
      repeated: 0,
      rejected: { unknown_outcome: 1, line_rejected: 2 },
    });
  });

  test.each(["Draw", "draw ", "Tie", "The Draw", "X"])("%s is the draw of a moneyline", (name) => {
    const outcomes = outcomesOf(readMarket("h2h", [...moneyline, { name, price: 4.2 }]));
    expect(outcomes).toContainEqual({ side: "draw", decimal: 4.2 });
  });
});

describe("what cannot be used is counted:", () => {
  test.each([
    [
      "an error answer, with its message",
      { message: "API key is missing", error_code: "MISSING_KEY" },
      "API key is missing",
    ],
    ["another object", { odds: [] }, "no list of events"],
    ["a number", 12, "no column"],
  ])("%s is a malformed file", (_, answer, detail) => {
    expect(read(answer)).toMatchObject([
      { reason: "malformed_file", prices: 1, detail: expect.stringContaining(detail) },
    ]);
  });

  test.each(["", "   ", '[{"id":', "<html></html>", '"quoted'])("%j is a malformed file", (text) => {
    expect(readAll(theOddsApiFormat, text)).toMatchObject([{ reason: "malformed_file", prices: 1 }]);
  });

  test("parts of another shape take nothing else with them", () => {
    const items = read([
      null,
      event(undefined),
      event([
        null,
        { key: "bovada" },
        book([{ key: "h2h", outcomes: moneyline }, { key: "totals" }, { outcomes: [] }]),
      ]),
      event([book([{ key: "totals", outcomes: [7, { name: "Over", price: 1.9, point: 6 }] }])], { id: "e2" }),
    ]);
    expect(tallyOf(items)).toEqual({
      accepted: 3,
      repeated: 0,
      rejected: { malformed_event: 2, malformed_bookmaker: 2, malformed_market: 2, malformed_outcome: 1 },
    });
  });

  test("a lay market, an outright and a nameless event count their prices at the border", () => {
    const items = read([
      event([book([{ key: "h2h_lay", outcomes: moneyline }])]),
      event([book([{ key: "outrights", outcomes: [{ name: "Boston Bruins", price: 9 }] }])], {
        id: "e2",
        home_team: null,
        away_team: null,
      }),
    ]);
    expect(tallyOf(items)).toEqual({
      accepted: 0,
      repeated: 0,
      rejected: { unknown_market: 2, malformed_event: 1 },
    });
  });

  test("a price that is no number", () => {
    const odd = [
      { name: "Over", point: 6 },
      { name: "Under", point: 6, price: "n/a" },
    ];
    const items = read([
      event([
        book([
          { key: "h2h", outcomes: moneyline },
          { key: "totals", outcomes: odd },
        ]),
      ]),
    ]);
    expect(tallyOf(items)).toEqual({ accepted: 2, repeated: 0, rejected: { price_not_finite: 2 } });
  });
});
