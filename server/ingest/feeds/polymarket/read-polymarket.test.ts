import { describe, expect, test } from "vitest";
import { readPolymarket } from "@/server/ingest/feeds/polymarket/read-polymarket";
import {
  bookOf,
  halfMoneyline,
  halfSpread,
  market,
  moneyline,
  nbaEvent,
  points,
  soccerEvent,
  spread,
  total,
} from "@/server/ingest/feeds/polymarket/testing/payloads";
import {
  eventsOf,
  fetchedAtMs,
  quotesOf,
  read,
  rejectionsOf,
} from "@/server/ingest/feeds/polymarket/testing/read";
import { snapshotsOf, tallyOf } from "@/server/ingest/feeds/testing/samples";

const readNba = (...markets: Parameters<typeof nbaEvent>[0]) => read([nbaEvent(markets)]);

describe("a game of Polymarket", () => {
  test("each outcome of an NBA game has the price that a taker pays, and the snapshot states the game's teams and start", () => {
    const items = readNba(
      moneyline(),
      spread(-7.5, 0.59, 0.6),
      total(224.5, 0.48, 0.49),
      halfSpread(-5.5, 0.49, 0.52),
      halfMoneyline(),
    );
    expect(quotesOf(items)).toEqual({
      h2h: ["away 0.24", "home 0.77"],
      spreads: ["home -7.5 0.6", "away 7.5 0.41"],
      totals: ["over 224.5 0.49", "under 224.5 0.52"],
      spreads_h1: ["home -5.5 0.52", "away 5.5 0.51"],
      h2h_h1: ["away 0.31", "home 0.71"],
    });
    expect(snapshotsOf(items)).toMatchObject([
      {
        book: "polymarket",
        sport: "basketball_nba",
        fetched_at: "2026-01-09T20:13:00.000Z",
        events: [
          {
            ref: "nba-tor-bos-2026-01-09",
            commence_time: "2026-01-10T00:00:00.000Z",
            home: "Celtics",
            away: "Raptors",
          },
        ],
      },
    ]);
    expect(tallyOf(items)).toEqual({ accepted: 10, repeated: 0, rejected: {} });
  });

  test("a list of events, a page with a cursor, a single event and a market listed on its own are all read", () => {
    const event = nbaEvent([moneyline()]);
    const { markets: _, ...stub } = event;
    const bare = moneyline({ events: [stub] });
    const expected = { h2h: ["away 0.24", "home 0.77"] };
    for (const body of [
      [event],
      { events: [event], next_cursor: "abc" },
      event,
      [bare],
      { markets: [bare] },
      bare,
    ])
      expect(quotesOf(read(body))).toEqual(expected);
  });

  test("the line whose midpoint of bid and ask is nearest to one half is the main line, and the others are alternates", () => {
    const items = readNba(total(222.5, 0.53, 0.55), total(223.5, 0.5, 0.51), total(224.5, 0.48, 0.49));
    expect(quotesOf(items)).toEqual({
      totals: ["over 223.5 0.51", "under 223.5 0.5"],
      alternate_totals: ["over 222.5 0.55", "under 222.5 0.47", "over 224.5 0.49", "under 224.5 0.52"],
    });
  });

  test("the outcome Yes of a player's market is read as over, and the player's name comes from the question", () => {
    expect(quotesOf(readNba(points()))).toEqual({
      player_points: ["Jaylen Brown over 29.5 0.52", "Jaylen Brown under 29.5 0.53"],
    });
  });

  test("home and away follow the teams field if the title disagrees with it", () => {
    const teams = [
      { name: "Raptors", abbreviation: "tor", ordering: "home" },
      { name: "Celtics", abbreviation: "bos", ordering: "away" },
    ];
    expect(eventsOf(read([nbaEvent([moneyline()], { teams })]))).toMatchObject([
      { home: "Raptors", away: "Celtics" },
    ]);
  });

  test.each([
    [
      "two home teams",
      [
        { name: "Raptors", ordering: "home" },
        { name: "Celtics", ordering: "home" },
      ],
    ],
    ["one team", [{ name: "Raptors", ordering: "home" }]],
    [
      "teams that the title does not name",
      [
        { name: "Nets", ordering: "home" },
        { name: "Magic", ordering: "away" },
      ],
    ],
  ])("a game whose teams field lists %s is rejected", (_, teams) => {
    const items = read([nbaEvent([moneyline()], { teams })]);
    expect(rejectionsOf(items)).toEqual({ disagreement: 2 });
    expect(eventsOf(items)).toEqual([]);
  });

  test("a game is rejected if its title and its slug name the teams in opposite orders", () => {
    const items = read([nbaEvent([moneyline()], { title: "Celtics vs. Raptors" })]);
    expect(rejectionsOf(items)).toEqual({ disagreement: 2 });
  });

  test("games of the same teams on consecutive days are two events, and a game must start on its slug's date in US Eastern time", () => {
    const game = (slug: string, start: string) =>
      nbaEvent([moneyline({ gameStartTime: start.replace("T", " ").replace("Z", "+00") })], {
        slug,
        eventDate: slug.slice(-10),
        startTime: start,
      });
    const items = read([
      game("nba-tor-bos-2026-01-11", "2026-01-11T23:00:00Z"),
      game("nba-tor-bos-2026-01-12", "2026-01-13T00:30:00Z"),
    ]);
    expect(eventsOf(items).map(({ ref, commence_time }) => [ref, commence_time])).toEqual([
      ["nba-tor-bos-2026-01-11", "2026-01-11T23:00:00.000Z"],
      ["nba-tor-bos-2026-01-12", "2026-01-13T00:30:00.000Z"],
    ]);
    const crossed = read([game("nba-tor-bos-2026-01-11", "2026-01-13T00:30:00Z")]);
    expect(rejectionsOf(crossed)).toEqual({ disagreement: 2 });
  });
});

