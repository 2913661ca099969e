import { getOrInsert, groupBy } from "@/server/domain/collections";
import { type Collected, collect, gameOfTicker, seriesOfTicker } from "@/server/ingest/feeds/kalshi/collect";
import { type Game, readGame, type SeriesLegs } from "@/server/ingest/feeds/kalshi/read-game";
import type { KalshiMilestone } from "@/server/ingest/feeds/kalshi/schemas";
import { findSeries } from "@/server/ingest/feeds/kalshi/series";
import { parseJson } from "@/server/ingest/feeds/parse-json";
import { type ReadItem, type ResponseFormat, rejectedItem } from "@/server/ingest/feeds/reader";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const milestonesByEvent = (milestones: readonly KalshiMilestone[]): Map<string, Set<KalshiMilestone>> => {
  const byEvent = new Map<string, Set<KalshiMilestone>>();
  for (const milestone of milestones)
    for (const ticker of [...milestone.related_event_tickers, ...(milestone.primary_event_tickers ?? [])])
      byEvent.set(ticker, (byEvent.get(ticker) ?? new Set()).add(milestone));
  return byEvent;
};

const eventTickersOf = ({ events, markets, damaged }: Collected): Set<string> =>
  new Set([...events.keys(), ...[...markets.values()].map(({ event_ticker }) => event_ticker), ...damaged]);

/** Joins Kalshi's events into games. The events of a game share the league and the part of the ticker after the series. */
const gamesOf = (collected: Collected): Game[] => {
  const byEvent = milestonesByEvent(collected.milestones);
  const legsOf = groupBy(collected.markets.values(), (market) => market.event_ticker);
  const games = new Map<string, string[]>();
  for (const ticker of eventTickersOf(collected)) {
    const league = findSeries(seriesOfTicker(ticker))?.league.key;
    const key = `${league} ${gameOfTicker(ticker)}`;
    getOrInsert(games, key, () => []).push(ticker);
  }
  return [...games.values()].flatMap((tickers): Game[] => {
    const series = tickers.flatMap((ticker): SeriesLegs[] => {
      const of = findSeries(seriesOfTicker(ticker));
      if (of === undefined) return [];
      const legs = (legsOf.get(ticker) ?? []).map((market) => ({
        market,
        book: collected.books.get(market.ticker),
      }));
      const isTruncated = collected.truncated.has(of.ticker);
      return [{ series: of, legs, isPartial: collected.damaged.has(ticker), isTruncated }];
    });
    const [first] = series;
    const [ticker = ""] = tickers;
    if (first === undefined) return [];
    return [
      {
        league: first.series.league,
        id: gameOfTicker(ticker),
        events: tickers.map((one) => collected.events.get(one)).filter((event) => event !== undefined),
        milestones: [...new Set(tickers.flatMap((one) => [...(byEvent.get(one) ?? [])]))],
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
 * @param truncated tickers of the series for which `bodies` lacks some pages of markets. A series that lacks only its last page need not
 * be named: `readKalshi` recognizes such a series, because each of its pages in `bodies` has a cursor to a following page.
 */
export const readKalshi = (
  bodies: readonly unknown[],
  fetchedAtMs: number,
  truncated: Iterable<string> = [],
): ReadItem[] => {
  const collected = collect(bodies);
  for (const series of truncated) collected.truncated.add(series);
  const items: ReadItem[] = [...collected.rejected];
  // If a snapshot's scope contains a market that a game lacks, the game's prices of this market are withdrawn. So one snapshot contains
  // only games for which the same markets were fetched.
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
 * Raw responses of Kalshi's trade API v2, in the format used since May 2026. Milestones in one file give the starts of games in another
 * file.
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
