import { type Board, createAssembler } from "./board.js";
import type { OddsEvent } from "./events.js";
import { follow, type StreamOptions } from "./follow.js";
import type { DateFormat, OddsFormat } from "./formats.js";
import type { Settings } from "./request.js";
import { abortedError } from "./wait.js";

export type StreamParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** 1 to 20 sport keys. */
  sports: string | readonly string[];
  /** Market keys. Default: h2h, spreads, totals. */
  markets?: string | readonly string[] | undefined;
  /** Book keys. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** At most 20 fixture ids. With them, `markets` takes any market key. */
  eventIds?: string | readonly string[] | undefined;
  oddsFormat?: O | undefined;
  dateFormat?: D | undefined;
};

/** Nothing is sent before the first iteration. Each iteration opens a stream of its own, which ends with the loop. */
export type OddsStream<D extends DateFormat = "iso", O extends OddsFormat = "american"> = AsyncIterable<
  Board<D, O>
> & {
  /** The assembled board after each change. While the caller is busy, changes are summed up in one board. */
  [Symbol.asyncIterator](): AsyncGenerator<Board<D, O>, void, undefined>;
  /** The events as the service sends them, and those of the client itself: `disconnected`, `polling`, `polled`. */
  events(): AsyncGenerator<OddsEvent<D, O>, void, undefined>;
  /** Ends all iterations without an error. */
  close(): void;
};

const linked = (signals: readonly (AbortSignal | undefined)[]): AbortController => {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal?.aborted) controller.abort(signal.reason);
    signal?.addEventListener("abort", () => controller.abort(signal.reason), {
      once: true,
      signal: controller.signal,
    });
  }
  return controller;
};

/** @returns the stream that `client.odds.stream` returns. */
export const openStream = <D extends DateFormat, O extends OddsFormat>(
  settings: Settings,
  { sports: wanted, ...params }: StreamParams<D, O>,
  options: StreamOptions = {},
): OddsStream<D, O> => {
  const sports = [...new Set(typeof wanted === "string" ? wanted.split(",") : wanted)];
  if (sports.length === 0) throw new TypeError("sports is required.");
  const closing = new AbortController();

  const start = (own: AbortController) => {
    const assembler = createAssembler<D, O>(sports.length);
    const batches = follow<D, O>({ settings, sports, params, options, assembler, signal: own.signal });
    return { assembler, batches };
  };
  /** @throws the failure, unless `close` caused it. A caller's own signal is a failure. */
  const rethrow = (error: unknown): void => {
    if (!closing.signal.aborted) throw options.signal?.aborted ? abortedError(options.signal) : error;
  };

  async function* events(): AsyncGenerator<OddsEvent<D, O>, void, undefined> {
    const own = linked([options.signal, closing.signal]);
    const { batches } = start(own);
    try {
      for await (const batch of batches) yield* batch;
    } catch (error) {
      rethrow(error);
    } finally {
      own.abort();
    }
  }

  async function* boards(): AsyncGenerator<Board<D, O>, void, undefined> {
    const own = linked([options.signal, closing.signal]);
    const { assembler, batches } = start(own);
    let source: Board["source"] = "stream";
    let failure: unknown;
    let hasEnded = false;
    let wake = (): void => undefined;
    // Reads on while the caller works, so that the service doesn't drop a slow reader.
    const pump = async (): Promise<void> => {
      try {
        for await (const batch of batches) {
          if (batch.some(({ type }) => type === "polling")) source = "changes";
          wake();
        }
      } catch (error) {
        failure = error;
      } finally {
        hasEnded = true;
        wake();
      }
    };
    const pumping = pump();
    try {
      for (;;) {
        if (assembler.hasNews) yield assembler.take(source);
        else if (hasEnded) return rethrow(failure);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      own.abort();
      await pumping;
    }
  }

  return { [Symbol.asyncIterator]: boards, events, close: () => closing.abort() };
};
