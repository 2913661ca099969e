import type { Logger } from "pino";
import type { Config } from "@/server/config";
import { createMetrics, type Metrics } from "@/server/run/metrics/create-metrics";
import { serveMetrics } from "@/server/run/metrics/serve-metrics";
import { renderSnapshots } from "@/server/run/metrics/snapshot";
import { createWorkerSnapshots, serveSnapshots } from "@/server/run/metrics/worker-snapshots";
import type { ProcessRole } from "@/server/run/observers";

/** A worker that does not respond must not delay a scrape. Prometheus gives up after 10 s by default. */
const workerDeadlineMs = 1_000;

export type RunningMetrics = Metrics & { readonly close: () => Promise<void> };

/**
 * Measures this process. A worker sends its metrics to the supervisor. A supervisor or a single process serves `GET /metrics` for the instance.
 * @throws if the port is unavailable.
 */
export const startMetrics = async (
  address: NonNullable<Config["metrics"]>,
  { role, webConcurrency }: { readonly role: ProcessRole; readonly webConcurrency: number },
  log: Logger,
): Promise<RunningMetrics> => {
  const metrics = createMetrics({
    serves: role !== "first",
    records: role !== "worker",
    processes: role === "alone" ? 1 : webConcurrency + 1,
  });
  if (role === "worker") {
    serveSnapshots(metrics.read);
    return { ...metrics, close: async () => undefined };
  }
  const workers = role === "first" ? createWorkerSnapshots() : undefined;
  const render = async (): Promise<string> => {
    const gathered = await workers?.gather(workerDeadlineMs);
    const snapshots = new Map([["main", await metrics.read()], ...(gathered?.snapshots ?? [])]);
    return renderSnapshots(snapshots, gathered?.counts ?? []);
  };
  const server = await serveMetrics(address, render, log);
  return { ...metrics, close: server.close };
};
