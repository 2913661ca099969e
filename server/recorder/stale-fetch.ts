import { ownValue } from "@/server/catalogue/own-value";
import type { BookCheck } from "@/server/recorder/load-state";
import type { Recording } from "@/server/recorder/recording";
import type { MarketUpdate } from "@/server/recorder/snapshot-markets";

/*
 * A poll can deliver an older fetch than the poll before, for example from a cache. A book may be polled with several requests that have
 * different fetch times, so fetches are compared by market. Recordings are never stale, because they are inserted at their own time.
 */

type RecordedMarkets = {
  readonly check: BookCheck | undefined;
  readonly current: ReadonlyMap<string, string>;
};

/** Whether a newer fetch of the market is recorded, including a fetch that withdrew the market. */
export const isStaleMarket = (
  { clock }: Pick<Recording, "clock">,
  { key, time: [, fetchedAt] }: MarketUpdate,
  { check, current }: RecordedMarkets,
): boolean => {
  if (clock !== "now" || check === undefined || fetchedAt === null || !current.has(key)) return false;
  const [, recorded] = ownValue(check.marketTimes, key) ?? [check.checkedAt, check.fetchedAt];
  return recorded !== null && fetchedAt < recorded;
};

/**
 * Whether a newer fetch of any market of the fixture is recorded for this book. If so, the snapshot's start is not used. A start belongs
 * to no single market, so all markets of the fixture are compared.
 */
export const isStaleFetch = (
  { clock, fetchedAt }: Pick<Recording, "clock" | "fetchedAt">,
  check: BookCheck | undefined,
): boolean =>
  clock === "now" &&
  fetchedAt !== null &&
  check !== undefined &&
  [check.fetchedAt, ...Object.values(check.marketTimes).map(([, fetched]) => fetched)].some(
    (recorded) => recorded !== null && recorded > fetchedAt,
  );
