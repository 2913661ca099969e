import { describe, expect, test } from "vitest";
import { readAll, snapshotsOf, tallyOf } from "@/server/ingest/feeds/testing/samples";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";

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

const read = (response: unknown) => readAll(theOddsApiFormat, JSON.stringify(response));
const readMarket = (key: string, outcomes: Loose[], more: Loose = {}) =>
  read([event([book([{ key, outcomes }])], more)]);
const outcomesOf = (items: ReturnType<typeof read>) =>
  snapshotsOf(items).flatMap(({ events }) =>
    events.flatMap(({ markets }) => markets.flatMap((item) => item.outcomes)),
  );

describe("an /odds response of The Odds API", () => {
  test("an /odds response becomes one snapshot per book and fetch time, with home and away as the book lists them", () => {
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
              book_event_id: null,
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

  test("a book's sid and link become its own id of the event and its link, and the vendor's id stays the reference", () => {
    const words = { sid: "fd-77", link: "https://sportsbook.example/{state}/77" };
    const markets = [{ key: "h2h", outcomes: moneyline }];
    const [snapshot] = snapshotsOf(read([event([book(markets, words)])]));
    expect(snapshot?.events).toMatchObject([{ ref: "e1", book_event_id: "fd-77", link: words.link }]);
    const [unstated] = snapshotsOf(read([event([book(markets, { sid: null, link: null })])]));
    expect(unstated?.events).toMatchObject([{ ref: "e1", book_event_id: null }]);
    expect(unstated?.events[0]).not.toHaveProperty("link");
  });

  test("the events of one book are grouped into snapshots by their fetch times", () => {
    const later = book([{ key: "h2h", outcomes: moneyline }], { last_update: "2024-03-21T14:11:00Z" });
    const first = book([{ key: "h2h", outcomes: moneyline }]);
    const snapshots = snapshotsOf(
      read([
        event([later]),
        event([first], { id: "e2" }),
        event([first, { ...first, key: "bovada" }], { id: "e3" }),
      ]),
    );
    expect(snapshots.map((item) => [item.book, item.fetched_at, item.events.map(({ ref }) => ref)])).toEqual([
      ["bovada", "2024-03-21T14:10:19Z", ["e3"]],
      ["fanduel", "2024-03-21T14:10:19Z", ["e2", "e3"]],
      ["fanduel", "2024-03-21T14:11:00Z", ["e1"]],
    ]);
  });

  test("every snapshot of an /odds response has the same scope: all known markets that at least one book lists", () => {
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

  test("a market keeps its own time if this time differs from the book's", () => {
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

  test("if a book has no time, it gets the newest time of its markets, and markets without a time get null", () => {
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

  test("an /odds response without any time becomes a snapshot without a fetch time", () => {
    const [snapshot] = snapshotsOf(
      read([event([book([{ key: "h2h", outcomes: moneyline }], { last_update: null })])]),
    );
    expect(snapshot?.fetched_at).toBeNull();
    expect(snapshot?.events[0]?.markets[0]).not.toHaveProperty("fetched_at");
  });

  test("times of The Odds API in seconds since the epoch are converted to ISO times", () => {
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

  test("American prices of The Odds API are not converted", () => {
    const american = [
      { name: "Boston Bruins", price: -145 },
      { name: "New York Rangers", price: 125 },
    ];
    expect(outcomesOf(readMarket("h2h", american))).toEqual([
      { side: "home", american: -145 },
      { side: "away", american: 125 },
    ]);
  });

  test("a bet limit becomes a size of the kind `posted_limit` at a sportsbook and `resting_depth` at an exchange", () => {
    const limited = [{ name: "Boston Bruins", price: 1.7, bet_limit: 250 }, moneyline[1] ?? {}];
    expect(outcomesOf(readMarket("h2h", limited))).toEqual([
      { side: "home", decimal: 1.7, size: { kind: "posted_limit", amount: 250 } },
      { side: "away", decimal: 2.2 },
    ]);
    const exchange = read([event([book([{ key: "h2h", outcomes: limited }], { key: "matchbook" })])]);
    expect(outcomesOf(exchange)[0]).toMatchObject({ size: { kind: "resting_depth", amount: 250 } });
  });

  test("an /odds response without events yields nothing", () => {
    expect(read([])).toEqual([]);
  });
});

describe("a historical response of The Odds API", () => {
  const wrapper = (data: unknown) => ({
    timestamp: "2024-03-21T14:15:00Z",
    previous_timestamp: "2024-03-21T14:05:00Z",
    next_timestamp: "2024-03-21T14:25:00Z",
    data,
  });

  test("a historical response is recorded at its timestamp, whether it has a list of events or a single event", () => {
    const item = event([book([{ key: "h2h", outcomes: moneyline }])]);
    for (const data of [[item], item])
      expect(snapshotsOf(read(wrapper(data))).map(({ recorded_at }) => recorded_at)).toEqual([
        "2024-03-21T14:15:00Z",
      ]);
  });

  test("a historical response without data is a malformed file", () => {
    expect(read(wrapper(null))).toMatchObject([{ kind: "rejected", reason: "malformed_file", prices: 1 }]);
  });
});

describe("outcome names of The Odds API", () => {
  test("a draw, and team names whose accents or capitals differ from the event's, are recognized as sides", () => {
    const teams = { home_team: "Montréal Canadiens", away_team: "St Louis Blues" };
    const outcomes = ["Montreal Canadiens", "ST LOUIS BLUES", "Draw"].map((name) => ({ name, price: 3.1 }));
    expect(outcomesOf(readMarket("h2h_3_way", outcomes, teams)).map(({ side }) => side)).toEqual([
      "home",
      "away",
      "draw",
    ]);
  });

  test("the team of a team total is taken from the description", () => {
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

  test("a prop's player is taken from the description, or from the name if the description is the side", () => {
    const outcomes = [
      { name: "Over", description: "David Pastrnak", price: 1.9, point: 3.5 },
      { name: "David Pastrnak", description: "Under", price: 1.9, point: 3.5 },
    ];
    expect(outcomesOf(readMarket("player_shots_on_goal", outcomes))).toEqual([
      { side: "over", player: "David Pastrnak", decimal: 1.9, point: 3.5 },
      { side: "under", player: "David Pastrnak", decimal: 1.9, point: 3.5 },
    ]);
  });

  test('in a goal scorer market, a player without a side gets the side `yes`, but an outcome is rejected if its name is a team, "No Scorer" or empty', () => {
    const outcomes = ["David Pastrnak", "No Scorer", "Boston Bruins", ""].map((name) => ({
      name,
      price: 3.5,
    }));
    const items = readMarket("player_goal_scorer_anytime", outcomes);
    expect(outcomesOf(items)).toEqual([{ side: "yes", player: "David Pastrnak", decimal: 3.5 }]);
    expect(tallyOf(items).rejected).toEqual({ unknown_outcome: 3 });
  });

  test("a market of one period of a game is read under the catalogue's key, not under the key of The Odds API", () => {
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

  test("a market without usable outcomes is marked as unread, so that it is not withdrawn", () => {
    for (const outcomes of [[{ name: "Toronto Maple Leafs", price: 5 }], [7], null]) {
      const [snapshot] = snapshotsOf(readMarket("h2h", outcomes as never));
      expect(snapshot?.events.map(({ markets, unread }) => [markets, unread])).toEqual([[[], ["h2h"]]]);
    }
  });

  test("in a total, an outcome with an unknown name is rejected, and the other prices are accepted", () => {
    const total = ["Over", "Under"].map((name) => ({ name, price: 1.9, point: 5.5 }));
    const items = readMarket("totals", [...total, { name: "Toronto Maple Leafs", price: 5 }]);
    expect(tallyOf(items)).toEqual({ accepted: 2, repeated: 0, rejected: { unknown_outcome: 1 } });
  });

  test("a moneyline with an unknown third name is rejected as a whole, because this name may mean the draw", () => {
    const items = readMarket("h2h", [...moneyline, { name: "Unentschieden", price: 5 }]);
    expect(tallyOf(items)).toEqual({
      accepted: 0,
      repeated: 0,
      rejected: { unknown_outcome: 1, line_rejected: 2 },
    });
  });

  test.each(["Draw", "draw ", "Tie", "The Draw", "X"])(
    "the name %s in a moneyline is read as the draw",
    (name) => {
      const outcomes = outcomesOf(readMarket("h2h", [...moneyline, { name, price: 4.2 }]));
      expect(outcomes).toContainEqual({ side: "draw", decimal: 4.2 });
    },
  );
});

describe("unusable parts of a response", () => {
  test.each([
    [
      "an error with a message",
      { message: "API key is missing", error_code: "MISSING_KEY" },
      "API key is missing",
    ],
    ["an object without events", { odds: [] }, "no list of events"],
    ["a number", 12, "no column"],
  ])("a response that is %s is a malformed file", (_, response, detail) => {
    expect(read(response)).toMatchObject([
      { reason: "malformed_file", prices: 1, detail: expect.stringContaining(detail) },
    ]);
  });

  test.each(["", "   ", '[{"id":', "<html></html>", '"quoted'])(
    "the reader of The Odds API rejects %j as a malformed file",
    (text) => {
      expect(readAll(theOddsApiFormat, text)).toMatchObject([{ reason: "malformed_file", prices: 1 }]);
    },
  );

  test("malformed parts of a response are rejected, and its other parts are read", () => {
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

  test("checkSnapshot rejects the prices of a lay market and the prices of an event without teams", () => {
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

  test("a price that is not a number is rejected", () => {
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