describe("a game or market that is rejected", () => {
  test.each([
    ["that has ended", { ended: true, period: "VFT" }, "in_play"],
    ["that is live", { live: true }, "in_play"],
    ["in its second quarter", { period: "Q2" }, "in_play"],
    ["that is closed", { closed: true }, "not_open"],
    ["that is inactive", { active: false }, "not_open"],
    ["that is postponed", { period: "POST", ended: false, live: false }, "unknown_start"],
    ["without a start", { startTime: undefined }, "unknown_start"],
    ["of an unknown series", { slug: "kbl-tor-bos-2026-01-09", seriesSlug: "kbl" }, "unknown_series"],
    ["of a preseason series", { seriesSlug: "nba-preseason-2026" }, "unknown_series"],
    ["whose series contradicts its slug", { seriesSlug: "wnba-2026" }, "unknown_series"],
    [
      "with the slug of a bet on the champion",
      { slug: "nba-champion-2026", title: "NBA Champion" },
      "unknown_event",
    ],
  ])("a game %s is rejected and counted", (_, own, reason) => {
    const items = read([nbaEvent([moneyline(), total(224.5, 0.48, 0.49)], own)]);
    expect(rejectionsOf(items)).toEqual({ [reason]: 4 });
    expect(eventsOf(items)).toEqual([]);
  });

  test("a game is rejected as unknown_start if no market of the game has a gameStartTime", () => {
    const items = readNba(
      moneyline({ gameStartTime: undefined }),
      total(224.5, 0.48, 0.49, { gameStartTime: null }),
    );
    expect(rejectionsOf(items)).toEqual({ unknown_start: 4 });
  });

  test("a market whose gameStartTime differs from its event's start is rejected, and other markets are accepted", () => {
    const items = readNba(moneyline(), total(224.5, 0.48, 0.49, { gameStartTime: "2026-01-10 03:00:00+00" }));
    expect(rejectionsOf(items)).toEqual({ disagreement: 2 });
    expect(quotesOf(items)).toEqual({ h2h: ["away 0.24", "home 0.77"] });
  });

  test.each([{ closed: true }, { active: false }, { acceptingOrders: false }, { enableOrderBook: false }])(
    "a market with %j is rejected as not open",
    (own) => {
      expect(rejectionsOf(readNba(moneyline(own)))).toEqual({ not_open: 2 });
    },
  );
});

