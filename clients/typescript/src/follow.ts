import type { Assembler } from "./board.js";
import { isTransient, OddskeeperError } from "./errors.js";
import type { OddsEvent } from "./events.js";
import type { DateFormat, OddsFormat } from "./formats.js";
import { readStream } from "./read-stream.js";
import { type Params, queryOf, type Settings, send } from "./request.js";
import type { OddsChanges } from "./schemas.js";
import { abortedError, backoffMs, wait } from "./wait.js";

export type StreamOptions = {
  /** Ends the stream with the code ABORTED. */
  readonly signal?: AbortSignal | undefined;
  /** Reconnects after so long without an event. The service sends a heartbeat every 15 s. Default: 40,000. */
  readonly heartbeatTimeoutMs?: number | undefined;
  /** Polls `changes` where no stream is possible: below the Growth plan, on serverless hosting, behind a proxy that buffers. Default: true. */
  readonly fallsBack?: boolean | undefined;
  /** Time between polls. Each poll that finds a change costs one request. Default: 30,000. */
  readonly pollEveryMs?: number | undefined;
};

/** The service's own answers where it has no stream, as on serverless hosting. */
const missingCodes: readonly string[] = ["NOT_FOUND", "METHOD_NOT_ALLOWED"];
/** A proxy's page, or an event that was damaged, may be readable the next time. */
const unreadableCodes: readonly string[] = ["INVALID_RESPONSE", "RESPONSE_TOO_LARGE"];
const SILENT_OPENINGS_BEFORE_POLLING = 2;
const DEFAULT_RETRY_MS = 1000;
const MAX_BACKOFF_MS = 30_000;
/** Each opening costs one request. Connections that break sooner than ten waits are opened less and less often, at last after 32 waits. */
const SHORT_LIFE_WAITS = 10;
const MAX_SHORT_LIVES = 6;
/** A longer `Retry-After` is the caller's decision. */
const MAX_RETRY_AFTER_SECONDS = 300;

/** @returns a response of `changes` as the events that a stream would have sent. Only the last has a cursor. */
const eventsOf = <D extends DateFormat, O extends OddsFormat>(
  { cursor, changed, gone, checked, reset }: OddsChanges<D, O>,
  isFirst: boolean,
  sports: readonly string[],
): readonly OddsEvent<D, O>[] => {
  const events: OddsEvent<D, O>[] = [];
  const add = (event: OddsEvent<D, O>): unknown => events.push(event);
  if (reset) add({ type: "reset", data: { reason: "too_old" }, cursor: undefined });
  if (reset || isFirst) {
    const all = new Map(sports.map((sport) => [sport, [] as typeof changed]));
    for (const fixture of changed) {
      const { sport_key: sport } = fixture;
      all.set(sport, [...(all.get(sport) ?? []), fixture]);
    }
    for (const [sport, fixtures] of all)
      add({ type: "snapshot", data: { sport, fixtures }, cursor: undefined });
  } else {
    for (const data of changed) add({ type: "fixture", data, cursor: undefined });
    for (const data of gone) add({ type: "gone", data, cursor: undefined });
    for (const data of checked) add({ type: "checked", data, cursor: undefined });
  }
  add({ type: "polled", data: { reset }, cursor });
  return events;
};

export type Following<D extends DateFormat, O extends OddsFormat> = {
  readonly settings: Settings;
  readonly sports: readonly string[];
  /** The parameters beside `sports`. */
  readonly params: Params;
  readonly options: StreamOptions;
  readonly assembler: Assembler<D, O>;
  /** Ends everything. */
  readonly signal: AbortSignal;
};

/**
 * Follows the service across connections: applies the events of each piece of a response to the assembler, then yields them. The next connection
 * resumes from the assembler's cursor.
 * @throws OddskeeperError if a retry cannot help (ABORTED, a refused key, a spent allowance), or after `maxRetries` as the README states
 */
