import { getOrInsert } from "@/server/domain/collections";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { seriesOfTicker } from "@/server/ingest/feeds/kalshi/collect";
import { readKalshi } from "@/server/ingest/feeds/kalshi/read-kalshi";
import { findSeries, seriesTickers, sportsOf } from "@/server/ingest/feeds/kalshi/series";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import { type ReadItem, rejectedItem } from "@/server/ingest/feeds/reader";
import { buildUrl } from "@/server/ingest/polling/build-url";
import { isFault } from "@/server/ingest/polling/faults";
import { pollParts } from "@/server/ingest/polling/poll-parts";
import { createRefreshed } from "@/server/ingest/polling/refreshed";
import { intervalByStarts } from "@/server/ingest/polling/schedule";
import { shardsBySportGroup } from "@/server/ingest/polling/shards";
import type { PollContext, Shard, Venue } from "@/server/ingest/polling/venue";
import { VenueError } from "@/server/ingest/polling/venue-error";
import { createFindEvents } from "@/server/ingest/polling/venues/kalshi-events";
import { listIn, pagesOf, textIn } from "@/server/ingest/polling/venues/kalshi-pages";

const baseSeconds = 60;

/** The largest page that the venue allows. A market takes about 3 KB. */
const pageSize = 1_000;
/** More pages than any series needs: a day of college football has 1,800 spreads, which take two pages. */
const maxPages = 10;
/**
 * The shortest time between two polls of a series without upcoming games. If the list of series cannot be loaded, the list is requested
 * again after the same time.
 */
const probeMs = 15 * minuteMs;
/**
 * The shortest time between two polls of a series whose next game starts in more than six hours. Prices stay fresh for several minutes, so
 * these polls are frequent enough.
 */
const slowMs = 100_000;
const closeMs = 6 * hourMs;

const milestonePageSize = 500;
const maxMilestonePages = 20;
/** A game's milestone is needed during the game too, because it shows that the game has begun. */
const milestonesBackMs = 6 * hourMs;
const milestonesAheadMs = 21 * 24 * hourMs;

const sportsOfSeries = (ticker: string): string[] => {
  const series = findSeries(ticker);
  return series === undefined ? [] : sportsOf(series.league);
};

/** Event ticker -> milestones. A milestone is the venue's record of a game, with its start. */
type Milestones = ReadonlyMap<string, readonly unknown[]>;

const loadMilestones = async (base: string, context: PollContext): Promise<Milestones> => {
  const nowMs = context.now();
  const from = new Date(nowMs - milestonesBackMs).toISOString().replace(/\.\d+Z$/, "Z");
  const url = buildUrl(base, "/milestones", {
    limit: milestonePageSize,
    category: "Sports",
    minimum_start_date: from,
  });
  const byEvent = new Map<string, unknown[]>();
  const paging = { list: "milestones", pageSize: milestonePageSize, maxPages: maxMilestonePages };
  for await (const { body } of pagesOf(context, url, paging)) {
    const milestones = listIn(body, "milestones");
    for (const milestone of milestones) {
      const tickers = [
        ...listIn(milestone, "related_event_tickers"),
        ...listIn(milestone, "primary_event_tickers"),
      ];
      for (const ticker of new Set(tickers)) {
        if (typeof ticker !== "string" || findSeries(seriesOfTicker(ticker)) === undefined) continue;
        getOrInsert(byEvent, ticker, () => []).push(milestone);
      }
    }
    // Milestones are sorted by start, so the next pages have only later games.
    if (parseTime(textIn(milestones.at(-1), "start_date")) > nowMs + milestonesAheadMs) break;
  }
  return byEvent;
};

/** Those of `seriesTickers` that the venue currently lists. */
const loadSeries = async (base: string, { fetchJson }: PollContext): Promise<ReadonlySet<string>> => {
  const url = buildUrl(base, "/series", { category: "Sports" });
  const { json } = await fetchJson({ url });
  const listed = new Set(listIn(json, "series").map((series) => textIn(series, "ticker")));
  const own = seriesTickers.filter((ticker) => listed.has(ticker));
  if (own.length === 0) throw new VenueError("unexpected", url, "the response lists no known series");
  return new Set(own);
};

const allSeries: ReadonlySet<string> = new Set(seriesTickers);

