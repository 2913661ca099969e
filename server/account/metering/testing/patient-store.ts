import { setTimeout as delay } from "node:timers/promises";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";

/** How long the stores of tests wait for a reply. A busy machine can stop the server, or the test, for seconds. */
export const patientMs = 60_000;

/** Waits until the store responds, also for longer than a starting instance waits. */
export const untilStoreResponds = async (store: CounterStore): Promise<void> => {
  const responds = () =>
    store.ping().then(
      () => true,
      () => false,
    );
  while (!(await responds())) await delay(20);
};
