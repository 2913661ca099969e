import { setTimeout as delay } from "node:timers/promises";
import { type CounterStore, UnsupportedStoreError } from "@/server/account/metering/counter/counter-store";

/** How long the stores of tests wait for a reply. A busy machine can stop the server, or the test, for seconds. */
export const patientMs = 60_000;

export const responds = (store: CounterStore): Promise<boolean> =>
  store.ping().then(
    () => true,
    () => false,
  );

/** Waits until the store responds, also for longer than a starting instance waits. @throws UnsupportedStoreError for a wrong kind of server. */
export const untilStoreResponds = async (store: CounterStore): Promise<void> => {
  for (;;) {
    try {
      return await store.ping();
    } catch (error) {
      if (error instanceof UnsupportedStoreError) throw error;
      await delay(20);
    }
  }
};
