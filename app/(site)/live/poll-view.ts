import { type ReadView, readView, type ViewInput, type ViewName } from "@/app/(site)/live/read-view";
import { serverClock } from "@/app/(site)/live/server-clock";
import type { CallError } from "@/app/shared/call-api";

/** The state of a polled view. Times are by the server's clock. */
export type PolledView<Name extends ViewName> = {
  readonly read: ReadView<Name> | undefined;
  /** The last time that the server confirmed the view. */
  readonly confirmedAt: number | undefined;
  readonly failure: CallError | undefined;
  /** The time of the next attempt after a failure. Undefined if no attempt follows, or if the server's time is unknown. */
  readonly nextTryAt: number | undefined;
};

export const pollEveryMs = 5_000;
const minPauseMs = 1_000;
const maxPauseMs = 30_000;
const timeoutMs = 15_000;
/**
 * If a price expires or a listed game starts before the next regular poll, the page polls this many ms before that time, but not sooner
 * than `minPauseMs` after the last poll. If the price's book has been checked since the last poll, the new response extends the price's
 * life, so the price stays on the page.
 */
const beforeLapseMs = 700;

/** Errors that another attempt cannot fix. */
const permanent: ReadonlySet<string> = new Set([
  "BAD_REQUEST",
  "INVALID_MARKET",
  "INVALID_SESSION",
  "MISSING_SESSION",
  "NOT_FOUND",
  "PLAN_REQUIRED",
  "UNKNOWN_EVENT",
  "UNKNOWN_SPORT",
]);

export type PollOptions<Name extends ViewName> = {
  readonly everyMs: number;
  /**
   * Returns the first time after `now` at which a price of the view expires or, in the view of a league, a game starts. Undefined
   * if no such time is known.
   */
  readonly nextLapse?: (read: ReadView<Name>, now: number) => number | undefined;
};

const pauseAfterFailure = ({ retryAfterSeconds = 0 }: CallError, failures: number): number => {
  const backedOff = Math.min(maxPauseMs, minPauseMs * 2 ** (failures - 1));
  // The random part prevents many pages from retrying at the same moment.
  return Math.max(1000 * retryAfterSeconds, backedOff) * (1 + Math.random() / 4);
};

/**
 * Reads a view repeatedly while the page is visible.
 * @returns `stop`, which ends the polling, and `retry`, which reads the view at once.
 */
export const pollView = <Name extends ViewName>(
  name: Name,
  input: ViewInput<Name>,
  first: ReadView<Name> | undefined,
  { everyMs, nextLapse }: PollOptions<Name>,
  update: (state: PolledView<Name>) => void,
): { readonly stop: () => void; readonly retry: () => void } => {
  const stopping = new AbortController();
  let read = first;
  let confirmedAt = first?.readAt;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;

  const pauseAfterRead = (): number => {
    const now = serverClock.now();
    const lapse = read === undefined || now === undefined ? undefined : nextLapse?.(read, now);
    if (lapse === undefined || now === undefined) return everyMs;
    return Math.max(minPauseMs, Math.min(everyMs, lapse - now - beforeLapseMs));
  };

  const attempt = async (): Promise<void> => {
    clearTimeout(timer);
    if (isReading || document.hidden || stopping.signal.aborted) return;
    isReading = true;
    const reading = new AbortController();
    const abort = (): void => reading.abort();
    const late = setTimeout(abort, timeoutMs);
    stopping.signal.addEventListener("abort", abort);
    const result = await readView(name, input, read, reading.signal);
    clearTimeout(late);
    stopping.signal.removeEventListener("abort", abort);
    isReading = false;
    if (stopping.signal.aborted) return;
    if (result.kind === "failed") {
      failures += 1;
      const pauseMs = permanent.has(result.error.code)
        ? undefined
        : pauseAfterFailure(result.error, failures);
      const now = serverClock.now();
      const nextTryAt = pauseMs === undefined || now === undefined ? undefined : now + pauseMs;
      if (pauseMs !== undefined) timer = setTimeout(() => void attempt(), pauseMs);
      update({ read, confirmedAt, failure: result.error, nextTryAt });
      return;
    }
    failures = 0;
    if (result.kind === "read") read = result.read;
    confirmedAt = result.kind === "read" ? result.read.readAt : result.readAt;
    timer = setTimeout(() => void attempt(), pauseAfterRead());
    update({ read, confirmedAt, failure: undefined, nextTryAt: undefined });
  };

  const onChange = (): void => void attempt();
  document.addEventListener("visibilitychange", onChange);
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  void attempt();

  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onChange);
      window.removeEventListener("online", onChange);
      window.removeEventListener("offline", onChange);
    },
    retry: onChange,
  };
};
