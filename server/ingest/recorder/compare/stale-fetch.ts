import { ownValue } from "@/server/domain/catalogue/own-value";
import type { MarketUpdate } from "@/server/ingest/recorder/compare/snapshot-markets";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { BookCheck } from "@/server/ingest/recorder/state/load-state";

/*
 * A poll can deliver an older fetch than the previous poll did, for example from a cache. A book may be polled with several requests that
 * have different fetch times, so fetches are compared by market. Recordings are never stale, because they are inserted at their own time.
 */

type RecordedMarkets = {
  readonly check: BookCheck | undefined;
  readonly current: ReadonlyMap<string, string>;
};

/**
 * Whether the recorded fetch of the market is newer than the update's fetch. A recorded fetch that withdrew the market's prices counts too.
 */
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
 * Whether any market of the fixture at this book has a recorded fetch that is newer than the snapshot's fetch. If so, the start that the
 * snapshot states for the fixture is not used. A start belongs to no single market, so all markets of the fixture are compared.
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
