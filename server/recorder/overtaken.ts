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

/** Positive when the market was fetched after its known state, negative when before it; NaN where one of them is not measured. */
const fetchedSince = ({ key, time: [, fetched] }: StatedMarket, { check, current }: Known): number => {
  const isOffered = check !== undefined && (current.get(key) ?? "") !== "";
  const [, known] = isOffered ? (check.marketTimes[key] ?? [check.checkedAt, check.fetchedAt]) : [null, null];
  return known === null || fetched === null ? Number.NaN : fetched - known;
};

/** Whether a poll states a market from an older fetch than the one that its known state is from. */
export const isOvertaken = ({ clock }: Recording, market: StatedMarket, known: Known): boolean =>
  clock === "now" && fetchedSince(market, known) < 0;

/** When a snapshot counts as recorded (ms) for the prices of a fixture: earlier than it arrived only where all of it was overtaken. */
export const recordedForPrices = (
  recording: Recording,
  stated: readonly StatedMarket[],
  known: Known,
): number => {
  const { clock, recordedAt } = recording;
  const { check } = known;
  if (clock !== "now" || check === undefined) return recordedAt;
  const compared = stated.filter((market) => !Number.isNaN(fetchedSince(market, known)));
  if (compared.length === 0) return recordedForStart(recording, check);
  if (!compared.every((market) => isOvertaken(recording, market, known))) return recordedAt;
  return placeBefore(check, Math.max(...compared.map(({ time: [, fetched] }) => fetched ?? 0)));
};
