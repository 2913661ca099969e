import { ownValue } from "@/server/catalogue/own-value";
import { seriesOfTicker } from "@/server/feeds/kalshi/collect";
import { readKalshi } from "@/server/feeds/kalshi/read-kalshi";
import { findSeries, seriesTickers, sportsOf } from "@/server/feeds/kalshi/series";
import { parseTime } from "@/server/feeds/parse-time";
import { type ReadItem, rejectedItem } from "@/server/feeds/reader";
import { isObject } from "@/server/feeds/untrusted";
import { buildUrl } from "@/server/polling/build-url";
import { pollParts } from "@/server/polling/poll-parts";
import { createRefreshed } from "@/server/polling/refreshed";
import { intervalByStarts } from "@/server/polling/schedule";
import { shardsBySportGroup } from "@/server/polling/shards";
import type { PollContext, Shard, Venue } from "@/server/polling/venue";
import { VenueError } from "@/server/polling/venue-error";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const rhythmSeconds = 60;

const pageSize = 100;
const maxPages = 30;
/** Of a series without games. */
const probeMs = 15 * minuteMs;
/** Of a series whose games start later than six hours from now. Well within the life of a price. */
const slowMs = 100_000;
const closeMs = 6 * hourMs;

const maxMilestonePages = 20;
/** A game's milestone is also needed while it is played: it shows that the game has begun. */
const milestonesBackMs = 6 * hourMs;
const milestonesAheadMs = 21 * 24 * hourMs;

const sportsOfSeries = (ticker: string): string[] => {
  const series = findSeries(ticker);
  return series === undefined ? [] : sportsOf(series.league);
};

const listIn = (body: unknown, key: string): readonly unknown[] => {
  const list = isObject(body) ? ownValue(body, key) : undefined;
  return Array.isArray(list) ? list : [];
};

const textIn = (value: unknown, key: string): string => {
  const text = isObject(value) ? ownValue(value, key) : undefined;
  return typeof text === "string" ? text : "";
};

/** Yields pages until the last one, or until a cursor repeats or there are too many. */
async function* pagesOf(
  { fetchJson, signal }: PollContext,
  first: URL,
  limit: number,
): AsyncGenerator<{ readonly body: unknown; readonly fetchedAtMs: number; readonly isCut: boolean }> {
  const seen = new Set<string>();
  const url = new URL(first);
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted();
    const { json: body, fetchedAtMs } = await fetchJson({ url: new URL(url) });
    const cursor = textIn(body, "cursor");
    const isCut = cursor !== "" && (seen.has(cursor) || page >= limit);
    yield { body, fetchedAtMs, isCut };
    if (cursor === "" || isCut) return;
    seen.add(cursor);
    url.searchParams.set("cursor", cursor);
  }
}

/** Event ticker -> milestones that name it. */
type Milestones = ReadonlyMap<string, readonly unknown[]>;

const loadMilestones = async (base: string, context: PollContext): Promise<Milestones> => {
  const nowMs = context.now();
  const from = new Date(nowMs - milestonesBackMs).toISOString().replace(/\.\d+Z$/, "Z");
  const url = buildUrl(base, "/milestones", { limit: 500, category: "Sports", minimum_start_date: from });
  const byEvent = new Map<string, unknown[]>();
  for await (const { body } of pagesOf(context, url, maxMilestonePages)) {
    const milestones = listIn(body, "milestones");
    for (const milestone of milestones) {
      const tickers = [
        ...listIn(milestone, "related_event_tickers"),
        ...listIn(milestone, "primary_event_tickers"),
      ];
      for (const ticker of new Set(tickers)) {
        if (typeof ticker !== "string" || findSeries(seriesOfTicker(ticker)) === undefined) continue;
        byEvent.set(ticker, [...(byEvent.get(ticker) ?? []), milestone]);
      }
    }
    // The list is sorted by start.
    if (parseTime(textIn(milestones.at(-1), "start_date")) > nowMs + milestonesAheadMs) break;
  }
  return byEvent;
};

/** The series of our table that the venue has now. */
const loadSeries = async (base: string, { fetchJson }: PollContext): Promise<ReadonlySet<string>> => {
  const url = buildUrl(base, "/series", { category: "Sports" });
  const { json } = await fetchJson({ url });
  const listed = new Set(listIn(json, "series").map((series) => textIn(series, "ticker")));
  const own = seriesTickers.filter((ticker) => listed.has(ticker));
  if (own.length === 0) throw new VenueError("unexpected", url, "it lists no known series");
  return new Set(own);
};