export async function* follow<D extends DateFormat, O extends OddsFormat>(
  following: Following<D, O>,
): AsyncGenerator<readonly OddsEvent<D, O>[], void, undefined> {
  const { settings, sports, options, assembler, signal } = following;
  const { heartbeatTimeoutMs = 40_000, pollEveryMs = 30_000, fallsBack = true } = options;
  const params = { sports, ...following.params };
  const query = queryOf(params);
  let isPolling = false;
  let wasOpen = false;
  /** Failed attempts since the last cursor. */
  let failures = 0;
  /** Those of them whose response or event could not be read. */
  let unreadable = 0;
  let shortLives = 0;
  let silentOpenings = 0;
  let serverRetryMs: number | undefined;

  const poll = async (): Promise<readonly OddsEvent<D, O>[]> => {
    const since = assembler.cursor;
    const operation = ["GET", "/v1/odds/changes"] as const;
    const { data } = await send(settings, operation, { ...params, since }, { signal });
    try {
      return eventsOf(data as OddsChanges<D, O>, since === undefined, sports);
    } catch (cause) {
      throw new OddskeeperError({ code: "INVALID_RESPONSE", message: "The changes can't be read.", cause });
    }
  };

  const resetCounts = (): void => {
    failures = 0;
    unreadable = 0;
  };
  /** Yields the events, applied, before one that can't be read. Then throws its error. */
  function* applied(events: readonly OddsEvent<D, O>[]) {
    const done: OddsEvent<D, O>[] = [];
    try {
      for (const event of events) {
        assembler.apply(event);
        done.push(event);
        // Other cursors are no progress: that of a reset, and those before the board is complete.
        if (event.cursor !== undefined && event.cursor === assembler.cursor) resetCounts();
      }
    } finally {
      wasOpen ||= done.length > 0;
      yield done;
    }
  }
  const isMissing = ({ code, status }: OddskeeperError): boolean =>
    missingCodes.includes(code) || (code === "HTTP_ERROR" && status === 404);
  const isHopeless = (error: OddskeeperError): boolean => {
    if ((error.retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) return true;
    // A wrong base URL fails soon. A stream that has been open retries for as long as an outage lasts.
    if (!wasOpen && failures > settings.maxRetries) return true;
    if (unreadableCodes.includes(error.code)) return unreadable > settings.maxRetries;
    // While a service is updated, an older instance or a proxy without one may answer.
    if (wasOpen && isMissing(error)) return false;
    return !isTransient(error);
  };
  const delayMs = ({ retryAfterSeconds: seconds }: OddskeeperError, livedMs: number): number => {
    const baseMs = serverRetryMs ?? DEFAULT_RETRY_MS;
    shortLives = livedMs < SHORT_LIFE_WAITS * baseMs ? Math.min(shortLives + 1, MAX_SHORT_LIVES) : 0;
    if (seconds !== undefined) return seconds * 1000 + Math.random() * 250;
    return backoffMs(Math.max(failures, shortLives) - 1, baseMs, Math.max(baseMs, MAX_BACKOFF_MS));
  };

  for (;;) {
    const startedAtMs = performance.now();
    let error = new OddskeeperError({ code: "CONNECTION_ERROR", message: "The server ended the stream." });
    try {
      if (isPolling) {
        yield* applied(await poll());
        await wait(pollEveryMs, signal);
        continue;
      }
      assembler.reconnect();
      const { cursor } = assembler;
      const request = { settings, query, cursor, heartbeatTimeoutMs, signal };
      for await (const { events, retryMs } of readStream<D, O>(request)) {
        serverRetryMs = retryMs ?? serverRetryMs;
        yield* applied(events);
      }
    } catch (thrown) {
      if (!(thrown instanceof OddskeeperError)) throw thrown;
      error = thrown;
    }
    if (signal.aborted) throw abortedError(signal);
    failures += 1;
    if (unreadableCodes.includes(error.code)) unreadable += 1;
    // A proxy that collects the whole response before it passes it on never shows an event.
    if (error.code === "TIMEOUT" && error.status === undefined && !wasOpen) silentOpenings += 1;
    const cannotStream =
      error.code === "PLAN_REQUIRED" ||
      (missingCodes.includes(error.code) && !wasOpen) ||
      silentOpenings >= SILENT_OPENINGS_BEFORE_POLLING;
    if (fallsBack && !isPolling && cannotStream) {
      isPolling = true;
      resetCounts();
      yield [{ type: "polling", data: { error }, cursor: undefined }];
      continue;
    }
    if (isHopeless(error)) throw error;
    const retryInMs = delayMs(error, performance.now() - startedAtMs);
    yield [{ type: "disconnected", data: { error, retryInMs }, cursor: undefined }];
    await wait(retryInMs, signal);
  }
}
