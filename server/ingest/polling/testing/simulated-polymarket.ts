import { bookOf, market, nbaEvent } from "@/server/ingest/feeds/polymarket/testing/payloads";
import { type Reply, type SimulatedRequest, simulateVenue } from "@/server/ingest/polling/testing/simulator";

/** The simulated game starts at 14:00 in New York, 7 hours after polling begins. */
export const tipOffMs = Date.parse("2026-11-22T19:00:00Z");
const start = "2026-11-22 19:00:00+00";

export const moneyline = market("moneyline", "Raptors vs. Celtics", ["Raptors", "Celtics"], {
  bestBid: 0.23,
  bestAsk: 0.24,
  gameStartTime: start,
});

export const game = nbaEvent([moneyline], {
  slug: "nba-tor-bos-2026-11-22",
  startTime: new Date(tipOffMs).toISOString(),
  eventDate: "2026-11-22",
});

/** Simulates both APIs of Polymarket, gamma and the CLOB, on one host, with one game of the NBA. */
export const simulatePolymarket = () => {
  const replyTo = ({ url, method }: SimulatedRequest): Reply => {
    if (url.pathname === "/sports")
      return {
        json: [
          { sport: "nba", series: "10345", tags: "1,745,100639" },
          { sport: "chess", series: "7" },
        ],
      };
    if (url.pathname === "/books" && method === "POST")
      return { json: [bookOf(moneyline, 0, [["0.23", "500"]], [["0.24", "300"]])] };
    const isFirst = url.searchParams.get("series_id") === "10345" && url.searchParams.get("offset") === "0";
    return { json: isFirst ? [game] : [] };
  };
  return simulateVenue(replyTo);
};
