/** Hand-written responses in the shape of Polymarket's two APIs: gamma (events and markets) and the CLOB (order books). */

type Fields = Readonly<Record<string, unknown>>;

const nbaStart = "2026-01-10 00:00:00+00";

let lastId = 0;
const nextId = (): string => {
  lastId += 1;
  return String(lastId);
};

export const market = (type: string, question: string, outcomes: readonly string[], own: Fields): Fields => {
  const id = nextId();
  return {
    id,
    slug: `market-${id}`,
    question,
    conditionId: `0x${id}`,
    description: "If the game is postponed, this market will remain open until the game has been completed.",
    outcomes: JSON.stringify(outcomes),
    outcomePrices: JSON.stringify(["0.5", "0.5"]),
    clobTokenIds: JSON.stringify([`${id}1`, `${id}2`]),
    active: true,
    closed: false,
    archived: false,
    acceptingOrders: true,
    enableOrderBook: true,
    negRisk: false,
    gameStartTime: nbaStart,
    sportsMarketType: type,
    ...own,
  };
};

export const moneyline = (own: Fields = {}): Fields =>
  market("moneyline", "Raptors vs. Celtics", ["Raptors", "Celtics"], {
    bestBid: 0.23,
    bestAsk: 0.24,
    ...own,
  });

/** `point` is the point of the home team, the Celtics. */
export const spread = (point: number, bestBid: number, bestAsk: number, own: Fields = {}): Fields =>
  market("spreads", `Spread: Celtics (${point})`, ["Celtics", "Raptors"], {
    groupItemTitle: `Spread ${point}`,
    line: point,
    slug: `nba-tor-bos-2026-01-09-spread-home-${Math.abs(point)}`,
    bestBid,
    bestAsk,
    ...own,
  });

/** A first-half spread. Its `line` has no sign, as in recorded responses. */
export const halfSpread = (point: number, bestBid: number, bestAsk: number, own: Fields = {}): Fields =>
  market("first_half_spreads", `1H Spread: Celtics (${point})`, ["Celtics", "Raptors"], {
    groupItemTitle: `1H Spread ${point}`,
    line: Math.abs(point),
    bestBid,
    bestAsk,
    ...own,
  });

export const total = (point: number, bestBid: number, bestAsk: number, own: Fields = {}): Fields =>
  market("totals", `Raptors vs. Celtics: O/U ${point}`, ["Over", "Under"], {
    groupItemTitle: `O/U ${point}`,
    line: point,
    bestBid,
    bestAsk,
    ...own,
  });

export const halfMoneyline = (own: Fields = {}): Fields =>
  market("first_half_moneyline", "Raptors vs. Celtics: 1H Moneyline", ["Raptors", "Celtics"], {
    groupItemTitle: "1H Moneyline",
    description: "If the score is tied at halftime, this market will resolve 50-50.",
    bestBid: 0.29,
    bestAsk: 0.31,
    ...own,
  });

export const points = (own: Fields = {}): Fields =>
  market("points", "Jaylen Brown: Points Over 29.5", ["Yes", "No"], {
    groupItemTitle: "Points O/U 29.5",
    line: 29.5,
    bestBid: 0.47,
    bestAsk: 0.52,
    ...own,
  });

export const nbaEvent = (markets: readonly Fields[], own: Fields = {}): Fields => ({
  id: nextId(),
  slug: "nba-tor-bos-2026-01-09",
  title: "Raptors vs. Celtics",
  startTime: "2026-01-10T00:00:00Z",
  eventDate: "2026-01-09",
  startDate: "2026-01-02T15:06:23.184299Z",
  endDate: "2026-01-10T00:00:00Z",
  active: true,
  closed: false,
  archived: false,
  period: "NS",
  seriesSlug: "nba-2026",
  tags: [
    { id: "1", slug: "sports" },
    { id: "745", slug: "nba" },
    { id: "100639", slug: "games" },
  ],
  gameId: 20022997,
  markets,
  ...own,
});

const soccerLeg = (question: string, groupItemTitle: string, bestBid: number, bestAsk: number, own: Fields) =>
  market("moneyline", question, ["Yes", "No"], {
    groupItemTitle,
    bestBid,
    bestAsk,
    negRisk: true,
    gameStartTime: "2026-08-24 19:00:00+00",
    ...own,
  });

export const homeLeg = (own: Fields = {}): Fields =>
  soccerLeg("Will Fulham FC win on 2026-08-24?", "Fulham FC", 0.29, 0.3, own);
export const drawLeg = (own: Fields = {}): Fields =>
  soccerLeg(
    "Will Fulham FC vs. Chelsea FC end in a draw?",
    "Draw (Fulham FC vs. Chelsea FC)",
    0.25,
    0.26,
    own,
  );
export const awayLeg = (own: Fields = {}): Fields =>
  soccerLeg("Will Chelsea FC win on 2026-08-24?", "Chelsea FC", 0.45, 0.46, own);

export const soccerEvent = (markets: readonly Fields[], own: Fields = {}): Fields =>
  nbaEvent(markets, {
    slug: "epl-ful-che-2026-08-24",
    title: "Fulham FC vs. Chelsea FC",
    startTime: "2026-08-24T19:00:00Z",
    eventDate: "2026-08-24",
    seriesSlug: "premier-league-2026",
    tags: [{ id: "82", slug: "epl" }],
    ...own,
  });

type Level = readonly [price: string, size: string];
const levels = (list: readonly Level[]) => list.map(([price, size]) => ({ price, size }));

/** The order book of one of the market's tokens. */
export const bookOf = (
  of: Fields,
  token: 0 | 1,
  bids: readonly Level[],
  asks: readonly Level[],
  own: Fields = {},
): Fields => ({
  market: of.conditionId,
  asset_id: (JSON.parse(String(of.clobTokenIds)) as string[])[token],
  timestamp: "1768000000000",
  hash: "0x0",
  bids: levels(bids),
  asks: levels(asks),
  ...own,
});
