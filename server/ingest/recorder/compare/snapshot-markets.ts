import { orderOutcomes } from "@/server/domain/prices/order-outcomes";
import type { Outcome } from "@/server/domain/prices/outcome";
import { decodeOutcomes, encodeOutcomes } from "@/server/domain/prices/outcome-text";
import type { CheckedMarket } from "@/server/ingest/feeds/check-markets";
import type { PlacedEvent } from "@/server/ingest/recorder/place/placed";
import { bookTime, type Recording, timeOf } from "@/server/ingest/recorder/recording";
import type { MarketTime } from "@/server/ingest/recorder/state/load-state";

/** The state of one market in a snapshot. `text` is empty if the market is in scope but not offered. */
export type MarketUpdate = {
  readonly key: string;
  readonly text: string;
  readonly time: MarketTime;
  readonly players: ReadonlySet<string>;
};

const swappedSide = { home: "away", away: "home" } as const;

const swapOutcome = (outcome: Outcome): Outcome => {
  const side = outcome.side === "home" || outcome.side === "away" ? swappedSide[outcome.side] : outcome.side;
  return outcome.team === undefined
    ? { ...outcome, side }
    : { ...outcome, side, team: swappedSide[outcome.team] };
};

/** The stored text of a market with home and away swapped. */
export const swapText = (text: string): string =>
  encodeOutcomes(orderOutcomes(decodeOutcomes(text).map(swapOutcome)));

const textOf = (market: CheckedMarket, swapped: boolean): string =>
  encodeOutcomes(swapped ? orderOutcomes(market.outcomes.map(swapOutcome)) : market.outcomes);

const marketTime = (recording: Recording, { fetchedAt }: CheckedMarket): MarketTime =>
  fetchedAt === undefined ? bookTime(recording) : timeOf(fetchedAt, recording.recordedAt);

const playersOf = ({ outcomes }: CheckedMarket): Set<string> =>
  new Set(outcomes.flatMap(({ player }) => (player === undefined ? [] : [player])));

const inScope = (scope: ReadonlySet<string> | null, key: string): boolean => scope === null || scope.has(key);

/**
 * Lists the markets that a snapshot covers in one fixture: the offered markets, and the markets of `currentKeys` that are in scope but no
 * longer offered. If the book has swapped home and away, the outcomes are swapped to the fixture's sides. Unreadable markets are not
 * covered.
 * @param placed the snapshot's event of this fixture. Undefined if the snapshot has no such event. The snapshot then withdraws the book's
 * prices of the markets in scope.
 */
export const snapshotMarkets = (
  recording: Recording,
  placed: PlacedEvent | undefined,
  currentKeys: Iterable<string>,
): MarketUpdate[] => {
  const markets = new Map<string, MarketUpdate>();
  for (const market of placed?.event.markets ?? [])
    markets.set(market.key, {
      key: market.key,
      text: textOf(market, placed?.swapped ?? false),
      time: marketTime(recording, market),
      players: playersOf(market),
    });
  for (const key of currentKeys)
    if (!markets.has(key) && inScope(recording.scope, key) && !placed?.event.unread.has(key))
      markets.set(key, { key, text: "", time: bookTime(recording), players: new Set() });
  return [...markets.values()];
};
