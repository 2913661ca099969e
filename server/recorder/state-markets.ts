import type { CheckedMarket } from "@/server/feeds/check-markets";
import { orderOutcomes } from "@/server/prices/order-outcomes";
import type { Outcome } from "@/server/prices/outcome";
import { encodeOutcomes } from "@/server/prices/outcome-text";
import type { MarketTime } from "@/server/recorder/load-known";
import type { PlacedEvent } from "@/server/recorder/place-fixtures";
import { bookTime, type Recording, timeOf } from "@/server/recorder/recording";

/** One market as a snapshot states it for a fixture: `text` is empty when it is in scope and not offered. */
export type StatedMarket = {
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

const textOf = (market: CheckedMarket, swapped: boolean): string =>
  encodeOutcomes(swapped ? orderOutcomes(market.outcomes.map(swapOutcome)) : market.outcomes);

const marketTime = (recording: Recording, { fetchedAt }: CheckedMarket): MarketTime =>
  fetchedAt === undefined ? bookTime(recording) : timeOf(fetchedAt, recording.recordedAt);

const playersOf = ({ outcomes }: CheckedMarket): Set<string> =>
  new Set(outcomes.flatMap(({ player }) => (player === undefined ? [] : [player])));

const inScope = (scope: ReadonlySet<string> | null, key: string): boolean => scope === null || scope.has(key);

/**
 * What a snapshot says of one fixture: every market that it offers, with prices on the fixture's own teams, and the known ones that it
 * speaks for and no longer offers. One that is listed and unreadable is neither.
 * @param placed undefined when the snapshot speaks for the fixture without naming it.
 */
export const stateMarkets = (
  recording: Recording,
  placed: PlacedEvent | undefined,
  knownKeys: Iterable<string>,
): StatedMarket[] => {
  const stated = new Map<string, StatedMarket>();
  for (const market of placed?.event.markets ?? [])
    stated.set(market.key, {
      key: market.key,
      text: textOf(market, placed?.swapped ?? false),
      time: marketTime(recording, market),
      players: playersOf(market),
    });
  for (const key of knownKeys)
    if (!stated.has(key) && inScope(recording.scope, key) && !placed?.event.unread.has(key))
      stated.set(key, { key, text: "", time: bookTime(recording), players: new Set() });
  return [...stated.values()];
};
