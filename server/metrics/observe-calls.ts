import type { Counter, Histogram, Registry } from "prom-client";
import { endpoints } from "@/server/api/endpoints";
import { type ErrorCode, errorCodes, errors } from "@/server/errors/errors";
import { documentPath, type ObserveCall } from "@/server/http/answered-call";
import { defineRequestMetrics } from "@/server/metrics/definitions";

/** Every value that the label `endpoint` can have. */
export const endpointLabels: readonly string[] = [
  ...new Set([...endpoints.map(({ path }) => path), documentPath, "other"]),
];

const goneAway = 499;
const statusesWithoutCode = [200, 201, 204, 304, goneAway] as const;

type Cell = {
  readonly duration: Histogram.Internal<"endpoint">;
  /** By error code, else by status. */
  readonly counters: ReadonlyMap<ErrorCode | number, Counter.Internal>;
};

/** Counts calls. All that a call does is look its counters up: they are made beforehand for every combination. */
export const createObserveCalls = (
  registry: Registry,
): { readonly observe: ObserveCall; readonly noteDropped: () => void } => {
  const { requests, duration, logDropped } = defineRequestMetrics(registry);
  const cellOf = (endpoint: string): Cell => ({
    duration: duration.labels(endpoint),
    counters: new Map<ErrorCode | number, Counter.Internal>([
      ...errorCodes.map(
        (code) => [code, requests.labels(endpoint, String(errors[code].status), code)] as const,
      ),
      ...statusesWithoutCode.map(
        (status) => [status, requests.labels(endpoint, String(status), "none")] as const,
      ),
    ]),
  });
  const cells = new Map(endpointLabels.map((endpoint) => [endpoint, cellOf(endpoint)]));
  // A rate over a counter that appears with its first failure would not see that failure.
  for (const { counters } of cells.values()) counters.get("INTERNAL_ERROR")?.inc(0);
  return {
    observe: ({ endpoint, status, code, seconds, aborted }) => {
      const cell = cells.get(endpoint) ?? cells.get("other");
      cell?.duration.observe(seconds);
      cell?.counters.get(aborted ? goneAway : (code ?? status))?.inc();
    },
    noteDropped: () => logDropped.inc(),
  };
};
