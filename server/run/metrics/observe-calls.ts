import type { Counter, Histogram, Registry } from "prom-client";
import { type ErrorCode, errorCodes, errors } from "@/server/domain/errors/errors";
import { defineRequestMetrics } from "@/server/run/metrics/definitions";
import { endpoints } from "@/server/web/api/endpoints";
import { deliveryPath, documentPaths, mcpPath, type ObserveCall } from "@/server/web/http/v1/completed-call";
import { toolEndpoints } from "@/server/web/mcp/tools";

/** All values of the label `endpoint`. */
export const endpointLabels: readonly string[] = [
  ...new Set([
    ...endpoints.map(({ path }) => path),
    ...documentPaths,
    deliveryPath,
    mcpPath,
    ...toolEndpoints,
    "other",
  ]),
];

const clientDisconnected = 499;
const statusesWithoutCode = [200, 201, 204, 304, clientDisconnected] as const;

type EndpointMetrics = {
  readonly duration: Histogram.Internal<"endpoint">;
  /** By error code, or by status if the response has no error code. */
  readonly counters: ReadonlyMap<ErrorCode | number, Counter.Internal>;
};

/** Counts calls. All counters are created in advance, so that a call only looks them up. */
export const createObserveCalls = (
  registry: Registry,
): { readonly observe: ObserveCall; readonly countDroppedLine: () => void } => {
  const { requests, duration, logDropped } = defineRequestMetrics(registry);
  const metricsOf = (endpoint: string): EndpointMetrics => ({
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
  const byEndpoint = new Map(endpointLabels.map((endpoint) => [endpoint, metricsOf(endpoint)]));
  // prom-client exports a counter only after its first `inc`. Without this `inc(0)`, the first exported value would be 1, and
  // Prometheus's `rate` would miss the first failure.
  for (const { counters } of byEndpoint.values()) counters.get("INTERNAL_ERROR")?.inc(0);
  return {
    observe: ({ endpoint, status, code, seconds, aborted }) => {
      const metrics = byEndpoint.get(endpoint) ?? byEndpoint.get("other");
      metrics?.duration.observe(seconds);
      metrics?.counters.get(aborted ? clientDisconnected : (code ?? status))?.inc();
    },
    countDroppedLine: () => logDropped.inc(),
  };
};
