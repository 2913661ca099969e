import { describe, expect, test } from "vitest";
import { readPayload } from "@/server/ingest/feeds/polymarket/payload";
import { market, nbaEvent } from "@/server/ingest/feeds/polymarket/testing/payloads";
import { eventsOf, quotesOf, read, rejectionsOf } from "@/server/ingest/feeds/polymarket/testing/read";
import { tallyOf } from "@/server/ingest/feeds/testing/samples";
import { venueFile, venuesAreAbsent } from "@/server/ingest/feeds/testing/venue-files";

const nbaGames = () => venueFile("polymarket", "gamma_events_nba_2026-01-09.json");

describe.skipIf(venuesAreAbsent)("recorded responses of Polymarket", () => {
  test("the prices of 40 recorded NBA games are accepted, or rejected with a reason", () => {
    const items = read(nbaGames());
    expect(eventsOf(items)).toHaveLength(39);
    expect(tallyOf(items)).toEqual({
      accepted: 190,
      repeated: 0,
      rejected: { in_play: 44, placeholder_quote: 288 },
    });
  });

  test("all 39 recorded games that had not started have a moneyline, and six of them have a main spread and a main total", () => {
    const counts = new Map<string, number>();
    for (const { markets } of eventsOf(read(nbaGames())))
      for (const { key, outcomes } of markets) counts.set(key, (counts.get(key) ?? 0) + outcomes.length);
    expect(Object.fromEntries(counts)).toEqual({
      h2h: 78,
      h2h_h1: 10,
      spreads: 12,
      alternate_spreads: 18,
      spreads_h1: 10,
      alternate_spreads_h1: 4,
      totals: 12,
      alternate_totals: 30,
      totals_h1: 10,
      alternate_totals_h1: 6,
    });
  });

  test("the recorded Raptors at Celtics game has the prices that a taker pays", () => {
    const games = eventsOf(read(nbaGames()));
    const game = games.find(({ ref }) => ref === "nba-tor-bos-2026-01-09");
    expect(game).toMatchObject({
      home: "Celtics",
      away: "Raptors",
      commence_time: "2026-01-10T00:00:00.000Z",
    });
    const outcomes = game?.markets.flatMap((each) => each.outcomes) ?? [];
    for (const outcome of [
      { side: "away", probability: 0.24 },
      { side: "home", probability: 0.77 },
      { side: "home", point: -7.5, probability: 0.6 },
      { side: "away", point: 7.5, probability: 0.41 },
      { side: "over", point: 224.5, probability: 0.49 },
      { side: "under", point: 224.5, probability: 0.52 },
      { side: "home", point: -5.5, probability: 0.52 },
      { side: "away", point: 5.5, probability: 0.51 },
      { side: "away", probability: 0.31 },
      { side: "home", probability: 0.71 },
    ])
      expect(outcomes).toContainEqual(outcome);
  });

  test("the best levels of a recorded order book are its highest bid and its lowest ask", () => {
    const book = venueFile("polymarket", "ws_market_book_2026-08-13.json");
    const [recorded] = readPayload(book).books;
    const total = market("totals", "Raptors vs. Celtics: O/U 224.5", ["Over", "Under"], {
      line: 224.5,
      conditionId: recorded?.market,
      clobTokenIds: JSON.stringify([recorded?.asset_id, "1"]),
    });
    const items = read([nbaEvent([total])], book);
    expect(quotesOf(items)).toEqual({ totals: ["over 224.5 0.08 228198.28", "under 224.5 0.93 182528.55"] });
    expect(rejectionsOf(items)).toEqual({});
  });

  test("a best_bid_ask message is not an order book, and is rejected", () => {
    const message = venueFile("polymarket", "ws_market_best_bid_ask_2025-12-26.json");
    expect(rejectionsOf(read(message))).toEqual({ unreadable: 1 });
  });
});
