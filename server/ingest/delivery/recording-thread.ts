import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { ObserveOperation } from "@/db/observe-queries";
import { projectFile } from "@/db/project-file";
import { callsInProgress } from "@/server/clock/calls-in-progress";
import type { AdmittedDelivery } from "@/server/ingest/delivery/admit-delivery";
import { type DeliveryReport, unavailable } from "@/server/ingest/delivery/record-delivery";
import {
  type FromThread,
  fromFailure,
  type ThreadSetup,
  type ToThread,
} from "@/server/ingest/delivery/recording-messages";
import type { ObserveRecording } from "@/server/ingest/recorder/report";
import { loggableError } from "@/server/loggable-error";

/**
 * Records the body of an admitted delivery. The bytes may be moved away from the caller.
 * @throws as `recordDelivery`, and UNAVAILABLE if the thread that records has crashed.
 */
export type RecordBody = (
  admitted: Pick<AdmittedDelivery, "tokenId" | "books">,
  body: Uint8Array,
) => Promise<DeliveryReport>;

export type RecordingThread = {
  readonly record: RecordBody;
  /**
   * Ends the thread within 7 s. The transactions in progress have 5 s to end. A delivery with further parts fails with UNAVAILABLE; the
   * parts that were committed stay.
   */
  readonly close: () => Promise<void>;
};

type Waiting = {
  readonly resolve: (report: DeliveryReport) => void;
  readonly reject: (error: Error) => void;
};
type Running = {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  readonly ended: Promise<void>;
};

/** More than the 5 s in which the thread's transactions can end. The process itself ends 10 s after SIGTERM. */
const maxCloseMs = 7_000;

/** A bundled server starts the bundled program. Otherwise the thread loads TypeScript, for which `--import` has no effect in a thread. */
const startProgram = (setup: ThreadSetup): Worker => {
  if (import.meta.url.endsWith(".mjs"))
    return new Worker(projectFile(".next", "bundle", "server", "run", "record-deliveries.mjs"), {
      workerData: setup,
    });
  const program = pathToFileURL(projectFile("server", "run", "record-deliveries.ts")).href;
  const load = `import("tsx/esm/api").then(({ register }) => { register(); return import("${program}"); })`;
  return new Worker(load, { eval: true, execArgv: [], workerData: setup });
};

/** Memory that Node shares between small buffers cannot be moved to another thread, so such bytes are copied. */
const movable = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);

type Options = Omit<ThreadSetup, "isMeasured" | "calls"> & {
  readonly log: Pick<Logger, "error">;
  readonly observeRecording?: ObserveRecording | undefined;
  readonly observeDatabase?: ObserveOperation | undefined;
};

/**
 * Records deliveries in a thread of its own, so that their parsed bodies never fill the young heap that calls use. The first delivery starts
 * the thread. After a crash, the next delivery starts another.
 */
export const createRecordingThread = ({
  log,
  observeRecording,
  observeDatabase,
  ...setup
}: Options): RecordingThread => {
  let running: Running | undefined;
  let isClosing = false;
  let lastId = 0;

  const settle = (waiting: Map<number, Waiting>, message: FromThread): void => {
    if (message.kind === "measured") {
      for (const recording of message.recordings) observeRecording?.(...recording);
      for (const operation of message.operations) observeDatabase?.(...operation);
      return;
    }
    const { id } = message;
    const delivery = waiting.get(id);
    waiting.delete(id);
    if (message.kind === "recorded") delivery?.resolve(message.report);
    else delivery?.reject(fromFailure(message.failure));
  };

  const start = (): Running => {
    const isMeasured = observeRecording !== undefined || observeDatabase !== undefined;
    const worker = startProgram({ ...setup, isMeasured, calls: callsInProgress() });
    const waiting = new Map<number, Waiting>();
    let crash: Error | undefined;
    worker.on("message", (message: FromThread) => settle(waiting, message));
    worker.on("error", (error) => {
      crash = error;
    });
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", (code) => {
        if (running?.worker === worker) running = undefined;
        if (!isClosing)
          log.error(
            { code, err: crash && loggableError(crash), deliveries: waiting.size },
            "the recording thread has ended; the next delivery starts another",
          );
        for (const { reject } of waiting.values())
          reject(unavailable(crash ?? new Error("the recording thread has ended")));
        resolve();
      });
    });
    return { worker, waiting, ended };
  };

  return {
    record: (admitted, body) => {
      if (isClosing) return Promise.reject(unavailable());
      running ??= start();
      const { worker, waiting } = running;
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const bytes = movable(body);
        const { tokenId, books } = admitted;
        const message: ToThread = { id, admitted: { tokenId, books }, body: bytes };
        worker.postMessage(message, [bytes.buffer]);
      });
    },
    close: async () => {
      isClosing = true;
      const message: ToThread = "close";
      if (running === undefined) return;
      const { worker, ended } = running;
      worker.postMessage(message);
      const limit = setTimeout(() => void worker.terminate(), maxCloseMs);
      await ended;
      clearTimeout(limit);
    },
  };
};
