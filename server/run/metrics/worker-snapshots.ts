import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { addCounts, countsOf, emptySnapshot, type Snapshot } from "@/server/run/metrics/snapshot";

/** Messages about metrics between the processes of an instance. */
type Message =
  | { readonly metrics: "started" }
  | { readonly metrics: "request" }
  | { readonly metrics: "response"; readonly snapshot: Snapshot };

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "metrics" in value;

/** Called in a worker: sends the worker's metrics whenever the supervisor requests them. */
export const serveSnapshots = (read: () => Promise<Snapshot>): void => {
  const send = (message: Message): void => {
    // The supervisor may have ended.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const respond = async (): Promise<void> => send({ metrics: "response", snapshot: await read() });
  process.on("message", (message) => {
    if (isMessage(message) && message.metrics === "request") void respond();
  });
  send({ metrics: "started" });
};

type WorkerState = {
  /** The worker's number in metric labels, such as `web_2`. Numbers of ended workers are used again, to limit the number of labels. */
  readonly number: number;
  last: Snapshot;
  /** Resolves when the worker responds or ends. Undefined if no request is pending. */
  pending: Promise<void> | undefined;
  endRequest: () => void;
};

export type WorkerSnapshots = {
  /**
   * Returns two parts. `snapshots` maps the name of each worker that responds within the deadline to the worker's metrics.
   * `counts` has the last known counts of workers that do not respond or have ended. Without these counts, the sums over all workers would
   * decrease.
   */
  readonly gather: (deadlineMs: number) => Promise<{
    readonly snapshots: ReadonlyMap<string, Snapshot>;
    readonly counts: readonly Snapshot["service"][];
  }>;
};

/** Collects the metrics of this process's workers. */
export const createWorkerSnapshots = (): WorkerSnapshots => {
  const workers = new Map<Worker, WorkerState>();
  let ended: Promise<Snapshot["service"]> = Promise.resolve([]);

  const freeNumber = (): number => {
    const used = new Set([...workers.values()].map(({ number }) => number));
    let free = 1;
    while (used.has(free)) free += 1;
    return free;
  };

  const request = (worker: Worker, state: WorkerState): Promise<void> => {
    // One request at a time. Otherwise, requests to a worker that does not respond would pile up.
    if (state.pending !== undefined) return state.pending;
    state.pending = new Promise((resolve) => {
      state.endRequest = () => {
        state.pending = undefined;
        resolve();
      };
    });
    const message: Message = { metrics: "request" };
    worker.send(message, (error) => {
      if (error !== null) state.endRequest();
    });
    return state.pending;
  };

  cluster.on("message", (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "started") {
      workers.set(worker, {
        number: freeNumber(),
        last: emptySnapshot,
        pending: undefined,
        endRequest: () => undefined,
      });
      return;
    }
    const state = workers.get(worker);
    if (message.metrics !== "response" || state === undefined) return;
    state.last = message.snapshot;
    state.endRequest();
  });
  cluster.on("exit", (worker) => {
    const state = workers.get(worker);
    if (state === undefined) return;
    workers.delete(worker);
    ended = ended.then((counts) => addCounts(counts, state.last.service));
    state.endRequest();
  });

  return {
    gather: async (deadlineMs) => {
      const requests = [...workers].map(([worker, state]) => request(worker, state));
      const deadline = new AbortController();
      await Promise.race([
        Promise.all(requests),
        delay(deadlineMs, undefined, { signal: deadline.signal }).catch(() => undefined),
      ]);
      deadline.abort();
      const all = [...workers.values()];
      const responded = all.filter(({ pending }) => pending === undefined);
      const silent = all.filter(({ pending }) => pending !== undefined);
      return {
        snapshots: new Map(responded.map(({ number, last }) => [`web_${number}`, last])),
        counts: [await ended, ...silent.map(({ last }) => countsOf(last.service))],
      };
    },
  };
};
