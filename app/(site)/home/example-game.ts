import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { GameView } from "@/server/market/screen/views";
import { exampleFixture } from "@/server/web/api/openapi/examples";

const books = [
  ["northline", "Northline", 105, -125],
  ["harbour", "Harbour", 110, -130],
  ["kestrel", "Kestrel", 102, -118],
] as const;

const quoteOf = ([book, , away, home]: (typeof books)[number]): MarketQuote => ({
  book,
  market: "h2h",
  updatedAt: null,
  leavesAt: Number.MAX_SAFE_INTEGER,
  lifeMs: 0,
  outcomes: [
    { side: "home", price: { american: home } },
    { side: "away", price: { american: away } },
  ],
});

/** The example fixture of the OpenAPI document, with invented books and prices. */
export const exampleGame: GameView = {
  id: exampleFixture.id,
  sport: exampleFixture.sport_key,
  sportTitle: exampleFixture.sport_title,
  start: Date.parse(exampleFixture.commence_time),
  homeTeam: exampleFixture.home_team,
  awayTeam: exampleFixture.away_team,
  state: "open",
  market: "h2h",
  markets: [],
  quotes: books.map(quoteOf),
  lapsed: [],
  unmatched: [],
  mirrors: {},
  books: Object.fromEntries(books.map(([key, title]) => [key, { title, kind: "sportsbook" }])),
};
