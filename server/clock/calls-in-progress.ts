import { setTimeout as delay } from "node:timers/promises";

/** How long (ms) recording waits for calls in progress before it goes on anyway. So recording gets a sixth of a busy process at least. */
const maxWaitMs = 5;

/** The number of calls in progress. The recording thread reads it too. */
let calls = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let resume: (() => void) | undefined;
let isFollower = false;
/** Whether this process has ever served a call. `ops feed import` serves none. */
let servesCalls = false;

/** The number of this process's calls in progress, for `followCalls` in another thread. */
export const callsInProgress = (): Int32Array<SharedArrayBuffer> => calls;

/** From now on, this thread waits for the calls of the process that shares the number. */
export const followCalls = (shared: Int32Array<SharedArrayBuffer>): void => {
  calls = shared;
  isFollower = true;
};

const noteEnd = (): void => {
  if (Atomics.sub(calls, 0, 1) !== 1) return;
  Atomics.notify(calls, 0);
  resume?.();
};

/** Runs a call of a customer. Until its response is ready, recording waits at its next pause. @param call must not throw synchronously. */
export const beforeRecording = <T>(call: () => Promise<T>): Promise<T> => {
  servesCalls = true;
  Atomics.add(calls, 0, 1);
  const response = call();
  // `finally` would add a promise to each call.
  response.then(noteEnd, noteEnd);
  return response;
};

/** Whether a call could wait for this thread: always in a process that has served a call, and in another thread only while one is in progress. */
export const mayDelayCalls = (): boolean => (isFollower ? Atomics.load(calls, 0) > 0 : servesCalls);

/**
 * Waits until no call is in progress, or 5 ms. A call needs several turns of the event loop, and each of them could come after a slice of
 * recording. Only one caller may wait at a time.
 */
export const waitForCalls = async (): Promise<void> => {
  const inProgress = Atomics.load(calls, 0);
  if (inProgress === 0) return;
  if (isFollower) {
    // Blocks the thread: replies of the database to its other deliveries also wait.
    Atomics.wait(calls, 0, inProgress, maxWaitMs);
    return;
  }
  const waiting = new AbortController();
  resume = () => waiting.abort();
  await delay(maxWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  resume = undefined;
};
