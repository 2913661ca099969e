import { hourMs } from "@/server/domain/durations";
import { leagues } from "@/server/ingest/feeds/polymarket/leagues";
import { listTokens } from "@/server/ingest/feeds/polymarket/list-tokens";
import { readPolymarket } from "@/server/ingest/feeds/polymarket/read-polymarket";
import { rejectedItem } from "@/server/ingest/feeds/reader";
import { isObject } from "@/server/ingest/feeds/untrusted";
import { buildUrl } from "@/server/ingest/polling/build-url";
import { pollParts } from "@/server/ingest/polling/poll-parts";
import { createRefreshed } from "@/server/ingest/polling/refreshed";
import { intervalByStarts } from "@/server/ingest/polling/schedule";
import { shardsBySportGroup } from "@/server/ingest/polling/shards";
import type { PollContext, Venue } from "@/server/ingest/polling/venue";
import { VenueError } from "@/server/ingest/polling/venue-error";

const baseSeconds = 60;
/**
 * Events per page. On game day, an event with 50 markets took 130 to 160 KB. So a page with 20 events stays below the largest response that
 * the client accepts (`defaultLimits.maxBytes`).
 */
const pageSize = 20;
const maxPages = 50;
const maxBooks = 100;
/** The venue's tag of single games. Without it, bets on a whole season are listed too. */
const gamesTag = 100639;

/** League -> id of its current series. At Polymarket, a series groups the games of one season of a league. */
type SeriesIds = ReadonlyMap<string, string>;

const loadSeriesIds = async (gamma: string, { fetchJson }: PollContext): Promise<SeriesIds> => {
  const { json } = await fetchJson({ url: buildUrl(gamma, "/sports") });
  const ids = new Map<string, string>();
  for (const row of Array.isArray(json) ? json : []) {
    if (!isObject(row) || typeof row.sport !== "string") continue;
    const series = String(row.series ?? "");
    if (leagues.has(row.sport) && /^\d{1,12}$/.test(series)) ids.set(row.sport, series);
  }
  if (ids.size === 0)
    throw new VenueError("unexpected", buildUrl(gamma, "/sports"), "the response lists no known league");
  return ids;
};

const firstIdOf = (page: readonly unknown[]): string => {
  const [event] = page;
  return isObject(event) ? String(event.id) : "";
};

/** Polymarket's public APIs, without a key: gamma for games and best prices, the CLOB (the order books) for sizes. */
export const createPolymarket = ({
  gamma,
  clob,
}: {
  readonly gamma: string;
  readonly clob: string;
}): Venue => {
  const refreshSeriesIds = createRefreshed<SeriesIds>(hourMs, 24 * hourMs);

  /** @throws VenueError */
  const fetchBooks = async (tokens: readonly string[], { fetchJson }: PollContext): Promise<unknown[]> => {
    const bodies: unknown[] = [];
    for (let from = 0; from < tokens.length; from += maxBooks) {
      const body = tokens.slice(from, from + maxBooks).map((token) => ({ token_id: token }));
      const { json } = await fetchJson({ url: buildUrl(clob, "/books"), method: "POST", body });
      bodies.push(json);
    }
    return bodies;
  };

  async function* pollSeries(series: string, context: PollContext) {
    const seen = new Set<string>();
    let offset = 0;
    let failure: VenueError | undefined;
    for (let page = 1; ; page += 1) {
      context.signal.throwIfAborted();
      const url = buildUrl(gamma, "/events", {
        series_id: series,
        tag_id: gamesTag,
        active: true,
        closed: false,
        order: "startTime",
        ascending: true,
        limit: pageSize,
        offset,
      });
      const { json: body, fetchedAtMs } = await context.fetchJson({ url });
      const list = Array.isArray(body) ? body : [];
      // Only an empty page marks the end, because even a page before the end may have fewer events than requested.
      if (Array.isArray(body) && list.length === 0) break;
      const isRepeated = seen.has(firstIdOf(list));
      seen.add(firstIdOf(list));
      let books: readonly unknown[] = [];
      try {
        if (failure === undefined) books = await fetchBooks(listTokens(body, fetchedAtMs), context);
      } catch (error) {
        if (!(error instanceof VenueError)) throw error;
        // Without the order books, gamma's best prices are still valid.
        failure = error;
      }
      const items = readPolymarket([body, ...books], { fetchedAtMs });
      const isCut = isRepeated || page >= maxPages;
      yield isCut
        ? [...items, rejectedItem("truncated_page", `series ${series}: more pages may follow`)]
        : items;
      if (isCut || list.length === 0) break;
      offset += list.length;
    }
    if (failure !== undefined) throw failure;
  }

  return {
    name: "polymarket",
    kind: "own",
    shards: shardsBySportGroup([...leagues.values()].map(({ sport }) => sport)),
    // The documented limits are far higher: 500 requests for events in 10 s.
    pace: { minIntervalMs: 250, maxConcurrent: 2 },
    poll: async function* (shard, context) {
      const ids = await refreshSeriesIds(context.now(), () => loadSeriesIds(gamma, context));
      const sports = new Set(shard.sports);
      const own = [...ids].filter(([league]) => sports.has(leagues.get(league)?.sport ?? ""));
      yield* pollParts(new Set(own.map(([, series]) => series)), (series) => pollSeries(series, context));
    },
    intervalSeconds: (_, startsMs, nowMs) => intervalByStarts(baseSeconds, startsMs, nowMs),
  };
};
