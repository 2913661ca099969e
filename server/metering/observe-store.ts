import type { ObserveOperation } from "@/db/observe-queries";
import type { CounterStore } from "@/server/metering/counter-store";

/** The same counter store, which tells of each command once it has its answer or has failed. */
export const observeStore = (store: CounterStore, observe: ObserveOperation): CounterStore => {
  const watch = async <T>(operation: string, answer: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    let failed = true;
    try {
      const value = await answer;
      failed = false;
      return value;
    } finally {
      observe(operation, (performance.now() - startedAt) / 1000, failed);
    }
  };
  return {
    run: (script, keys, args) => watch(script.name, store.run(script, keys, args)),
    ping: () => watch("ping", store.ping()),
    close: store.close,
  };
};
