import type { KnownCheck } from "@/server/recorder/load-known";
import type { Recording } from "@/server/recorder/recording";
import type { StatedMarket } from "@/server/recorder/state-markets";

/*
 * A poll can deliver an older fetch after a newer one (a cache on the way). Its place in time is then that of its fetch, not that of its
 * arrival, and before the newer one whatever the book's clock says. A book may be polled with several requests, each with fetch times
 * of its own, so that fetches are compared market by market.
 *
 * The limit: of a fixture that the polls of a whole sport leave out, only the first of them is known as its withdrawal. An older fetch
 * that lists it, and was made after that first one, brings it back until the next poll.
 */

type Known = { readonly check: KnownCheck | undefined; readonly current: ReadonlyMap<string, string> };

const newestFetch = ({ fetchedAt, marketTimes }: KnownCheck): number =>
  Object.values(marketTimes)
    .map(([, fetched]) => fetched)
    .concat(fetchedAt)
    .reduce<number>((newest, time) => Math.max(newest, time ?? newest), Number.NEGATIVE_INFINITY);

const placeBefore = (check: KnownCheck, fetchedAt: number): number =>
  Math.min(fetchedAt, check.recordedAt - 1);

/** When a snapshot counts as recorded (ms) for what it says of a fixture beside prices. */
export const recordedForStart = (
  { clock, fetchedAt, recordedAt }: Recording,
  check: KnownCheck | undefined,
): number => {
  if (clock !== "now" || fetchedAt === null || check === undefined) return recordedAt;
  return fetchedAt < newestFetch(check) ? placeBefore(check, fetchedAt) : recordedAt;
};

/** The measured fetch time (ms) of a market's known state, its withdrawal included; null where there is none. */
const knownFetch = (key: string, { check, current }: Known): number | null => {
  if (check === undefined || !current.has(key)) return null;
  return (check.marketTimes[key] ?? [check.checkedAt, check.fetchedAt])[1];
};

const isOlder = ({ key, time: [, fetched] }: StatedMarket, known: Known): boolean => {
  const newer = knownFetch(key, known);
  return newer !== null && fetched !== null && fetched < newer;
};

/** Whether nothing that is known shows a market to be old: its own known state, or any fetch where it was never seen before. */
const isFresh = (market: StatedMarket, known: Known, newest: number): boolean => {
  const fetched = market.time[1];
  if (fetched === null || fetched >= newest) return true;
  return known.current.has(market.key) && !isOlder(market, known);
};

type PricePlace = {
  /** When they count as recorded (ms): earlier than they arrived only where none of them is fresh. */
  readonly recordedAt: number;
  /**
   * Keys of the markets that were known from a newer fetch. The snapshot says nothing of these: that one is gone is as old as the
   * fetch that does not list it.
   */
  readonly overtaken: ReadonlySet<string>;
  /** Keys of the markets of which a newer fetch is known too, and that take their place before it. */
  readonly older: ReadonlySet<string>;
};

const keysOf = (markets: readonly StatedMarket[]): Set<string> => new Set(markets.map(({ key }) => key));

/**
 * Where a snapshot's prices of a fixture belong in time, and which of them count for nothing.
 * @param stated what the snapshot states of the fixture.
 */
export const placePrices = (
  recording: Recording,
  stated: readonly StatedMarket[],
  known: Known,
): PricePlace => {
  const { clock, recordedAt } = recording;
  const { check, current } = known;
  if (clock !== "now" || check === undefined) return { recordedAt, overtaken: new Set(), older: new Set() };
  const older = stated.filter((market) => isOlder(market, known));
  // What is not offered and was not before tells nothing of the snapshot's age.
  const telling = stated.filter(({ key, text }) => text !== "" || (current.get(key) ?? "") !== "");
  if (telling.length === 0)
    return { recordedAt: recordedForStart(recording, check), overtaken: keysOf(older), older: new Set() };
  const newestKnown = newestFetch(check);
  if (telling.some((market) => isFresh(market, known, newestKnown)))
    return { recordedAt, overtaken: keysOf(older), older: new Set() };
  const newest = telling.reduce((time, market) => Math.max(time, market.time[1] ?? time), 0);
  return {
    recordedAt: placeBefore(check, newest),
    overtaken: keysOf(older.filter(({ time }) => time[1] !== newest)),
    older: keysOf(older.filter(({ time }) => time[1] === newest)),
  };
};

/**
 * The keys of which an overtaken snapshot says nothing after all: an older fetch that nothing is known to have followed at its place
 * (the book's clock may be ahead) would have the last word.
 * @param momentsOf when a market was looked at (ms).
 */
export const withoutLastWord = (
  { recordedAt, overtaken, older }: PricePlace,
  momentsOf: (key: string) => readonly number[],
): ReadonlySet<string> =>
  older.size === 0
    ? overtaken
    : new Set([...overtaken, ...[...older].filter((key) => !momentsOf(key).some((at) => at > recordedAt))]);
