import { sidesOf } from "@/server/domain/catalogue/markets";
import type { Side } from "@/server/domain/catalogue/sides";
import { findSport } from "@/server/domain/catalogue/sports";
import { minuteMs } from "@/server/domain/durations";
import type { BookPrices } from "@/server/domain/prices/best/group-lines";
import { judgeLine, type SourceOf } from "@/server/domain/prices/best/judge-line";
import { linePoint } from "@/server/domain/prices/line-point";
import type { Archive, BookMoves } from "@/server/market/archive/archive";
import type { Mirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { cacheReads, type ReadOfMarket } from "@/server/market/screen/cache-reads";
import type { Sparkline } from "@/server/market/screen/views";

const samples = 24;
/** Sparklines are cached, because each one needs a read of the archive. */
const keptMs = minuteMs;

/** The point of the line that the most books quote. If several lines tie, returns the lowest of their points. */
const commonLine = (quotes: readonly BookPrices[]): number | undefined => {
  const counts = new Map<number, number>();
  for (const { outcomes } of quotes)
    for (const point of new Set(outcomes.flatMap((outcome) => linePoint(outcome) ?? [])))
      counts.set(point, (counts.get(point) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || a - b)[0]?.[0];
};

/** The consensus on the first side's probability, as `/best` returns it. */
const commonProbability = (
  quotes: readonly BookPrices[],
  sides: readonly Side[],
  sourceOf: SourceOf,
): number | undefined => {
  const rows = quotes.map((quote) => ({
    quote,
    outcomes: sides.map((side) => quote.outcomes.find((outcome) => outcome.side === side)),
  }));
  return judgeLine(rows, sourceOf).consensusWithout(undefined)?.probabilities[0];
};

/**
 * Samples the books' quotes at equal intervals, from the first recorded price to `until`. For a market with lines, a sample is the point
 * of the line that the most books quoted. For any other market, a sample is the consensus probability of the first side.
 * @returns undefined if fewer than two prices were recorded, or fewer than two samples have a value.
 */
export const sampleMoves = (
  moves: readonly BookMoves[],
  sides: readonly Side[],
  hasLines: boolean,
  until: number,
  sourceOf: SourceOf,
): Omit<Sparkline, "id"> | undefined => {
  const times = moves.flatMap(({ states }) => states.map(({ at }) => at));
  if (times.length < 2) return undefined;
  const since = Math.min(...times);
  const points = Array.from({ length: samples }, (_, index) => {
    const at = since + ((until - since) * index) / (samples - 1);
    const quotes = moves.flatMap(({ book, states }) => {
      const state = states.findLast((candidate) => candidate.at <= at);
      return state === undefined ? [] : [{ book, outcomes: state.outcomes }];
    });
    return hasLines ? commonLine(quotes) : commonProbability(quotes, sides, sourceOf);
  }).filter((point) => point !== undefined);
  return points.length < 2 ? undefined : { since, points };
};

export type ReadSparkline = ReadOfMarket<Sparkline | undefined>;

/**
 * Reads sparklines from the archive, each at most once a minute.
 * @param mirrorsNow which books are one source now.
 */
export const createReadSparkline = (
  archive: Pick<Archive, "moves">,
  mirrorsNow: () => Mirrors,
  clock: () => number,
): ReadSparkline => {
  const read: ReadSparkline = async (fixture, market) => {
    const sport = findSport(fixture.sportKey);
    if (sport === undefined) return undefined;
    const moves = await archive.moves(fixture, market.key);
    const hasLines = market.shape.point === "required";
    const until = Math.min(clock(), fixture.commenceTime);
    const sampled = sampleMoves(moves, sidesOf(market, sport), hasLines, until, mirrorsNow().sourceOf);
    return sampled && { id: fixture.id, ...sampled };
  };
  return cacheReads(read, keptMs);
};