describe("a market whose fields disagree", () => {
  test.each([
    ["a spread whose line and question have opposite signs", spread(-7.5, 0.59, 0.6, { line: 7.5 })],
    ["a spread whose line and question state different points", spread(-7.5, 0.59, 0.6, { line: -8.5 })],
    ["a spread without a line", spread(-7.5, 0.59, 0.6, { line: undefined })],
    [
      "a spread whose title and question have opposite signs",
      spread(-7.5, 0.59, 0.6, { groupItemTitle: "Spread 7.5" }),
    ],
    [
      "a spread whose question names the second outcome",
      spread(-7.5, 0.59, 0.6, { outcomes: '["Raptors", "Celtics"]' }),
    ],
    [
      "a spread whose slug says away although its question names the home team",
      spread(-7.5, 0.59, 0.6, { slug: "nba-tor-bos-2026-01-09-spread-away-7pt5" }),
    ],
    [
      "a first-half spread whose line and question state different points",
      halfSpread(-5.5, 0.49, 0.52, { line: 4.5 }),
    ],
    [
      "a first-half spread with the question of a full game",
      halfSpread(-5.5, 0.49, 0.52, { question: "Spread: Celtics (-5.5)" }),
    ],
    ["a total whose line and question state different points", total(224.5, 0.48, 0.49, { line: 223.5 })],
    [
      "a total whose question names teams that do not play in its game",
      total(224.5, 0.48, 0.49, { question: "Nets vs. Magic: O/U 224.5" }),
    ],
    ["a total with reversed outcomes", total(224.5, 0.48, 0.49, { outcomes: '["Under", "Over"]' })],
    [
      "a moneyline with an outcome that is not a team of its game",
      moneyline({ outcomes: '["Raptors", "Nets"]' }),
    ],
    [
      "a first-half moneyline whose description treats a tie as a third result",
      halfMoneyline({ description: "If tied at halftime, this market resolves to Other." }),
    ],
    [
      "a prop whose question and market type name different stats",
      points({ question: "Jaylen Brown: Assists Over 29.5" }),
    ],
    ["a prop with reversed outcomes", points({ outcomes: '["No", "Yes"]' })],
  ])("%s is rejected", (_, given) => {
    const items = readNba(given);
    expect(rejectionsOf(items)).toEqual({ disagreement: 2 });
    expect(quotesOf(items)).toEqual({});
  });

  test("a market whose fields disagree is marked as unread, but a closed market is not", () => {
    expect(eventsOf(readNba(total(224.5, 0.48, 0.49, { line: 223.5 })))[0]?.unread).toEqual([
      "totals",
      "alternate_totals",
    ]);
    expect(eventsOf(readNba(total(224.5, 0.48, 0.49, { closed: true })))[0]?.unread).toBeUndefined();
  });

  test.each(["child_moneyline", "away_team_first_five_total", "soccer_team_to_advance", "", "constructor"])(
    "the market type %j is rejected as unknown",
    (type) => {
      const given = market(type, "Raptors vs. Celtics", ["Raptors", "Celtics"], {
        bestBid: 0.4,
        bestAsk: 0.5,
      });
      expect(rejectionsOf(readNba(given))).toEqual({ unknown_market: 2 });
    },
  );
});

describe("the prices of a market", () => {
  test.each([
    ["no bid", { bestBid: undefined }, ["over 224.5 0.49"]],
    ["a bid of 0", { bestBid: 0 }, ["over 224.5 0.49"]],
    ["no ask", { bestAsk: undefined }, ["under 224.5 0.52"]],
    ["an ask of 1", { bestAsk: 1 }, ["under 224.5 0.52"]],
  ])("a total with %s has only one price and is therefore read as an alternate line", (_, own, quotes) => {
    expect(quotesOf(readNba(total(224.5, 0.48, 0.49, own)))).toEqual({ alternate_totals: quotes });
  });

  test("a market without any price is counted as no_quote", () => {
    expect(rejectionsOf(readNba(total(224.5, 0, 1)))).toEqual({ no_quote: 1 });
  });

  test("a market is rejected as a placeholder if its bid and its ask are more than one half apart", () => {
    expect(rejectionsOf(readNba(points({ bestBid: 0.05, bestAsk: 0.95 })))).toEqual({ placeholder_quote: 2 });
    expect(quotesOf(readNba(total(224.5, 0.2, 0.7)))).toEqual({
      totals: ["over 224.5 0.7", "under 224.5 0.8"],
    });
  });

  test("a bid that equals the ask is rejected", () => {
    expect(rejectionsOf(readNba(total(224.5, 0.5, 0.5)))).toEqual({ crossed_book: 2 });
  });

  test("the best prices of an order book, with their sizes, replace the prices that the gamma API states", () => {
    const given = total(224.5, 0.4, 0.6);
    const bids = [
      ["0.47", "5"],
      ["0.48", "120.5"],
      ["0.01", "9000"],
    ] as const;
    const asks = [
      ["0.99", "1"],
      ["0.49", "80"],
      ["0.5", "7"],
    ] as const;
    expect(quotesOf(read([nbaEvent([given])], [bookOf(given, 0, bids, asks)]))).toEqual({
      totals: ["over 224.5 0.49 80", "under 224.5 0.52 120.5"],
    });
  });

  test("the order book of the second token is read as the mirror image of the first token's order book", () => {
    const given = total(224.5, 0.4, 0.6);
    const book = bookOf(given, 1, [["0.51", "80"]], [["0.52", "120.5"]], { event_type: "book" });
    expect(quotesOf(read([nbaEvent([given])], book))).toEqual({
      totals: ["over 224.5 0.49 80", "under 224.5 0.52 120.5"],
    });
  });

  test("an empty side of an order book has no price, even if the gamma API states a price for this side", () => {
    const given = total(224.5, 0.48, 0.49);
    expect(quotesOf(read([nbaEvent([given])], [bookOf(given, 0, [], [["0.49", "80"]])]))).toEqual({
      alternate_totals: ["over 224.5 0.49 80"],
    });
  });

  test("an order book is rejected if it states the wrong market for its token, if no listed market has its token, or if a price level is unreadable", () => {
    const given = total(224.5, 0.48, 0.49);
    const book = (own: object) => bookOf(given, 0, [["0.48", "1"]], [["0.49", "1"]], { ...own });
    const withBook = (own: object) => rejectionsOf(read([nbaEvent([given])], [book(own)]));
    expect(withBook({ market: "0xother" })).toEqual({ disagreement: 2 });
    expect(withBook({ asset_id: "77" })).toEqual({ unknown_event: 2 });
    expect(withBook({ bids: [{ price: "1.2", size: "1" }] })).toEqual({ unreadable: 1 });
  });
});

