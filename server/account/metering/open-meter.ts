import { setTimeout as delay } from "node:timers/promises";
import type { ObserveOperation } from "@/db/observe-queries";
import { type CounterStore, UnsupportedStoreError } from "@/server/account/metering/counter/counter-store";
import { observeStore } from "@/server/account/metering/counter/observe-store";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createMeter, type MeterDeps } from "@/server/account/metering/create-meter";
import type { RunningMeter } from "@/server/account/metering/meter";
import { firstPingEveryMs, firstReplyWithinMs } from "@/server/account/metering/timing";
import type { CounterStoreConfig } from "@/server/config";

/** Opens the configured counter store. Undefined if no store is configured. */
export const openCounterStore = async (config: CounterStoreConfig): Promise<CounterStore | undefined> => {
  if (config.kind === "redis") return createRedisStore(config.address);
  if (config.kind !== "upstash") return undefined;
  const { createUpstashStore } = await import("@/server/account/metering/counter/upstash-store");
  return createUpstashStore(config.url, config.token);
};

/** Waits until the store responds, for `firstReplyWithinMs` at most. @throws UnsupportedStoreError if the server can never be used. */
export const awaitStore = async (store: CounterStore): Promise<void> => {
  const until = performance.now() + firstReplyWithinMs;
  while (performance.now() < until) {
    // The meter logs a store that is still unavailable at its first use.
    const responds = await store.ping().then(
      () => true,
      (error: unknown) => {
        if (error instanceof UnsupportedStoreError)
          throw new UnsupportedStoreError(`REDIS_URL: ${error.message}`);
        return false;
      },
    );
    if (responds) return;
    await delay(firstPingEveryMs);
  }
};

/** Opens the configured counter store and a meter on it. @param observe receives every command to the store. */
export const openMeter = async ({
  config,
  observe,
  ...deps
}: Omit<MeterDeps, "store"> & {
  readonly config: CounterStoreConfig;
  readonly observe?: ObserveOperation | undefined;
}): Promise<RunningMeter> => {
  const opened = await openCounterStore(config);
  const store = observe && opened ? observeStore(opened, observe) : opened;
  try {
    if (store !== undefined) await awaitStore(store);
  } catch (error) {
    await store?.close();
    throw error;
  }
  return createMeter({ ...deps, store });
};
