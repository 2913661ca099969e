import { hourMs } from "@/server/domain/durations";
import { eventSchema } from "@/server/ingest/feeds/kalshi/schemas";
import { buildUrl } from "@/server/ingest/polling/build-url";
import type { PollContext } from "@/server/ingest/polling/venue";
import { VenueError } from "@/server/ingest/polling/venue-error";
import { listIn, pagesOf } from "@/server/ingest/polling/venues/kalshi-pages";

/** Events without their markets, by ticker. */
export type KalshiEvents = ReadonlyMap<string, unknown>;

const maxAgeMs = hourMs;
const pageSize = 200;
const maxPages = 20;

const loadEvents = async (base: string, series: string, context: PollContext): Promise<KalshiEvents> => {
  const url = buildUrl(base, "/events", { series_ticker: series, status: "open", limit: pageSize });
  const events = new Map<string, unknown>();
  for await (const { body } of pagesOf(context, url, { list: "events", pageSize, maxPages }))
    for (const event of listIn(body, "events")) {
      const parsed = eventSchema.safeParse(event);
      if (parsed.success) events.set(parsed.data.event_ticker, { ...parsed.data, markets: [] });
    }
  return events;
};

/** Finds the events of a series' markets. @param wanted the tickers of these events. */
export type FindEvents = (
  series: string,
  wanted: Iterable<string>,
  context: PollContext,
) => Promise<KalshiEvents>;

/**
 * Caches the open events of each series, because an event's title and competition do not change. A series' events are loaded again after
 * an hour, or if a wanted event is missing. If the venue fails, the cached events are used if they include every wanted event.
 */
export const createFindEvents = (base: string): FindEvents => {
  const kept = new Map<string, { readonly events: KalshiEvents; readonly at: number }>();
  return async (series, wanted, context) => {
    const last = kept.get(series);
    const isWhole = last !== undefined && [...wanted].every((ticker) => last.events.has(ticker));
    if (isWhole && context.now() - last.at < maxAgeMs) return last.events;
    try {
      const events = await loadEvents(base, series, context);
      kept.set(series, { events, at: context.now() });
      return events;
    } catch (error) {
      if (!(error instanceof VenueError) || !isWhole) throw error;
      return last.events;
    }
  };
};
