import type { Registry } from "prom-client";
import { type ObserveOperation, queryOperations } from "@/db/observe-queries";
import * as scripts from "@/server/account/metering/counter/scripts";
import { defineStoreMetrics } from "@/server/run/metrics/definitions";

const storeOperations: readonly string[] = [...Object.values(scripts).map(({ name }) => name), "other"];

/** Measures the operations of the database and the counter store. */
export const createObserveStores = (
  registry: Registry,
): { readonly database: ObserveOperation; readonly counterStore: ObserveOperation } => {
  const { duration, errors } = defineStoreMetrics(registry);
  const watch = (store: string, operations: readonly string[]): ObserveOperation => {
    const byOperation = new Map(
      operations.map((operation) => [
        operation,
        { duration: duration.labels(store, operation), errors: errors.labels(store, operation) },
      ]),
    );
    for (const metrics of byOperation.values()) metrics.errors.inc(0);
    return (operation, seconds, failed) => {
      const metrics = byOperation.get(operation) ?? byOperation.get("other");
      metrics?.duration.observe(seconds);
      if (failed) metrics?.errors.inc();
    };
  };
  return {
    database: watch("database", queryOperations),
    counterStore: watch("counter_store", storeOperations),
  };
};
