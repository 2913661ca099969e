import { OddskeeperError } from "./errors.js";

export const abortedError = (signal: AbortSignal): OddskeeperError =>
  new OddskeeperError({ code: "ABORTED", message: "The call was aborted.", cause: signal.reason });

/** Waits, or throws ABORTED as soon as the signal is aborted. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal));
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortedError(signal as AbortSignal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });

/** @returns a random delay that doubles with each attempt: half to all of `baseMs` × 2^attempt, at most `maxMs`. */
export const backoffMs = (attempt: number, baseMs: number, maxMs: number): number =>
  Math.min(maxMs, baseMs * 2 ** attempt) * (0.5 + Math.random() / 2);

/**
 * @param headers of the response. A date counts from the response's own `Date`, because the caller's clock may be wrong.
 * @returns the seconds of `Retry-After`, or undefined.
 */
export const retryAfterSeconds = (headers: Headers): number | undefined => {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  const now = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, (at - (Number.isNaN(now) ? Date.now() : now)) / 1000);
};
