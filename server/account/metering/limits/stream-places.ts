import { type CounterStore, CounterStoreError } from "@/server/account/metering/counter/counter-store";
import {
  releasePlacesScript,
  renewPlacesScript,
  takePlaceScript,
} from "@/server/account/metering/counter/place-scripts";
import { integerAt } from "@/server/account/metering/counter/read-reply";
import type { StreamPlaces } from "@/server/account/metering/meter";
import { placeLifeMs } from "@/server/account/metering/timing";
import type { RareLog } from "@/server/log-rarely";

const placesKey = (accountId: string): string => `s:${accountId}`;

const unavailable =
  "the counter store is unavailable: this process limits open streams by its own count, so an account can open more on other instances";

/**
 * Counts the open streams of each account in the counter store. Without a store, or while it is unavailable, each process counts its own.
 */
export const createStreamPlaces = (store: CounterStore | undefined, warn: RareLog): StreamPlaces => {
  /** The places of this process, by account. */
  const own = new Map<string, Set<string>>();

  const noteFailure = (error: unknown): undefined => {
    if (!(error instanceof CounterStoreError)) throw error;
    warn(unavailable, { err: error });
  };

  let isClosed = false;
  /** The commands that have not ended. */
  const pending = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.finally(() => pending.delete(tracked));
    pending.add(tracked);
    return tracked;
  };

  const releaseInStore = (accountId: string, places: readonly string[]): void => {
    if (store === undefined) return;
    // A place that cannot be released is free when its life ends.
    void track(store.run(releasePlacesScript, [placesKey(accountId)], places).catch(() => undefined));
  };

  const takeInStore = async (accountId: string, place: string, max: number) => {
    if (store === undefined) return undefined;
    const args = [place, max, placeLifeMs];
    const reply = await store.run(takePlaceScript, [placesKey(accountId)], args).catch(noteFailure);
    if (reply === undefined) return undefined;
    return integerAt(reply, 0) === 1 ? integerAt(reply, 1) : "none_free";
  };

  const take: StreamPlaces["take"] = async ({ accountId, streams }, place) => {
    const stored = await takeInStore(accountId, place, streams);
    if (isClosed) {
      releaseInStore(accountId, [place]);
      return undefined;
    }
    // Read after the store's reply, because other streams may have opened meanwhile.
    const places = own.get(accountId) ?? new Set<string>();
    const taken = stored ?? places.size + 1;
    if (taken === "none_free" || taken > streams) return undefined;
    own.set(accountId, places.add(place));
    return taken;
  };

  const renew = async (): Promise<void> => {
    if (store === undefined || isClosed) return;
    const renewals = [...own].map(([accountId, places]) =>
      store
        .run(renewPlacesScript, [placesKey(accountId)], [placeLifeMs, ...places])
        .catch((error: unknown) => warn(unavailable, { err: error })),
    );
    await Promise.all(renewals);
  };

  return {
    take: (holder, place) => track(take(holder, place)),
    renew: () => track(renew()),
    release: (accountId, place) => {
      const places = own.get(accountId);
      if (places?.delete(place) !== true) return;
      if (places.size === 0) own.delete(accountId);
      releaseInStore(accountId, [place]);
    },
    close: async () => {
      isClosed = true;
      // A command that arrived after the releases could take a place again.
      await Promise.allSettled(pending);
      for (const [accountId, places] of own) releaseInStore(accountId, [...places]);
      own.clear();
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
};
