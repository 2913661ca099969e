import { setTimeout as delay } from "node:timers/promises";

/** Resolves after `ms`, or as soon as the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (ms, signal) => {
  if (ms > 0 && !signal.aborted) await delay(ms, undefined, { signal }).catch(() => undefined);
};
