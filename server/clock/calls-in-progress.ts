import { setTimeout as delay } from "node:timers/promises";

/** How long (ms) recording waits for calls in progress before it goes on anyway. So recording gets a sixth of a busy process at least. */
const maxWaitMs = 5;

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

/**
 * Waits until no call is in progress, or 5 ms. A call needs several turns of the event loop, and each of them could come after a slice of
 * recording. Only one caller may wait at a time.
 */
export const waitForCalls = async (): Promise<void> => {
  if (calls === 0) return;
  const waiting = new AbortController();
  resume = () => waiting.abort();
  await delay(maxWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  resume = undefined;
};
