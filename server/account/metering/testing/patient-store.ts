import { setTimeout as delay } from "node:timers/promises";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";

/** How long the stores of tests wait for a reply. A busy machine can stop the server, or the test, for seconds. */
export const patientMs = 60_000;

export const responds = (store: CounterStore): Promise<boolean> =>
  store.ping().then(
    () => true,
    () => false,
  );

/** Waits until the store responds, also for longer than a starting instance waits. */
export const untilStoreResponds = async (store: CounterStore): Promise<void> => {
  while (!(await responds(store))) await delay(20);
};
