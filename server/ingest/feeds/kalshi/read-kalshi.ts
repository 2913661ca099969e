import { getOrInsert, groupBy } from "@/server/domain/collections";
import { type Collected, collect, gameOfTicker, seriesOfTicker } from "@/server/ingest/feeds/kalshi/collect";
import { type Game, readGame, type SeriesLegs } from "@/server/ingest/feeds/kalshi/read-game";
import type { KalshiMarket, KalshiMilestone } from "@/server/ingest/feeds/kalshi/schemas";
import { findSeries } from "@/server/ingest/feeds/kalshi/series";
import { parseJson } from "@/server/ingest/feeds/parse-json";
import { type ReadItem, type ResponseFormat, rejectedItem } from "@/server/ingest/feeds/reader";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

/** A milestone states the start of a game. */
const milestonesByEvent = (milestones: readonly KalshiMilestone[]): Map<string, Set<KalshiMilestone>> => {
  const byEvent = new Map<string, Set<KalshiMilestone>>();
  for (const milestone of milestones)
    for (const ticker of [...milestone.related_event_tickers, ...(milestone.primary_event_tickers ?? [])])
      byEvent.set(ticker, (byEvent.get(ticker) ?? new Set()).add(milestone));
  return byEvent;
};

const eventTickersOf = ({ events, markets, damagedEvents }: Collected): Set<string> =>
  new Set([
    ...events.keys(),
    ...[...markets.values()].map(({ event_ticker }) => event_ticker),
    ...damagedEvents,
  ]);

/** The legs of the event's series; empty if the series is unknown. */
const seriesLegsOf = (
  eventTicker: string,
  markets: readonly KalshiMarket[],
  { orderBooks, damagedEvents, truncatedSeries }: Collected,
): SeriesLegs[] => {
  const series = findSeries(seriesOfTicker(eventTicker));
  if (series === undefined) return [];
  return [
    {
      series,
      legs: markets.map((market) => ({ market, book: orderBooks.get(market.ticker) })),
      isPartial: damagedEvents.has(eventTicker),
      isTruncated: truncatedSeries.has(series.ticker),
    },
  ];
};

/** Joins Kalshi's events into games. The events of a game share the league and the part of the ticker after the series. */
const gamesOf = (collected: Collected): Game[] => {
  const milestonesOf = milestonesByEvent(collected.milestones);
  const marketsOf = groupBy(collected.markets.values(), (market) => market.event_ticker);
  const tickersByGame = new Map<string, string[]>();
  for (const eventTicker of eventTickersOf(collected)) {
    const league = findSeries(seriesOfTicker(eventTicker))?.league.key;
    const key = `${league} ${gameOfTicker(eventTicker)}`;
    getOrInsert(tickersByGame, key, () => []).push(eventTicker);
  }
  return [...tickersByGame.values()].flatMap((tickers): Game[] => {
    const series = tickers.flatMap((ticker) => seriesLegsOf(ticker, marketsOf.get(ticker) ?? [], collected));
    // The league and the id are the same for all tickers of a game.
    const [first] = series;
    const [ticker = ""] = tickers;
    if (first === undefined) return [];
    return [
      {
        league: first.series.league,
        id: gameOfTicker(ticker),
        events: tickers.map((each) => collected.events.get(each)).filter((event) => event !== undefined),
        milestones: [...new Set(tickers.flatMap((each) => [...(milestonesOf.get(each) ?? [])]))],
        series,
      },
    ];
  });
};

/**
 * Reads the parsed bodies of responses of Kalshi's REST API, in any order. The bodies contain markets, milestones, order books, and events
 * that may include their markets. Snapshots never claim to be complete, since a response does not state which games its query left out.
 *
 * @param fetchedAtMs applies to all bodies: the venue states no time for its quotes.
 * @param truncated tickers of the series for which `bodies` lacks some pages of markets. A series that lacks only its last pages may be left
 * out, because it is recognized: each of its pages points to a next page.
 */
export const readKalshi = (
  bodies: readonly unknown[],
  fetchedAtMs: number,
  truncated: Iterable<string> = [],
): ReadItem[] => {
  const collected = collect(bodies);
  for (const series of truncated) collected.truncatedSeries.add(series);
  const items: ReadItem[] = [...collected.rejected];
  // A market in a snapshot's scope is withdrawn from every game that lacks it. So games share a snapshot only if the same markets were
  // fetched for them.
  const snapshots = new Map<string, BookSnapshot>();
  for (const game of gamesOf(collected)) {
    const { rejected, read } = readGame(game, fetchedAtMs);
    items.push(...rejected);
    if (read === undefined) continue;
    const key = JSON.stringify([read.sport, read.scope]);
    const snapshot: BookSnapshot = getOrInsert(snapshots, key, () => ({
      book: "kalshi",
      sport: read.sport,
      fetched_at: new Date(fetchedAtMs).toISOString(),
      scope: [...read.scope],
      events: [],
    }));
    snapshot.events.push(read.event);
  }
  return [...items, ...[...snapshots.values()].map((snapshot) => ({ kind: "snapshot" as const, snapshot }))];
};

/**
 * Raw responses of Kalshi's trade API v2, in the format used since May 2026. The start of a game may be in a milestone in another file, so
 * the files are read together.
 */
export const kalshiFormat: ResponseFormat = {
  name: "kalshi",
  readTogether: (files, { fetchedAtMs }) => {
    const rejected: ReadItem[] = [];
    const bodies: unknown[] = [];
    for (const { path, text } of files) {
      const body = parseJson(text.replace(/^\uFEFF/, ""));
      if (body === undefined) rejected.push(rejectedItem("malformed_file", `${path} is not JSON`));
      else bodies.push(body);
    }
    return [...rejected, ...readKalshi(bodies, fetchedAtMs)];
  },
};
