import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

/** A worker that ends at once each time must not keep the machine busy. */
const replaceAfterMs = 1_000;
const ready = "ready";

/** The first process that serves could not start; it has said why itself. */
export class NotStartedError extends Error {
  override readonly name = "NotStartedError";
}

/** Tells the process that started this one that it serves. */
export const sayReady = (): void => void process.send?.(ready);

/** Whether this is the first of the processes that serve: what is said once is said by it. */
export const isFirstWorker = (): boolean => cluster.worker?.id === 1;

export type WebWorkers = {
  /**
   * Resolves when the first serves; the others follow, so that what stops one at its start is said once.
   * @throws NotStartedError when the first ends instead.
   */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What is known of an end, for the log. */
type End = { readonly code: number | null; readonly signal: string | null } | { readonly err: Error };
type Running = { readonly worker: Worker; readonly ended: Promise<End> };

const endOf = (worker: Worker, log: Logger): Promise<End> =>
  new Promise((resolve) => {
    worker.once("exit", (code, signal) => resolve({ code, signal }));
    worker.on("error", (err) => {
      // One that could not be made never exits.
      if (worker.process.pid === undefined) resolve({ err });
      else log.warn({ err }, "a process that serves could not be reached");
    });
  });

/** Resolves when the worker says that it serves; it may say other things before. */
const readyOf = (worker: Worker): Promise<undefined> =>
  new Promise((resolve) => {
    worker.on("message", (message: unknown) => {
      if (message === ready) resolve(undefined);
    });
  });

/** Processes that serve site and API behind one port, each replaced when it ends. */
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
    log.error(end, "a process that serves has ended; another takes its place");
    await replace();
  };

  const replace = async (): Promise<void> => {
    await delay(replaceAfterMs);
    if (closing) return;
    try {
      void keepOne(startOne());
    } catch (error) {
      log.error({ err: error }, "a process that serves could not be made; it is tried again");
      void replace();
    }
  };

  return {
    start: async () => {
      const first = startOne();
      const end = await Promise.race([readyOf(first.worker), first.ended]);
      if (end !== undefined)
        throw new NotStartedError(
          "err" in end ? `Oddskeeper could not start: ${end.err.message}.` : "Oddskeeper could not start.",
        );
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
