import { setImmediate as nextTurn } from "node:timers/promises";
import { mayDelayCalls, waitForCalls } from "@/server/clock/calls-in-progress";
import type { Steps } from "@/server/ingest/matching/steps";

/** How long (ms) recording keeps the event loop before other work gets a turn. A step that takes longer keeps it longer. */
const sliceMs = 1;
/** The same where no call could wait. With slices of 1 ms, an import takes a tenth more processor time. */
const longSliceMs = 8;

let sliceBeganAt = 0;
let lastInLine: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop. Each waiting task gets a turn of its own, so that several tasks never add up to a long block. */
const waitForTurn = async (): Promise<void> => {
  const turn = lastInLine.then(() => nextTurn()).then(waitForCalls);
  lastInLine = turn;
  await turn;
  sliceBeganAt = performance.now();
};

/** Lets other work of this process run if recording has kept the event loop for a slice. Undefined if it has not. */
export const pauseIfDue = (): Promise<void> | undefined => {
  const lastedMs = performance.now() - sliceBeganAt;
  if (lastedMs < sliceMs || (lastedMs < longSliceMs && !mayDelayCalls())) return undefined;
  return waitForTurn();
};

/** Does all steps, and lets other work of this process run in between. */
export const inSlices = async <T>(steps: Steps<T>): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
  }
};
