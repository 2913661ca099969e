import type { ObserveOperation } from "@/db/observe-queries";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";

/** Wraps a counter store. When a command ends, `observe` receives the command's name, its duration in seconds, and whether it failed. */
export const observeStore = (store: CounterStore, observe: ObserveOperation): CounterStore => {
  const watch = <T>(operation: string, reply: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const end = (failed: boolean) => observe(operation, (performance.now() - startedAt) / 1000, failed);
    reply.then(
      () => end(false),
      () => end(true),
    );
    return reply;
  };
  return {
    run: (script, keys, args) => watch(script.name, store.run(script, keys, args)),
    ping: () => watch("ping", store.ping()),
    close: store.close,
  };
};