describe("a snapshot's coverage", () => {
  const whole = { sport: "basketball_nba", pageSize: 2 };
  const isComplete = (...bodies: readonly unknown[]) =>
    snapshotsOf(readPolymarket(bodies, { fetchedAtMs, whole })).some(({ complete }) => complete === true);
  const event = () => nbaEvent([moneyline()]);

  test("a snapshot is complete if its last page has no cursor and fewer events than the page size", () => {
    expect(isComplete([event()])).toBe(true);
    expect(isComplete({ events: [event(), event()], next_cursor: "abc" }, { events: [event()] })).toBe(true);
  });

  test("a snapshot is not complete if its last page has a cursor or is full, if an event is unreadable, or if the snapshot is imported", () => {
    expect(isComplete({ events: [event()], next_cursor: "abc" })).toBe(false);
    expect(isComplete([event(), event()])).toBe(false);
    expect(isComplete([event(), null].slice(0, 2), [event()])).toBe(false);
    expect(isComplete([])).toBe(false);
    expect(snapshotsOf(read([event()]))[0]?.complete).toBeUndefined();
  });

  test("a snapshot of a sport other than the polled sport is not complete", () => {
    expect(isComplete([soccerEvent([])])).toBe(false);
  });

  test("a snapshot of an event covers every readable market of the sport, and a snapshot of a single market covers only this market", () => {
    const { markets: _, ...stub } = event();
    expect(snapshotsOf(read([event()]))[0]?.scope).toContain("player_assists_alternate");
    expect(snapshotsOf(read([moneyline({ events: [stub] })]))[0]?.scope).toEqual(["h2h"]);
  });

  test("an event on two overlapping pages is read once, with the later prices", () => {
    const earlier = nbaEvent([moneyline()]);
    const later = { ...earlier, markets: [moneyline({ bestBid: 0.25, bestAsk: 0.26 })] };
    expect(quotesOf(read([earlier], [later]))).toEqual({ h2h: ["away 0.26", "home 0.75"] });
  });
});

describe("content that does not look as documented", () => {
  test.each([
    ["with an array as its outcomes", { outcomes: ["Raptors", "Celtics"] }],
    ["with malformed JSON in its outcomes", { outcomes: "[[[" }],
    ["without clobTokenIds", { clobTokenIds: undefined, tokens: "[]" }],
    ["without acceptingOrders", { acceptingOrders: undefined, accepting_orders: true }],
    ["with a string as its bestAsk", { bestAsk: "0.24" }],
    ["with a bestBid above 1", { bestBid: 23 }],
  ])("a market %s is rejected as unreadable, and other markets are accepted", (_, own) => {
    const items = readNba(moneyline(own), total(224.5, 0.48, 0.49));
    expect(Object.keys(rejectionsOf(items))).toEqual(["unreadable"]);
    expect(quotesOf(items)).toEqual({ totals: ["over 224.5 0.49", "under 224.5 0.52"] });
    expect(eventsOf(items)[0]?.unread).toContain("h2h");
  });

  test("an event with a renamed field is rejected as unreadable, and all its prices are counted as rejected", () => {
    expect(rejectionsOf(read([nbaEvent([moneyline()], { title: undefined, name: "x" })]))).toEqual({
      unreadable: 2,
    });
  });

  test.each([undefined, null, 7, "text", {}, [[]], { markets: 3 }, { events: [{}] }, [{ conditionId: 1 }]])(
    "the Polymarket body %j is rejected",
    (body) => {
      const items = read(body);
      expect(Object.keys(rejectionsOf(items))).toHaveLength(1);
      expect(eventsOf(items)).toEqual([]);
    },
  );
});
