import { setTimeout as delay } from "node:timers/promises";
import type { ObserveOperation } from "@/db/observe-queries";
import type { CounterStoreConfig } from "@/server/config";
import type { CounterStore } from "@/server/metering/counter-store";
import { createMeter, type MeterRooms } from "@/server/metering/create-meter";
import type { RunningMeter } from "@/server/metering/meter";
import { observeStore } from "@/server/metering/observe-store";
import { openCounterStore } from "@/server/metering/open-counter-store";

/** A store that is not there by then is treated as one that is away. */
const patienceMs = 2_000;
const pollMs = 20;

/** Waits until the store answers, for a while. */
export const awaitStore = async (store: CounterStore): Promise<void> => {
  for (const since = performance.now(); performance.now() - since < patienceMs; await delay(pollMs)) {
    const answered = await store.ping().then(
      () => true,
      () => false,
    );
    if (answered) return;
  }
};

/** Opens the configured counter store and meters on it. `observe` takes every command of it. */
export const openMeter = async (
  rooms: Omit<MeterRooms, "store"> & {
    readonly config: CounterStoreConfig;
    readonly observe?: ObserveOperation | undefined;
  },
): Promise<RunningMeter> => {
  const opened = openCounterStore(rooms.config);
  const store = rooms.observe && opened ? observeStore(opened, rooms.observe) : opened;
  if (store !== undefined) await awaitStore(store);
  return createMeter({ db: rooms.db, store, log: rooms.log, clock: rooms.clock });
};
