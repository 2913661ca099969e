import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

/** The pause before a worker is replaced, so that a worker that always ends immediately does not keep the machine busy. */
const replaceAfterMs = 1_000;
const ready = "ready";

/**
 * The first web worker failed to start. If its process could not be created, the message has the reason. Otherwise, the worker has logged
 * the reason.
 */
export class NotStartedError extends Error {
  override readonly name = "NotStartedError";
}

/** Reports to the supervisor that this worker is ready. */
export const reportReady = (): void => void process.send?.(ready);

/** True in the first worker, which prints the startup message. */
export const isFirstWorker = (): boolean => cluster.worker?.id === 1;

export type WebWorkers = {
  /**
   * Resolves when the first worker is ready. The other workers start afterwards, so that a failed startup is reported only once.
   * @throws NotStartedError if the first worker ends before it is ready.
   */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** How a worker ended, for the log. */
type WorkerEnd = { readonly code: number | null; readonly signal: string | null } | { readonly err: Error };
type Running = { readonly worker: Worker; readonly ended: Promise<WorkerEnd> };

const endOf = (worker: Worker, log: Logger): Promise<WorkerEnd> =>
  new Promise((resolve) => {
    worker.once("exit", (code, signal) => resolve({ code, signal }));
    worker.on("error", (err) => {
      // A worker whose process could not be created never emits `exit`.
      if (worker.process.pid === undefined) resolve({ err });
      else log.warn({ err }, "a worker could not be reached");
    });
  });

const readyOf = (worker: Worker): Promise<undefined> =>
  new Promise((resolve) => {
    worker.on("message", (message: unknown) => {
      if (message === ready) resolve(undefined);
    });
  });

/** Starts processes that serve the site and the API on one port, and replaces each process that ends. */
export const createWebWorkers = (count: number, log: Logger): WebWorkers => {
  const workers = new Set<Running>();
  let closing = false;

  const startOne = (): Running => {
    const worker = cluster.fork();
    const running = { worker, ended: endOf(worker, log) };
    workers.add(running);
    void running.ended.then(() => workers.delete(running));
    return running;
  };

  const keepOne = async ({ ended }: Running): Promise<void> => {
    const end = await ended;
    if (closing) return;
    log.error(end, "a worker process has ended; another takes its place");
    await replace();
  };

  const replace = async (): Promise<void> => {
    await delay(replaceAfterMs);
    if (closing) return;
    try {
      void keepOne(startOne());
    } catch (error) {
      log.error({ err: error }, "a worker process could not be created; another attempt follows");
      void replace();
    }
  };

  return {
    start: async () => {
      if (closing) return;
      const first = startOne();
      const end = await Promise.race([readyOf(first.worker), first.ended]);
      if (end !== undefined)
        throw new NotStartedError(
          "err" in end ? `Oddskeeper could not start: ${end.err.message}.` : "Oddskeeper could not start.",
        );
      if (closing) return;
      void keepOne(first);
      for (let number = 1; number < count; number++) void keepOne(startOne());
    },
    close: async () => {
      closing = true;
      await Promise.all(
        [...workers].map(({ worker, ended }) => {
          worker.process.kill("SIGTERM");
          return ended;
        }),
      );
    },
  };
};