const allSeries: ReadonlySet<string> = new Set(seriesTickers);

/** What the last poll of a series saw. */
type SeriesState = { readonly polledAt: number; readonly startsMs: readonly number[] };

const isDue = (state: SeriesState | undefined, nowMs: number): boolean => {
  if (state === undefined) return true;
  const upcoming = state.startsMs.filter((start) => start > nowMs);
  const ageMs = nowMs - state.polledAt;
  if (upcoming.length === 0) return ageMs >= probeMs;
  return upcoming.some((start) => start - nowMs <= closeMs) || ageMs >= slowMs;
};

const startsOf = (items: readonly ReadItem[]): number[] =>
  items.flatMap((item) =>
    item.kind === "snapshot" ? item.snapshot.events.map(({ commence_time }) => parseTime(commence_time)) : [],
  );

/** Kalshi's public REST API, without a key. One request for each page of a series' events with their markets. */
export const createKalshi = (base: string): Venue => {
  const refreshSeries = createRefreshed<ReadonlySet<string>>(6 * hourMs, 24 * hourMs);
  const refreshMilestones = createRefreshed<Milestones>(5 * minuteMs, 30 * minuteMs);
  const states = new Map<string, SeriesState>();
  let listFailedAt = Number.NEGATIVE_INFINITY;

  /** The list only saves requests: a series that does not exist has no events. Without it, every series of our table is requested. */
  const findListed = async (context: PollContext): Promise<ReadonlySet<string>> => {
    if (context.now() - listFailedAt < probeMs) return allSeries;
    try {
      return await refreshSeries(context.now(), () => loadSeries(base, context));
    } catch (error) {
      if (!(error instanceof VenueError)) throw error;
      listFailedAt = context.now();
      return allSeries;
    }
  };

  async function* pollSeries(ticker: string, milestones: Milestones, context: PollContext) {
    const url = buildUrl(base, "/events", {
      series_ticker: ticker,
      status: "open",
      with_nested_markets: true,
      limit: pageSize,
    });
    const polledAt = context.now();
    const startsMs: number[] = [];
    // Until the last page is read, the series stays due, with the starts of the last poll.
    const before = states.get(ticker)?.startsMs ?? [];
    states.set(ticker, { polledAt: 0, startsMs: before });
    for await (const { body, fetchedAtMs, isCut } of pagesOf(context, url, maxPages)) {
      const events = listIn(body, "events").map((event) => textIn(event, "event_ticker"));
      const ofPage = [...new Set(events.flatMap((event) => milestones.get(event) ?? []))];
      const items = readKalshi([{ milestones: ofPage }, body], fetchedAtMs);
      startsMs.push(...startsOf(items));
      states.set(ticker, { polledAt: 0, startsMs: [...new Set([...before, ...startsMs])] });
      yield isCut ? [...items, rejectedItem("truncated_page", `${ticker}: its pages do not end`)] : items;
    }
    states.set(ticker, { polledAt, startsMs });
  }

  const tickersOf = (shard: Shard): string[] => {
    const sports = new Set(shard.sports);
    return seriesTickers.filter((ticker) => sportsOfSeries(ticker).some((sport) => sports.has(sport)));
  };

  return {
    name: "kalshi",
    kind: "own",
    shards: shardsBySportGroup(seriesTickers.flatMap(sportsOfSeries)),
    // Limits without a key are not documented. A second unpaced request has been refused; 0.6 s apart none was.
    pace: { minIntervalMs: 600, maxConcurrent: 2 },
    poll: async function* (shard, context) {
      const listed = await findListed(context);
      const milestones = await refreshMilestones(context.now(), () => loadMilestones(base, context));
      const due = tickersOf(shard).filter(
        (ticker) => listed.has(ticker) && isDue(states.get(ticker), context.now()),
      );
      yield* pollParts(due, (ticker) => pollSeries(ticker, milestones, context));
    },
    intervalSeconds: (shard, _, nowMs) =>
      intervalByStarts(
        rhythmSeconds,
        tickersOf(shard).flatMap((ticker) => states.get(ticker)?.startsMs ?? []),
        nowMs,
      ),
  };
};
