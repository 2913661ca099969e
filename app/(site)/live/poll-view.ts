import { type ReadView, readView, type ViewInput, type ViewName } from "@/app/(site)/live/read-view";
import { serverClock } from "@/app/(site)/live/server-clock";
import type { Notice } from "@/app/(site)/live/stream/notice";
import type { ScreenStream } from "@/app/(site)/live/stream/screen-stream";
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
/** The longest delay of `setTimeout`, about 25 days. */
const maxDelayMs = 2 ** 31 - 1;
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
  /** Announces changes of the view. */
  readonly stream?: ScreenStream | undefined;
};

const pauseAfterFailure = ({ retryAfterSeconds = 0 }: CallError, failures: number): number => {
  const backedOff = Math.min(maxPauseMs, minPauseMs * 2 ** (failures - 1));
  // The random part prevents many pages from retrying at the same moment.
  return Math.max(1000 * retryAfterSeconds, backedOff) * (1 + Math.random() / 4);
};

/**
 * Keeps a view up to date while the page is visible. With a live stream, the view is read when something in it has changed, or when a price
 * is about to expire. Without one, it is read every `everyMs`.
 * @returns `stop`, which ends this, and `retry`, which reads the view at once.
 */
export const pollView = <Name extends ViewName>(
  name: Name,
  input: ViewInput<Name>,
  first: ReadView<Name> | undefined,
  { everyMs, nextLapse, stream }: PollOptions<Name>,
  update: (state: PolledView<Name>) => void,
): { readonly stop: () => void; readonly retry: () => void } => {
  const stopping = new AbortController();
  let read = first;
  let confirmedAt = first?.readAt;
  let failures = 0;
  /** Whether another attempt follows a failure. */
  let isRetrying = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  /** Whether the view may have changed since the last read began. */
  let isOutdated = false;
  /** When the last read ended (a value of `serverClock.elapsed`). */
  let endedAt = serverClock.elapsed();
  // Slow views are read as rarely as without a stream.
  const minGapMs = everyMs > pollEveryMs ? everyMs : minPauseMs;

  const isPushed = (): boolean => stream?.isLive(input as object) === true;

  /** How long after the end of the last read the next one begins. */
  const pauseAfterRead = (): number => {
    const now = serverClock.now();
    const lapse = read === undefined || now === undefined ? undefined : nextLapse?.(read, now);
    const regularMs = isPushed() ? Number.POSITIVE_INFINITY : everyMs;
    const outdatedMs = isOutdated ? minGapMs : Number.POSITIVE_INFINITY;
    const sinceEndMs = serverClock.elapsed() - endedAt;
    const lapseMs =
      lapse === undefined || now === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(minPauseMs, sinceEndMs + lapse - now - beforeLapseMs);
    return Math.min(regularMs, outdatedMs, lapseMs);
  };

  const plan = (): void => {
    if (isReading || failures > 0 || stopping.signal.aborted) return;
    clearTimeout(timer);
    const waitMs = endedAt + pauseAfterRead() - serverClock.elapsed();
    if (waitMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => void attempt(), Math.min(maxDelayMs, Math.max(0, waitMs)));
  };

  const attempt = async (): Promise<void> => {
    clearTimeout(timer);
    if (isReading || document.hidden || stopping.signal.aborted) return;
    isReading = true;
    isOutdated = false;
    const reading = new AbortController();
    const abort = (): void => reading.abort();
    const late = setTimeout(abort, timeoutMs);
    stopping.signal.addEventListener("abort", abort);
    const result = await readView(name, input, read, reading.signal, stream?.cursor());
    clearTimeout(late);
    stopping.signal.removeEventListener("abort", abort);
    isReading = false;
    endedAt = serverClock.elapsed();
    if (stopping.signal.aborted) return;
    if (result.kind === "failed") {
      failures += 1;
      isRetrying = !permanent.has(result.error.code);
      const pauseMs = isRetrying ? pauseAfterFailure(result.error, failures) : undefined;
      const now = serverClock.now();
      const nextTryAt = pauseMs === undefined || now === undefined ? undefined : now + pauseMs;
      if (pauseMs !== undefined) timer = setTimeout(() => void attempt(), pauseMs);
      update({ read, confirmedAt, failure: result.error, nextTryAt });
      return;
    }
    failures = 0;
    if (result.kind === "read") read = result.read;
    confirmedAt = result.kind === "read" ? result.read.readAt : result.readAt;
    plan();
    update({ read, confirmedAt, failure: undefined, nextTryAt: undefined });
  };

  const onNotice = (notice: Notice): void => {
    if (stream?.concerns(notice, input as object, read?.view)) isOutdated = true;
    // The service is back.
    if (notice.kind === "live" && failures > 0 && isRetrying) void attempt();
    else if (notice.kind !== "confirmed") plan();
    else if (!isReading && !isOutdated && failures === 0 && read !== undefined && isPushed()) {
      confirmedAt = Math.max(confirmedAt ?? 0, notice.at);
      update({ read, confirmedAt, failure: undefined, nextTryAt: undefined });
    }
  };

  const onChange = (): void => void attempt();
  document.addEventListener("visibilitychange", onChange);
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  const unsubscribe = stream?.subscribe(onNotice);
  void attempt();

  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      unsubscribe?.();
      document.removeEventListener("visibilitychange", onChange);
      window.removeEventListener("online", onChange);
      window.removeEventListener("offline", onChange);
    },
    retry: onChange,
  };
};
