import type { KnownCheck } from "@/server/recorder/load-known";
import type { Recording } from "@/server/recorder/recording";
import type { StatedMarket } from "@/server/recorder/state-markets";

/*
 * A poll can deliver an older fetch after a newer one (a cache on the way). Its place in time is then that of its fetch, not that of its
 * arrival, and before the newer one whatever the book's clock says. A book may be polled with several requests, each with fetch times
 * of its own, so that fetches are compared market by market.
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

/** The measured fetch times of a market: as stated, and of its known state. */
type Fetches = { readonly key: string; readonly fetched: number; readonly known: number };

/** Nothing where one of them is not measured, or the market is not known to be offered. */
const fetchesOf = ({ key, time: [, fetched] }: StatedMarket, { check, current }: Known): Fetches[] => {
  if (check === undefined || (current.get(key) ?? "") === "") return [];
  const [, known] = check.marketTimes[key] ?? [check.checkedAt, check.fetchedAt];
  return known === null || fetched === null ? [] : [{ key, fetched, known }];
};

type PricePlace = {
  /** When they count as recorded (ms): earlier than they arrived only where all of them were overtaken. */
  readonly recordedAt: number;
  /**
   * Keys of the markets that were known by then from a newer fetch. The snapshot says nothing of these: that one is gone is as old as
   * the fetch that does not list it.
   */
  readonly overtaken: ReadonlySet<string>;
};

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
  const { check } = known;
  if (clock !== "now" || check === undefined) return { recordedAt, overtaken: new Set() };
  const compared = stated.flatMap((market) => fetchesOf(market, known));
  if (compared.length === 0) return { recordedAt: recordedForStart(recording, check), overtaken: new Set() };
  const older = compared.filter((market) => market.fetched < market.known);
  const keysOf = (markets: readonly Fetches[]) => new Set(markets.map(({ key }) => key));
  if (older.length < compared.length) return { recordedAt, overtaken: keysOf(older) };
  const newest = older.map(({ fetched }) => fetched).reduce((a, b) => Math.max(a, b));
  return {
    recordedAt: placeBefore(check, newest),
    overtaken: keysOf(older.filter((market) => market.known <= newest)),
  };
};
