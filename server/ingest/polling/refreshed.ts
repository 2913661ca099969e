import { VenueError } from "@/server/ingest/polling/venue-error";

type Kept<Value> = { readonly value: Value; readonly at: number };

/**
 * Caches a value that changes slowly, such as a list of leagues. A value older than `maxAgeMs` is loaded again, and concurrent callers
 * share one load. While the venue fails, the last value is used until it is older than `maxStaleMs`.
 */
export const createRefreshed = <Value>(maxAgeMs: number, maxStaleMs: number) => {
  let kept: Kept<Value> | undefined;
  let loading: Promise<Value> | undefined;
  const usable = (nowMs: number, maxMs: number): Kept<Value> | undefined =>
    kept !== undefined && nowMs - kept.at < maxMs ? kept : undefined;
  const refreshed = async (nowMs: number, load: () => Promise<Value>): Promise<Value> => {
    const fresh = usable(nowMs, maxAgeMs);
    if (fresh !== undefined) return fresh.value;
    const isOwn = loading === undefined;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    try {
      const value = await loading;
      kept = { value, at: nowMs };
      return value;
    } catch (error) {
      // The load of another caller failed, probably because that caller was stopped. Try again.
      if (!(error instanceof VenueError) && !isOwn) return refreshed(nowMs, load);
      const stale = usable(nowMs, maxStaleMs);
      if (!(error instanceof VenueError) || stale === undefined) throw error;
      return stale.value;
    }
  };
  return refreshed;
};
