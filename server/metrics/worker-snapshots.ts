import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { addCounts, countsOf, emptySnapshot, type Snapshot } from "@/server/metrics/snapshot";

/** What processes of one instance say to each other about metrics. */
type Message =
  | { readonly metrics: "here" }
  | { readonly metrics: "ask" }
  | { readonly metrics: "answer"; readonly snapshot: Snapshot };

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "metrics" in value;

/** Lets the first process ask this one, a worker, for its metrics. */
export const answerSnapshots = (read: () => Promise<Snapshot>): void => {
  const send = (message: Message): void => {
    // The first process may be gone by now.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const answer = async (): Promise<void> => send({ metrics: "answer", snapshot: await read() });
  process.on("message", (message) => {
    if (isMessage(message) && message.metrics === "ask") void answer();
  });
  send({ metrics: "here" });
};

type Known = {
  /** The number of its place: a worker that replaces another takes the free one, so that there are not ever more names. */
  readonly place: number;
  last: Snapshot;
  /** Settled by its answer or its end; undefined where nothing has been asked. */
  asked: Promise<void> | undefined;
  settle: () => void;
};

export type WorkerSnapshots = {
  /**
   * The metrics of every worker that answers within the deadline, by name, and the last known counts of all others, also of those
   * that have ended. Counters so never go back.
   */
  readonly gather: (deadlineMs: number) => Promise<{
    readonly snapshots: ReadonlyMap<string, Snapshot>;
    readonly counts: readonly Snapshot["service"][];
  }>;
};

/** Asks the workers of this process for their metrics. */
export const createWorkerSnapshots = (): WorkerSnapshots => {
  const workers = new Map<Worker, Known>();
  let ended: Promise<Snapshot["service"]> = Promise.resolve([]);

  const freePlace = (): number => {
    const taken = new Set([...workers.values()].map(({ place }) => place));
    let place = 1;
    while (taken.has(place)) place += 1;
    return place;
  };

  const ask = (worker: Worker, known: Known): Promise<void> => {
    // One that does not answer is not asked again before it has: its questions would pile up.
    if (known.asked !== undefined) return known.asked;
    known.asked = new Promise((resolve) => {
      known.settle = () => {
        known.asked = undefined;
        resolve();
      };
    });
    const message: Message = { metrics: "ask" };
    worker.send(message, (error) => {
      if (error !== null) known.settle();
    });
    return known.asked;
  };

  cluster.on("message", (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === "here") {
      const nothing = { last: emptySnapshot, asked: undefined, settle: () => undefined };
      workers.set(worker, { place: freePlace(), ...nothing });
      return;
    }
    const known = workers.get(worker);
    if (message.metrics !== "answer" || known === undefined) return;
    known.last = message.snapshot;
    known.settle();
  });
  cluster.on("exit", (worker) => {
    const known = workers.get(worker);
    if (known === undefined) return;
    workers.delete(worker);
    ended = ended.then((counts) => addCounts(counts, known.last.service));
    known.settle();
  });

  return {
    gather: async (deadlineMs) => {
      const asked = [...workers].map(([worker, known]) => ask(worker, known));
      const late = new AbortController();
      await Promise.race([
        Promise.all(asked),
        delay(deadlineMs, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      const all = [...workers.values()];
      const answered = all.filter((known) => known.asked === undefined);
      const silent = all.filter((known) => known.asked !== undefined);
      return {
        snapshots: new Map(answered.map(({ place, last }) => [`web_${place}`, last])),
        counts: [await ended, ...silent.map(({ last }) => countsOf(last.service))],
      };
    },
  };
};
