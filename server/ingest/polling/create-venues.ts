import type { Queryable } from "@/db/connect";
import type { Config } from "@/server/config";
import { createCreditBudget } from "@/server/ingest/polling/credit-budget";
import type { Venue } from "@/server/ingest/polling/venue";
import { createKalshi } from "@/server/ingest/polling/venues/kalshi";
import { createPolymarket } from "@/server/ingest/polling/venues/polymarket";
import { createTheOddsApi } from "@/server/ingest/polling/venues/the-odds-api";

/** The venues that FEEDS names. */
export const createVenues = ({ feeds, venues }: Pick<Config, "feeds" | "venues">, db: Queryable): Venue[] => {
  const { kalshiUrl, polymarketGammaUrl: gamma, polymarketClobUrl: clob, theOddsApi } = venues;
  return feeds.flatMap((feed): Venue[] => {
    if (feed === "kalshi") return [createKalshi(kalshiUrl)];
    if (feed === "polymarket") return [createPolymarket({ gamma, clob })];
    if (feed === "the-odds-api" && theOddsApi !== undefined)
      return [createTheOddsApi(theOddsApi, createCreditBudget(db, feed, theOddsApi.monthlyCredits))];
    return [];
  });
};
