import { describe, expect, test } from "vitest";
import { kalshiFormat, readKalshi } from "@/server/ingest/feeds/kalshi/read-kalshi";
import { event, fetchedAtMs, market, milestone } from "@/server/ingest/feeds/kalshi/testing/payloads";
import {
  eventsOf,
  game,
  mlb,
  orioles,
  pricesOf,
  read,
  rejectedOf,
  runs,
  spread,
  total,
  yankees,
} from "@/server/ingest/feeds/kalshi/testing/read";
import { snapshotsOf, tallyOf } from "@/server/ingest/feeds/testing/samples";

describe("an example game of Kalshi", () => {
  const items = read({
    events: [
      mlb("KXMLBSPREAD", "New York Y vs Baltimore: Spread", [
        market(spread, "NYY2", "New York Y wins by over 1.5 runs", {
          ...runs(1.5),
          custom_strike: yankees,
          bid: ["0.3800", "45468.68"],
          ask: ["0.3900", "359776.79"],
        }),
        market(spread, "BAL2", "Baltimore wins by over 1.5 runs", {
          ...runs(1.5),
          custom_strike: orioles,
          bid: ["0.3100", "74358.88"],
          ask: ["0.3200", "29524.18"],
        }),
      ]),
      mlb("KXMLBTOTAL", "New York Y vs Baltimore: Total Runs", [
        market(total, "8", "Over 7.5 runs scored", {
          ...runs(7.5),
          bid: ["0.4800", "129959.93"],
          ask: ["0.4900", "301172.68"],
        }),
      ]),
    ],
    cursor: "",
    milestones: [],
  });
  const contracts = (amount: number) => ({ kind: "contracts", amount });

  test("in a YES/NO market, YES is priced at its ask, and NO at 1 minus the bid for YES", () => {
    expect(snapshotsOf(items)).toEqual([
      {
        book: "kalshi",
        sport: "baseball_mlb",
        fetched_at: "2026-08-20T21:26:16.000Z",
        scope: ["alternate_spreads", "alternate_totals", "spreads", "totals"],
        events: [
          {
            ref: game,
            book_event_id: null,
            commence_time: "2026-08-20T22:35:00.000Z",
            home: "Baltimore",
            away: "New York Y",
            markets: [
              {
                key: "spreads",
                outcomes: [
                  { side: "away", point: -1.5, probability: 0.39, size: contracts(359776.79) },
                  { side: "home", point: 1.5, probability: 0.62, size: contracts(45468.68) },
                ],
              },
              {
                key: "alternate_spreads",
                outcomes: [
                  { side: "home", point: -1.5, probability: 0.32, size: contracts(29524.18) },
                  { side: "away", point: 1.5, probability: 0.69, size: contracts(74358.88) },
                ],
              },
              {
                key: "totals",
                outcomes: [
                  { side: "over", point: 7.5, probability: 0.49, size: contracts(301172.68) },
                  { side: "under", point: 7.5, probability: 0.52, size: contracts(129959.93) },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  test("no price of Kalshi's example game is rejected", () => {
    expect(tallyOf(items)).toEqual({ accepted: 6, repeated: 0, rejected: {} });
  });
});

describe("Kalshi's games", () => {
  test("the two games of a doubleheader are two events, each with its own start and prices", () => {
    const first = "26AUG211305NYYBALG1";
    const second = "26AUG211905NYYBALG2";
    const body = [first, second].flatMap((id, index) => [
      event(`KXMLBTOTAL-${id}`, "New York Y vs Baltimore: Total Runs", [
        market(`KXMLBTOTAL-${id}`, "8", "Over 7.5 runs scored", {
          ...runs(7.5),
          ask: [`0.5${index}00`, "1.00"],
        }),
      ]),
    ]);
    expect(eventsOf(read(body))).toMatchObject([
      {
        ref: first,
        commence_time: "2026-08-21T17:05:00.000Z",
        markets: [{ outcomes: [{ probability: 0.5 }, {}] }],
      },
      {
        ref: second,
        commence_time: "2026-08-21T23:05:00.000Z",
        markets: [{ outcomes: [{ probability: 0.51 }, {}] }],
      },
    ]);
  });

  const nfl = "KXNFLGAME-26SEP13DALNYG";
  const giants = market(nfl, "NYG", "New York G", {
    custom_strike: { football_team: "g" },
    ask: ["0.6000", "1.00"],
  });
  const legs = [market(nfl, "DAL", "Dallas", { custom_strike: { football_team: "d" } }), giants];
  const start = "2026-09-14T00:20:00Z";
  const nflGame = (details: Readonly<Record<string, unknown>>, competition = "Pro Football") =>
    read({
      events: [event(nfl, "Dallas vs New York G", legs, competition)],
      milestones: [milestone("Dallas at New York G", start, [nfl], details)],
    });

  test("preseason and regular-season games of one series are told apart by their competition", () => {
    expect(snapshotsOf(nflGame({}))).toMatchObject([{ sport: "americanfootball_nfl" }]);
    expect(snapshotsOf(nflGame({}, "Pro Football Preseason"))).toMatchObject([
      { sport: "americanfootball_nfl_preseason" },
    ]);
    expect(rejectedOf(nflGame({}, "Arena Football"))).toEqual({ unknown_sport: 2 });
  });

  test("a game's own id is the ticker of the event with its moneyline", () => {
    expect(eventsOf(nflGame({}))).toMatchObject([{ ref: "26SEP13DALNYG", book_event_id: nfl }]);
  });

  test("the milestone's team ids decide which team is home", () => {
    expect(eventsOf(nflGame({ home_team_id: "g", away_team_id: "d" }))).toMatchObject([
      { home: "New York G", away: "Dallas" },
    ]);
    const reversed = nflGame({ home_team_id: "d", away_team_id: "g" });
    expect(eventsOf(reversed)).toMatchObject([{ home: "Dallas", away: "New York G" }]);
    expect(pricesOf(reversed).h2h).toEqual([
      { side: "home", probability: 0.5 },
      { side: "away", probability: 0.6 },
    ]);
  });

  test("a game is rejected if one of its YES/NO markets has the id of one team and the name of the other team", () => {
    const crossed = legs.map((leg) =>
      leg === giants ? { ...leg, custom_strike: { football_team: "d" } } : leg,
    );
    const items = read({
      events: [event(nfl, "Dallas vs New York G", crossed, "Pro Football")],
      milestones: [milestone("Dallas at New York G", start, [nfl], { home_team_id: "g", away_team_id: "d" })],
    });
    expect(rejectedOf(items)).toEqual({ disagreement: 2 });
    expect(eventsOf(items)).toEqual([]);
  });

  test.each([
    ["time-tbd", "unknown_start"],
    ["postponed", "unknown_start"],
    ["inprogress", "in_play"],
    ["complete", "in_play"],
  ])("a game whose milestone has the status %s is rejected", (status, reason) => {
    const items = nflGame({ status });
    expect(rejectedOf(items)).toEqual({ [reason]: 2 });
    expect(eventsOf(items)).toEqual([]);
  });

  test("a game without a milestone is rejected if nothing else states its start", () => {
    expect(rejectedOf(read([event(nfl, "Dallas vs New York G", legs, "Pro Football")]))).toEqual({
      unknown_start: 2,
    });
  });

  test("a game that has begun is rejected", () => {
    const items = readKalshi(
      [
        [event(nfl, "Dallas vs New York G", legs, "Pro Football")],
        [milestone("Dallas at New York G", start, [nfl])],
      ],
      Date.parse(start),
    );
    expect(rejectedOf(items)).toEqual({ in_play: 2 });
  });

  test("a game with two milestones that state different starts is rejected", () => {
    const items = read(
      [event(nfl, "Dallas vs New York G", legs, "Pro Football")],
      [
        milestone("Dallas at New York G", start, [nfl]),
        milestone("Dallas at New York G", "2026-09-15T00:20:00Z", [nfl]),
      ],
    );
    expect(rejectedOf(items)).toEqual({ disagreement: 2 });
  });

  test.each([
    "KXMLBHRDERBY-26AUG20",
    "KXMLBSERIESGAMETOTAL-26AUG20NYYBAL",
    "KXNBA-27",
    "KXNFLMVP-27",
    "KXEWCMLB-26AUG20",
    "KXLEADERMLBHR-26",
    "KXATPMATCH-26AUG20AB",
    "KXMLBRFI-26AUG201835NYYBAL",
  ])("the event ticker %s belongs to no known series", (ticker) => {
    expect(
      rejectedOf(
        read([
          event(ticker, "New York Y vs Baltimore", [market(ticker, "A", "A"), market(ticker, "B", "B")]),
        ]),
      ),
    ).toEqual({ unknown_series: 2 });
  });
});

describe("damaged responses of Kalshi", () => {
  const good = () => market(total, "8", "Over 7.5 runs scored", runs(7.5));

  test.each([
    ["a price in integer cents", { yes_ask_dollars: undefined, yes_ask: 49 }],
    ["a renamed price", { yes_bid_dollars: undefined, yes_bid_usd: "0.4800" }],
    ["a renamed size", { yes_ask_size_fp: undefined, yes_ask_size: "10" }],
    ["a price that is not text", { yes_ask_dollars: 0.49 }],
    ["a price above 1", { yes_ask_dollars: "49.0000" }],
    ["a negative size", { yes_ask_size_fp: "-1.00" }],
    ["another event's ticker", { event_ticker: "KXMLBTOTAL-26AUG202010LAAHOU" }],
  ])(
    "only the YES/NO market with %s is rejected, and the market keys that it may belong to are marked as unread",
    (_, change) => {
      const items = read([
        mlb("KXMLBTOTAL", "New York Y vs Baltimore", [
          good(),
          { ...market(total, "9", "Over 8.5 runs scored", runs(8.5)), ...change },
        ]),
      ]);
      expect(tallyOf(items)).toMatchObject({ accepted: 2, rejected: { malformed_market: 1 } });
      expect(eventsOf(items)).toMatchObject([{ unread: ["alternate_totals", "totals"] }]);
    },
  );

  test("if the last page of a series' markets is missing, no ladder of that series is read", () => {
    const events = [mlb("KXMLBTOTAL", "New York Y vs Baltimore", [])];
    const items = read(events, { markets: [good()], cursor: "CgYI8Knivt" });
    expect(rejectedOf(items)).toEqual({ truncated_page: 2 });
    expect(eventsOf(items)).toMatchObject([{ markets: [], unread: ["alternate_totals", "totals"] }]);
    const complete = read(
      events,
      { markets: [good()], cursor: "CgYI8Knivt" },
      {
        markets: [{ ...good(), ticker: `${total}-9`, floor_strike: 8.5, yes_sub_title: "Over 8.5" }],
        cursor: "",
      },
    );
    expect(tallyOf(complete)).toEqual({ accepted: 4, repeated: 0, rejected: {} });
  });

  test("no snapshot of Kalshi claims to be complete", () => {
    for (const cursor of ["", "CgYI8Knivt"])
      for (const { complete } of snapshotsOf(
        read({ events: [mlb("KXMLBTOTAL", "New York Y vs Baltimore", [good()])], cursor }),
      ))
        expect(complete).toBeUndefined();
  });

  test.each([
    ["null", null],
    ["a number", 7],
    ["an empty object", {}],
    ["a list of unknown elements", [null, 1, "x", [], {}]],
    ["an object whose events are not a list", { events: "none" }],
    ["an error response", { error: { code: "bad_request" } }],
  ])("a body that is %s is counted as a malformed file", (_, body) => {
    const items = read(body);
    expect(Object.keys(rejectedOf(items))).toEqual(["malformed_file"]);
    expect(snapshotsOf(items)).toEqual([]);
  });

  test.each([
    "constructor",
    "__proto__",
    "\u0000",
    "\uD800",
    "‮Baltimore",
    "x".repeat(3_000),
    "<script>",
    "A vs A",
  ])("the title %j does not make the Kalshi reader throw", (title) => {
    const items = read([
      mlb("KXMLBTOTAL", title, [
        { ...good(), yes_sub_title: title, custom_strike: { __proto__: null, constructor: title } },
      ]),
    ]);
    expect(() => tallyOf(items)).not.toThrow();
  });

  test("files of Kalshi are read together, and a file that is not JSON is rejected", () => {
    const nfl = "KXNFLGAME-26SEP13DALNYG";
    const texts = [
      JSON.stringify({
        events: [
          event(
            nfl,
            "Dallas vs New York G",
            [market(nfl, "DAL", "Dallas"), market(nfl, "NYG", "New York G")],
            "Pro Football",
          ),
        ],
        cursor: "",
      }),
      JSON.stringify([milestone("Dallas at New York G", "2026-09-14T00:20:00Z", [nfl])]),
      "<html>",
    ];
    const items = [
      ...kalshiFormat.readTogether(
        texts.map((text, index) => ({ path: `${index}.json`, text })),
        { fetchedAtMs },
      ),
    ];
    expect(tallyOf(items)).toEqual({ accepted: 2, repeated: 0, rejected: { malformed_file: 1 } });
  });
});
