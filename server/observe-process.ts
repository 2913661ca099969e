import type { Logger } from "pino";
import type { Config } from "@/server/config";
import type { AnsweredCall } from "@/server/http/answered-call";
import { createRareLog } from "@/server/metering/log-rarely";
import type { Observers, ProcessRole } from "@/server/observers";

/** The metrics' port is taken, or their address is not of this machine. */
export class MetricsPortError extends Error {
  override readonly name = "MetricsPortError";
}

export type ProcessObservers = { readonly observers: Observers; readonly close: () => Promise<void> };

/**
 * Whoever the configuration wants to watch this process: metrics, a log of requests, or nobody.
 * @throws MetricsPortError when the metrics cannot be served where they should be.
 */
export const observeProcess = async (
  config: Config,
  role: ProcessRole,
  log: Logger,
): Promise<ProcessObservers> => {
  const { metrics: address, requestLog, webConcurrency } = config;
  // Loaded where they are wanted only: what is off takes neither time nor memory.
  const metrics =
    address &&
    (await import("@/server/metrics/start-metrics").then(({ startMetrics }) =>
      startMetrics(address, { role, webConcurrency }, log).catch((error: Error) => {
        throw new MetricsPortError(`METRICS_PORT: ${error.message}`);
      }),
    ));
  const observed = {
    observers: metrics?.observers ?? {},
    close: metrics?.close ?? (async () => undefined),
  };
  if (!requestLog || role === "first") return observed;
  const rarely = createRareLog(log);
  const { createRequestLog } = await import("@/server/request-log");
  const write = createRequestLog(() => {
    metrics?.noteDropped();
    rarely("lines of the request log are dropped: stdout is not read fast enough", {});
  });
  const count = observed.observers.call;
  const call = (answered: AnsweredCall): void => {
    count?.(answered);
    write(answered);
  };
  return { ...observed, observers: { ...observed.observers, call } };
};
