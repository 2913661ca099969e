import { z } from "zod";

/** Dollars as text, such as "0.3900". Integer cents, the form before May 2026, do not match. */
const dollars = z.string().regex(/^[01](?:\.\d{1,6})?$/);
/** Contracts as text, such as "226.42". */
const contracts = z.string().regex(/^\d{1,15}(?:\.\d{1,6})?$/);
const ticker = z.string().regex(/^[A-Z0-9._-]{3,120}$/);
const text = z.string().max(2_000);
const longText = z.string().max(20_000);

const level = z.tuple([dollars, contracts]);
const levels = z.array(level).max(1_000);

export const marketSchema = z.object({
  ticker,
  event_ticker: ticker,
  status: text,
  yes_sub_title: text,
  yes_bid_dollars: dollars,
  yes_ask_dollars: dollars,
  no_ask_dollars: dollars.nullish(),
  yes_bid_size_fp: contracts,
  yes_ask_size_fp: contracts,
  strike_type: text.nullish(),
  floor_strike: z.number().nullish(),
  cap_strike: z.number().nullish(),
  custom_strike: z.record(z.string(), z.unknown()).nullish(),
  rules_primary: longText.nullish(),
  rules_secondary: longText.nullish(),
});
export type KalshiMarket = z.infer<typeof marketSchema>;

export const eventSchema = z.object({
  event_ticker: ticker,
  series_ticker: ticker,
  title: text,
  product_metadata: z.object({ competition: text.nullish() }).nullish(),
  markets: z.array(z.unknown()).nullish(),
});
export type KalshiEvent = z.infer<typeof eventSchema>;

export const milestoneSchema = z.object({
  title: text,
  start_date: z.iso.datetime({ offset: true }),
  primary_event_tickers: z.array(text).nullish(),
  related_event_tickers: z.array(text),
  details: z.object({
    status: text.nullish(),
    home_team_id: text.nullish(),
    away_team_id: text.nullish(),
    season: z.object({ type: text.nullish() }).nullish(),
  }),
});
export type KalshiMilestone = z.infer<typeof milestoneSchema>;

/** An order book lists only bids, for YES and for NO. */
export const orderBookSchema = z.object({
  ticker,
  orderbook_fp: z.object({ yes_dollars: levels, no_dollars: levels }),
});
export type KalshiOrderBook = z.infer<typeof orderBookSchema>;
