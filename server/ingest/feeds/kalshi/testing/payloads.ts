/** Payloads in the shape of Kalshi's recorded responses. */

export type Quoted = {
  /** [price, size] in dollars and contracts, as the venue writes them. */
  readonly bid?: readonly [string, string];
  readonly ask?: readonly [string, string];
};

type LegFields = Quoted & Readonly<Record<string, unknown>>;

const noAsk = (bid: string): string => (1 - Number(bid)).toFixed(4);

/** The members have the type `unknown`, so that a test can build a damaged market. */
export type Market = Readonly<Record<string, unknown>>;

/** A market. `leg` is the last part of its ticker. */
export const market = (eventTicker: string, leg: string, text: string, fields: LegFields = {}): Market => {
  const { bid = ["0.4800", "100.00"], ask = ["0.5000", "200.00"], ...others } = fields;
  return {
    ticker: `${eventTicker}-${leg}`,
    event_ticker: eventTicker,
    market_type: "binary",
    title: text,
    yes_sub_title: text,
    no_sub_title: text,
    status: "active",
    strike_type: "greater",
    yes_bid_dollars: bid[0],
    yes_bid_size_fp: bid[1],
    yes_ask_dollars: ask[0],
    yes_ask_size_fp: ask[1],
    no_ask_dollars: noAsk(bid[0]),
    no_bid_dollars: noAsk(ask[0]),
    occurrence_datetime: "2026-08-21T01:35:00Z",
    rules_primary: "",
    rules_secondary: "",
    ...others,
  };
};

export const event = (
  eventTicker: string,
  title: string,
  markets: readonly Market[],
  competition = "Pro Baseball",
) => ({
  event_ticker: eventTicker,
  series_ticker: eventTicker.split("-", 1)[0],
  title,
  sub_title: "",
  mutually_exclusive: false,
  product_metadata: { competition, competition_scope: "Game" },
  category: "Sports",
  markets,
});

export const milestone = (
  title: string,
  startDate: string,
  eventTickers: readonly string[],
  details: Readonly<Record<string, unknown>> = {},
) => ({
  id: "a852dcb8-dc87-4c25-8b9a-c007ca70ee2e",
  type: "football_game",
  category: "Sports",
  title,
  start_date: startDate,
  primary_event_tickers: eventTickers,
  related_event_tickers: eventTickers,
  details: { status: "scheduled", ...details },
});

/** The fetch time of the responses in the tests. */
export const fetchedAtMs = Date.parse("2026-08-20T21:26:16Z");
