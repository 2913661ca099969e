import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
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

/** Processes that serve site and API behind one port, each replaced when it ends. */
export const createWebWorkers = (count: number, log: Logger): WebWorkers => {
  const workers = new Set<Worker>();
  let closing = false;

  const startOne = (): Worker => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.once("exit", () => workers.delete(worker));
    return worker;
  };

  const keepOne = (worker: Worker): void =>
    void worker.once("exit", async (code: number | null, signal: string | null) => {
      if (closing) return;
      log.error({ code, signal }, "a process that serves has ended; another takes its place");
      await delay(replaceAfterMs);
      if (!closing) keepOne(startOne());
    });

  return {
    start: async () => {
      const first = startOne();
      const how = await Promise.race([
        once(first, "message").then(() => ready),
        once(first, "exit").then(() => "ended"),
      ]);
      if (how !== ready) throw new NotStartedError("Oddskeeper could not start.");
      keepOne(first);
      for (let number = 1; number < count; number++) keepOne(startOne());
    },
    close: async () => {
      closing = true;
      await Promise.all(
        [...workers].map(async (worker) => {
          const ended = once(worker, "exit");
          worker.process.kill("SIGTERM");
          await ended;
        }),
      );
    },
  };
};
