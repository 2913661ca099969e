import { hourMs } from "@/server/domain/durations";
import { event, type Market, market, milestone } from "@/server/ingest/feeds/kalshi/testing/payloads";
import { type Reply, type SimulatedRequest, simulateVenue } from "@/server/ingest/polling/testing/simulator";

/** The time at which a simulated run of polls begins, unless the test sets another time. */
export const beginMs = Date.parse("2026-11-22T12:00:00Z");
export const kickOffMs = beginMs + 5 * hourMs;

const day = "26NOV22";

export type SimulatedGame = {
  readonly away: string;
  readonly home: string;
  /** The prices of YES on the home team, in dollars. */
  readonly bid: string;
  readonly ask: string;
  readonly startMs: number;
};

export const bills: SimulatedGame = {
  away: "Kansas City",
  home: "Buffalo",
  bid: "0.5800",
  ask: "0.6000",
  startMs: kickOffMs,
};
export const eagles: SimulatedGame = {
  ...bills,
  away: "Dallas",
  home: "Philadelphia",
  bid: "0.6800",
  ask: "0.7000",
};

const codeOf = (name: string): string => name.slice(0, 3).toUpperCase();
const opposite = (price: string): string => (1 - Number(price)).toFixed(4);

export const tickerOf = ({ away, home }: SimulatedGame): string =>
  `KXNFLGAME-${day}${codeOf(away)}${codeOf(home)}`;

export const legsOf = (game: SimulatedGame): Market[] => {
  const ticker = tickerOf(game);
  const { away, home, bid, ask } = game;
  return [
    market(ticker, codeOf(home), home, {
      bid: [bid, "100.00"],
      ask: [ask, "200.00"],
      strike_type: "structured",
    }),
    market(ticker, codeOf(away), away, {
      bid: [opposite(ask), "100.00"],
      ask: [opposite(bid), "200.00"],
      strike_type: "structured",
    }),
  ];
};

export const eventOfGame = (game: SimulatedGame) => ({
  ...event(tickerOf(game), `${game.away} vs ${game.home}`, [], "Pro Football"),
  markets: null,
});

export const milestoneOfGame = (game: SimulatedGame, details: Readonly<Record<string, unknown>> = {}) =>
  milestone(`${game.away} at ${game.home}`, new Date(game.startMs).toISOString(), [tickerOf(game)], {
    league: "NFL",
    ...details,
  });

/** Simulates Kalshi with games of the NFL. Each page of markets has the markets of one game. */
export const simulateKalshi = () => {
  let games: readonly SimulatedGame[] = [];
  const replyTo = ({ url }: SimulatedRequest): Reply => {
    if (url.pathname === "/series")
      return { json: { series: [{ ticker: "KXNFLGAME" }, { ticker: "KXNFL-27" }] } };
    if (url.pathname === "/milestones")
      return { json: { milestones: games.map((game) => milestoneOfGame(game)), cursor: "" } };
    const own = url.searchParams.get("series_ticker") === "KXNFLGAME" ? games : [];
    if (url.pathname === "/events")
      return { json: { events: own.map((game) => eventOfGame(game)), cursor: "", milestones: [] } };
    if (url.pathname !== "/markets") return { status: 404 };
    const page = Number(url.searchParams.get("cursor") ?? 0);
    const markets = own.slice(page, page + 1).flatMap((game) => legsOf(game));
    return { json: { markets, cursor: page + 1 < own.length ? String(page + 1) : "" } };
  };
  const simulator = simulateVenue(replyTo);
  return {
    ...simulator,
    setGames: (next: readonly SimulatedGame[]) => {
      games = next;
    },
  };
};
