import { ownValue } from "@/server/catalogue/own-value";
import type { KnownCheck } from "@/server/recorder/load-known";
import type { Recording } from "@/server/recorder/recording";
import type { StatedMarket } from "@/server/recorder/state-markets";

/*
 * A poll can deliver an older fetch after a newer one, for example through a cache. A book may be polled with several requests, each
 * with fetch times of its own, so fetches are compared market by market. Recordings at their own time are never stale: they take their
 * place in time.
 */

type Known = { readonly check: KnownCheck | undefined; readonly current: ReadonlyMap<string, string> };

/** Whether a newer fetch of the same market is known, its withdrawal included. */
export const isStaleMarket = (
  { clock }: Pick<Recording, "clock">,
  { key, time: [, fetchedAt] }: StatedMarket,
  { check, current }: Known,
): boolean => {
  if (clock !== "now" || check === undefined || fetchedAt === null || !current.has(key)) return false;
  const [, known] = ownValue(check.marketTimes, key) ?? [check.checkedAt, check.fetchedAt];
  return known !== null && fetchedAt < known;
};

/** Whether any newer fetch of the book for the fixture is known. */
export const isStaleFetch = (
  { clock, fetchedAt }: Pick<Recording, "clock" | "fetchedAt">,
  check: KnownCheck | undefined,
): boolean =>
  clock === "now" &&
  fetchedAt !== null &&
  check !== undefined &&
  [check.fetchedAt, ...Object.values(check.marketTimes).map(([, fetched]) => fetched)].some(
    (known) => known !== null && known > fetchedAt,
  );