const milestonesOf = (events: Iterable<string>, milestones: Milestones): unknown[] => [
  ...new Set([...events].flatMap((event) => milestones.get(event) ?? [])),
];

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

type Markets = {
  readonly list: readonly unknown[];
  /** The fetch time of the oldest page. */
  readonly fetchedAtMs: number;
  /** Whether markets may be missing. */
  readonly isCut: boolean;
  /** Set if the first page was read and a later page failed. */
  readonly failure?: VenueError;
};

/** @throws VenueError if the first page fails. */
const loadMarkets = async (base: string, ticker: string, context: PollContext): Promise<Markets> => {
  const url = buildUrl(base, "/markets", { series_ticker: ticker, status: "open", limit: pageSize });
  let markets: Markets | undefined;
  try {
    for await (const { body, fetchedAtMs, isCut } of pagesOf(context, url, {
      list: "markets",
      pageSize,
      maxPages,
    })) {
      const list = [...(markets?.list ?? []), ...listIn(body, "markets")];
      markets = { list, fetchedAtMs: Math.min(fetchedAtMs, markets?.fetchedAtMs ?? fetchedAtMs), isCut };
    }
  } catch (error) {
    if (!(error instanceof VenueError) || markets === undefined) throw error;
    return { ...markets, isCut: true, failure: error };
  }
  return markets ?? { list: [], fetchedAtMs: context.now(), isCut: true };
};

/**
 * Kalshi's public REST API, without a key. A poll requests the markets of each series that is due. The series' events come from a second
 * request, or from a cache. A list of events with nested markets would replace both requests, but users of the API report that such lists
 * omit markets.
 */
export const createKalshi = (base: string): Venue => {
  const refreshSeries = createRefreshed<ReadonlySet<string>>(6 * hourMs, 24 * hourMs);
  const refreshMilestones = createRefreshed<Milestones>(5 * minuteMs, 30 * minuteMs);
  const findEvents = createFindEvents(base);
  const states = new Map<string, SeriesState>();
  let listFailedAt = Number.NEGATIVE_INFINITY;

  /** The series that the venue lists, or all series if the list cannot be loaded. */
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
    const polledAt = context.now();
    // Until the last page is read, the series stays due and keeps the starts from the previous poll.
    const before = states.get(ticker)?.startsMs ?? [];
    states.set(ticker, { polledAt: 0, startsMs: before });
    const { list, fetchedAtMs, isCut, failure } = await loadMarkets(base, ticker, context);
    const wanted = new Set(list.map((market) => textIn(market, "event_ticker")));
    const events = wanted.size === 0 ? new Map() : await findEvents(ticker, wanted, context);
    const joined = list.filter((market) => events.has(textIn(market, "event_ticker")));
    const body = {
      events: [...wanted].flatMap((event) => events.get(event) ?? []),
      markets: joined,
      milestones: milestonesOf(wanted, milestones),
    };
    const items = readKalshi([body], fetchedAtMs, new Set(isCut ? [ticker] : []));
    const startsMs = startsOf(items);
    states.set(ticker, { polledAt: 0, startsMs: [...new Set([...before, ...startsMs])] });
    const stray = list.length - joined.length;
    yield [
      ...items,
      ...(stray > 0 ? [rejectedItem("malformed_event", `${ticker}: markets of unlisted events`, stray)] : []),
      ...(isCut && failure === undefined
        ? [rejectedItem("truncated_page", `${ticker}: more pages may follow`)]
        : []),
    ];
    if (failure !== undefined) throw failure;
    // A series with an unreadable response stays due.
    const isUnreadable =
      startsMs.length === 0 && items.some((item) => item.kind === "rejected" && isFault(item.reason));
    if (!isUnreadable) states.set(ticker, { polledAt, startsMs });
  }

  const tickersOf = (shard: Shard): string[] => {
    const sports = new Set(shard.sports);
    return seriesTickers.filter((ticker) => sportsOfSeries(ticker).some((sport) => sports.has(sport)));
  };

  return {
    name: "kalshi",
    kind: "own",
    shards: shardsBySportGroup(seriesTickers.flatMap(sportsOfSeries)),
    // The rate limit without a key is not documented. When two requests were sent at the same time, the second was rejected.
    // At intervals of 0.6 s, no request was rejected.
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
        baseSeconds,
        tickersOf(shard).flatMap((ticker) => states.get(ticker)?.startsMs ?? []),
        nowMs,
      ),
  };
};
