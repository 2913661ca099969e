import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "@/server/matching/steps";

/** How long (ms) recording keeps the event loop before other work gets a turn. A step that takes longer keeps it longer. */
const sliceMs = 1;
/** How long (ms) recording waits for calls in progress before it goes on anyway. So recording gets a sixth of a busy process at least. */
const maxWaitMs = 5;

let sliceBeganAt = 0;
let lastInLine: Promise<unknown> = Promise.resolve();
let calls = 0;
let resume: (() => void) | undefined;

/** Runs a call of a customer. Until its response is ready, recording waits at its next pause. */
export const beforeRecording = async <T>(call: () => Promise<T>): Promise<T> => {
  calls += 1;
  try {
    return await call();
  } finally {
    calls -= 1;
    if (calls === 0) resume?.();
  }
};

/** Waits until no call is in progress. A call needs several turns of the event loop, and each of them could come after a slice. */
const waitForCalls = async (): Promise<void> => {
  if (calls === 0) return;
  const waiting = new AbortController();
  resume = () => waiting.abort();
  await delay(maxWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  resume = undefined;
};

/** Waits for a turn of the event loop. Each waiting task gets a turn of its own, so that several tasks never add up to a long block. */
const waitForTurn = async (): Promise<void> => {
  const turn = lastInLine.then(() => nextTurn()).then(waitForCalls);
  lastInLine = turn;
  await turn;
  sliceBeganAt = performance.now();
};

/** Lets other work of this process run if recording has kept the event loop for `sliceMs`. Undefined if it has not. */
export const pauseIfDue = (): Promise<void> | undefined =>
  performance.now() - sliceBeganAt < sliceMs ? undefined : waitForTurn();

/** Does all steps, and lets other work of this process run in between. */
export const inSlices = async <T>(steps: Steps<T>): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
  }
};
