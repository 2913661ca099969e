import { type CounterStore, CounterStoreError } from "@/server/account/metering/counter/counter-store";
import { awaitStore, openCounterStore } from "@/server/account/metering/open-meter";
import type { CounterStoreConfig } from "@/server/config";
import { CommandFailure } from "@/server/ops/command-line";

/**
 * Runs `work` on the configured counter store.
 * @returns the result of `work`; undefined if no counter store is configured.
 * @throws CommandFailure if the store does not respond.
 */
export const withCounterStore = async <T>(
  config: CounterStoreConfig,
  work: (store: CounterStore) => Promise<T>,
): Promise<T | undefined> => {
  const store = await openCounterStore(config);
  if (store === undefined) return undefined;
  try {
    await awaitStore(store);
    return await work(store);
  } catch (error) {
    if (!(error instanceof CounterStoreError)) throw error;
    throw new CommandFailure(`the counter store: ${error.message}`);
  } finally {
    await store.close();
  }
};
