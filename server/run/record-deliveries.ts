/**
 * The program of the thread that records deliveries. It has connections, a clock and a heap of its own. `recording-thread.ts` starts it,
 * and `recording-messages.ts` has the messages.
 */
import { constants, getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { endBy } from "@/db/in-time";
import type { ObserveOperation } from "@/db/observe-queries";
import { followCalls } from "@/server/clock/calls-in-progress";
import { recordDelivery } from "@/server/ingest/delivery/record-delivery";
import {
  type FromThread,
  type ThreadSetup,
  type ToThread,
  toFailure,
} from "@/server/ingest/delivery/recording-messages";
import { createTurns, maxRecording } from "@/server/ingest/delivery/take-turns";
import type { ObserveRecording } from "@/server/ingest/recorder/report";
import { createLog } from "@/server/log";
import { logConsole } from "@/server/run/log-console";
import { recordingConnections } from "@/server/run/recording-connections";
import { join } from "@/server/run/stores";

const maxUnsentOperations = 100;
const maxJoinMs = 10_000;

const setup = workerData as ThreadSetup;
const { address, archiveFrom, logLevel, isMeasured, calls } = setup;
followCalls(calls);
const send = (message: FromThread): void => parentPort?.postMessage(message);
const log = createLog(logLevel);
logConsole(log);

/**
 * Lets calls go first when a core is short. Linux has a priority for each thread; elsewhere, this would slow down the whole process. A process
 * that was started with a lower priority keeps it, because raising it needs a privilege.
 */
const lowerPriority = (): void => {
  const { PRIORITY_BELOW_NORMAL: lower } = constants.priority;
  try {
    if (process.platform === "linux" && getPriority() < lower) setPriority(lower);
  } catch (err) {
    log.warn({ err }, "the priority of the recording thread could not be lowered");
  }
};
lowerPriority();

let recordings: Parameters<ObserveRecording>[] = [];
let operations: Parameters<ObserveOperation>[] = [];
/** A message wakes the event loop that calls use, so measurements are sent together. */
const sendMeasured = (): void => {
  if (recordings.length + operations.length === 0) return;
  send({ kind: "measured", recordings, operations });
  [recordings, operations] = [[], []];
};
const observeOperation: ObserveOperation = (...operation) => {
  operations.push(operation);
  if (operations.length >= maxUnsentOperations) sendMeasured();
};
const observeRecording: ObserveRecording = (book, { snapshots, events, prices, rejected }, isRecorded) =>
  void recordings.push([book, { snapshots, events, prices, rejected }, isRecorded]);

const joining = { maxConnections: recordingConnections, observe: isMeasured ? observeOperation : undefined };
// If the database does not respond, the thread ends with this error, and the deliveries fail with UNAVAILABLE.
const { db, clock, close } = await endBy(performance.now() + maxJoinMs, () =>
  join(address, logLevel, joining),
);
const recorder = { db, clock, archiveFrom, log, observe: isMeasured ? observeRecording : undefined };
const turnsOf = createTurns(maxRecording);

const record = async ({ id, admitted, body }: Exclude<ToThread, "close">): Promise<void> => {
  try {
    const report = await recordDelivery(recorder, admitted, body, turnsOf(admitted.tokenId));
    sendMeasured();
    send({ kind: "recorded", id, report });
  } catch (error) {
    sendMeasured();
    send({ kind: "failed", id, failure: toFailure(error) });
  }
};

parentPort?.on("message", async (message: ToThread) => {
  if (message !== "close") return record(message);
  await close();
  process.exit();
});
