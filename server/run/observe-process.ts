import type { Logger } from "pino";
import type { Config } from "@/server/config";
import { createRareLog } from "@/server/log-rarely";
import type { Observers, ProcessRole } from "@/server/run/observers";
import type { CompletedCall } from "@/server/web/http/v1/completed-call";

/** METRICS_PORT is in use, or METRICS_HOST is not an address of this machine. */
export class MetricsPortError extends Error {
  override readonly name = "MetricsPortError";
}

export type ProcessObservers = { readonly observers: Observers; readonly close: () => Promise<void> };

/**
 * Starts the configured observers of this process: metrics and the request log.
 * @throws MetricsPortError
 */
export const observeProcess = async (
  config: Config,
  role: ProcessRole,
  log: Logger,
): Promise<ProcessObservers> => {
  const { metrics: metricsConfig, requestLog, webConcurrency } = config;
  // Loaded on demand, so that disabled observers take neither time nor memory.
  const metrics =
    metricsConfig &&
    (await import("@/server/run/metrics/start-metrics").then(({ startMetrics }) =>
      startMetrics(metricsConfig, { role, webConcurrency }, log).catch((error: Error) => {
        throw new MetricsPortError(`METRICS_PORT: ${error.message}`);
      }),
    ));
  const base = {
    observers: metrics?.observers ?? {},
    close: metrics?.close ?? (async () => undefined),
  };
  if (!requestLog || role === "first") return base;
  const rarely = createRareLog(log);
  const { createRequestLog } = await import("@/server/run/request-log");
  const write = createRequestLog(() => {
    metrics?.countDroppedLine();
    rarely("lines of the request log are dropped: stdout is not read fast enough", {});
  });
  const count = base.observers.call;
  const call = (completed: CompletedCall): void => {
    count?.(completed);
    write(completed);
  };
  return { ...base, observers: { ...base.observers, call } };
};
