import { errorFrom, OddskeeperError } from "./errors.js";
import { createEventParser, type RawEvent } from "./event-parser.js";
import type { OddsEvent } from "./events.js";
import { errorOf, exchange, timeoutError } from "./exchange.js";
import type { DateFormat, OddsFormat } from "./formats.js";
import { authorization, type Settings } from "./request.js";

const knownTypes: readonly string[] = [
  "open",
  "snapshot",
  "fixture",
  "checked",
  "gone",
  "heartbeat",
  "reset",
];
/** If the wall clock moves so far between two ticks, the machine slept, and the connection is probably dead. */
const SLEEP_MS = 15_000;

const parse = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    // Events that the client doesn't know may have any text.
    return undefined;
  }
};

/** @throws OddskeeperError the service's error, or INVALID_RESPONSE for a known event that isn't JSON */
const readEvent = <D extends DateFormat, O extends OddsFormat>({
  type,
  data,
  id,
}: RawEvent): OddsEvent<D, O> => {
  const parsed = parse(data);
  const invalid = (): OddskeeperError =>
    new OddskeeperError({ code: "INVALID_RESPONSE", message: `The event ${type} isn't complete JSON.` });
  if (type === "error") throw errorFrom(parsed) ?? invalid();
  if (!knownTypes.includes(type)) return { type: "unknown", name: type, data: parsed ?? data, cursor: id };
  if (typeof parsed !== "object" || parsed === null) throw invalid();
  const event = { type, data: parsed, cursor: id } as OddsEvent<D, O>;
  return event.type === "heartbeat" ? { ...event, cursor: id ?? event.data.cursor } : event;
};

/** Ends the connection if it shows no sign of life for `timeoutMs`, or if the machine slept. Only reading counts, not the caller's work. */
const watch = (timeoutMs: number, abort: (error: OddskeeperError) => void) => {
  const tickMs = Math.min(5000, timeoutMs / 4);
  let aliveAtMs = 0;
  let tickedAtMs = Date.now();
  let isReading = false;
  const timer = setInterval(() => {
    const passedMs = Date.now() - tickedAtMs;
    tickedAtMs += passedMs;
    if (!isReading) return;
    if (passedMs - tickMs > SLEEP_MS) abort(timeoutError("The machine slept."));
    else if (performance.now() - aliveAtMs > timeoutMs) abort(timeoutError(`No event for ${timeoutMs} ms.`));
  }, tickMs);
  return {
    setAlive: () => {
      aliveAtMs = performance.now();
    },
    setReading: (value: boolean) => {
      isReading = value;
    },
    end: () => clearInterval(timer),
  };
};

export type StreamPiece<D extends DateFormat, O extends OddsFormat> = {
  readonly events: readonly OddsEvent<D, O>[];
  /** The delay before the next connection that the server asks for. */
  readonly retryMs: number | undefined;
};

export type StreamRequest = {
  readonly settings: Settings;
  readonly query: string;
  readonly cursor: string | undefined;
  readonly heartbeatTimeoutMs: number;
  readonly signal: AbortSignal;
};

/**
 * Opens one connection, and yields the events of each piece of it until it ends.
 * @throws OddskeeperError the service's error, or the failure of the connection
 */
export async function* readStream<D extends DateFormat, O extends OddsFormat>({
  settings,
  query,
  cursor,
  heartbeatTimeoutMs,
  signal,
}: StreamRequest): AsyncGenerator<StreamPiece<D, O>, void, undefined> {
  const one = await exchange({
    fetch: settings.fetch,
    url: `${settings.baseUrl}/v1/odds/stream${query}`,
    method: "GET",
    headers: {
      ...settings.headers,
      accept: "text/event-stream",
      ...authorization(settings),
      ...(cursor !== undefined && { "last-event-id": cursor }),
    },
    timeoutMs: settings.timeoutMs,
    signal,
  });
  const { response, abort, explain } = one;
  const life = watch(heartbeatTimeoutMs, abort);
  try {
    if (!response.ok) throw await errorOf(one, settings.maxResponseBytes);
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !type.startsWith("text/event-stream")) {
      const message = "The response is no event stream.";
      throw new OddskeeperError({ code: "INVALID_RESPONSE", message, status: response.status });
    }
    // The timeout covers the headers only. From here on, events show that the connection lives.
    one.stopTimeout();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const parser = createEventParser(settings.maxResponseBytes);
    life.setAlive();
    for (;;) {
      life.setReading(true);
      const { done, value } = await reader.read();
      life.setReading(false);
      if (done) return;
      const { fieldCount } = parser;
      const raw = parser.push(decoder.decode(value, { stream: true }));
      if (parser.fieldCount > fieldCount) life.setAlive();
      yield* readEvents<D, O>(raw, parser.retryMs);
      if (raw.length > 0) life.setAlive();
    }
  } catch (error) {
    throw explain(error);
  } finally {
    life.end();
    one.end();
    // Frees the connection of a caller who stops reading.
    abort(new OddskeeperError({ code: "ABORTED", message: "The stream was closed." }));
  }
}

/** Yields the events before an error, then throws the error. */
function* readEvents<D extends DateFormat, O extends OddsFormat>(
  raw: readonly RawEvent[],
  retryMs: number | undefined,
): Generator<StreamPiece<D, O>, void, undefined> {
  const events: OddsEvent<D, O>[] = [];
  try {
    for (const one of raw) events.push(readEvent(one));
  } finally {
    yield { events, retryMs };
  }
}
