import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Caller, Meter } from "@/server/account/metering/meter";
import { placeLifeMs, recheckEveryMs, renewPlacesEveryMs } from "@/server/account/metering/timing";
import { groupBy } from "@/server/domain/collections";
import { ApiError } from "@/server/domain/errors/api-error";
import { createRareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";
import type { Board } from "@/server/market/board/board";
import type { Cursors } from "@/server/market/board/cursor";
import type { Connection } from "@/server/market/stream/connection";
import { eventOf, firstComment } from "@/server/market/stream/events";
import type { StreamHub, Subscription } from "@/server/market/stream/hub";
import { type Resume, resumeFrom } from "@/server/market/stream/resume";
import { requireStreams } from "@/server/web/api/input/required-plan";
import type { StreamRequest } from "@/server/web/api/output";
import { errorEnvelope } from "@/server/web/http/v1/error-envelope";

/** A stream ends if its caller could not be confirmed for so long: neither the counter store nor the database responds. */
const maxUnconfirmedMs = 10_000;

export type StreamsDeps = {
  readonly hub: StreamHub;
  readonly board: Board;
  readonly cursors: Cursors;
  readonly meter: Pick<Meter, "recheck" | "streamPlaces">;
  readonly log: Pick<Logger, "warn">;
  readonly docsUrl: string;
  /** ms since the epoch, by the database's clock. */
  readonly now: () => number;
};

/** A stream that can be opened without failing. */
export type PreparedStream = {
  readonly kind: "prepared stream";
  /** Writes the first events. The headers have been written. */
  readonly start: (sink: ServerResponse, requestId: string) => void;
  /** Gives its place back. */
  readonly cancel: () => void;
};

/** The open streams of this process, and their accounts. */
export type OpenStreams = {
  /**
   * @param lastEventId the cursor from which the client continues.
   * @throws SPEED_LIMIT if the account has as many streams open as it may.
   */
  readonly prepare: (
    caller: Caller,
    request: StreamRequest,
    lastEventId: string | undefined,
  ) => Promise<PreparedStream>;
  /** Tells all clients to reconnect, and ends their streams. */
  readonly shutDown: () => void;
  readonly close: () => void;
};

type Open = {
  readonly caller: Caller;
  readonly requestId: string;
  readonly connection: Connection;
};

const noPlaceFree = ({ streams }: Caller): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message: `The account has ${streams} streams open already. Close one, or use one stream for several sports.`,
    retryAfterSeconds: placeLifeMs / 1000,
  });

const planErrorOf = ({ plan }: Caller): ApiError | undefined => {
  try {
    requireStreams(plan);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

/** Opens streams within the limits of their accounts, and ends them when their key or plan ends. */
export const createOpenStreams = (deps: StreamsDeps): OpenStreams => {
  const { hub, board, cursors, meter, docsUrl, now } = deps;
  const { streamPlaces } = meter;
  const open = new Set<Open>();
  const confirmedAt = new Map<string, number>();
  const warn = createRareLog(deps.log);
  let timers: NodeJS.Timeout[] = [];
  let isChecking = false;

  const endWith = (stream: Open, error: ApiError): void => {
    const { error: data } = errorEnvelope(error, stream.requestId, docsUrl);
    stream.connection.end(eventOf("error", JSON.stringify(data)));
  };

  /** The streams of each caller. */
  const byCaller = (): Map<string, Open[]> =>
    groupBy(open, ({ caller }) => `${caller.accountId} ${caller.keyId ?? ""}`);

  /** Undefined if the caller may go on. */
  const findError = async (name: string, caller: Caller): Promise<ApiError | undefined> => {
    try {
      const { outcome, caller: current } = await meter.recheck(caller);
      confirmedAt.set(name, performance.now());
      if (outcome === "invalid")
        return new ApiError(caller.keyId === undefined ? "INVALID_SESSION" : "INVALID_KEY");
      return planErrorOf(current);
    } catch (error) {
      warn("the accounts of open streams cannot be confirmed", { err: loggableError(error) });
      const sinceMs = performance.now() - (confirmedAt.get(name) ?? performance.now());
      return sinceMs > maxUnconfirmedMs ? new ApiError("INTERNAL_ERROR") : undefined;
    }
  };

  const checkCallers = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const streams = byCaller();
    for (const name of confirmedAt.keys()) if (!streams.has(name)) confirmedAt.delete(name);
    await Promise.all(
      [...streams].map(async ([name, ofCaller]) => {
        const [first] = ofCaller;
        const error = first && (await findError(name, first.caller));
        if (error !== undefined) for (const stream of ofCaller) endWith(stream, error);
      }),
    );
    isChecking = false;
  };

  const stopTimers = (): void => {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  };

  const startTimers = (): void => {
    if (timers.length > 0) return;
    timers = [
      setInterval(() => void checkCallers(), recheckEveryMs),
      setInterval(() => void streamPlaces.renew(), renewPlacesEveryMs),
    ];
    for (const timer of timers) timer.unref();
  };

  const start = (
    sink: ServerResponse,
    requestId: string,
    { caller, used, place, subscription, resume, since }: Prepared,
  ): void => {
    const data = {
      plan: caller.plan,
      streams_used: used,
      streams_allowed: caller.streams,
      cursor: resume?.kind === "since" ? since : subscription.cursor(),
    };
    sink.write(Buffer.concat([firstComment, eventOf("open", JSON.stringify(data))]));
    const stream: Open = { caller, requestId, connection: subscription.connect(sink, resume) };
    open.add(stream);
    confirmedAt.set(`${caller.accountId} ${caller.keyId ?? ""}`, performance.now());
    startTimers();
    sink.on("close", () => {
      open.delete(stream);
      streamPlaces.release(caller.accountId, place);
      if (open.size === 0) stopTimers();
    });
  };

  return {
    prepare: async (caller, { filter }, lastEventId) => {
      const place = randomUUID();
      const used = await streamPlaces.take(caller, place);
      if (used === undefined) throw noPlaceFree(caller);
      try {
        const resume =
          lastEventId === undefined ? undefined : await resumeFrom(board, cursors, lastEventId, now);
        const subscription = await hub.subscribe(filter);
        const prepared = { caller, used, place, subscription, resume, since: lastEventId };
        const cancel = (): void => {
          subscription.cancel();
          streamPlaces.release(caller.accountId, place);
        };
        return {
          kind: "prepared stream",
          // The sink of a client that has left already emits no `close`, so nothing would give its place back.
          start: (sink, requestId) => (sink.destroyed ? cancel() : start(sink, requestId, prepared)),
          cancel,
        };
      } catch (error) {
        streamPlaces.release(caller.accountId, place);
        throw error;
      }
    },
    shutDown: hub.shutDown,
    close: () => {
      stopTimers();
      hub.close();
    },
  };
};

type Prepared = {
  readonly caller: Caller;
  readonly used: number;
  readonly place: string;
  readonly subscription: Subscription;
  readonly resume: Resume | undefined;
  readonly since: string | undefined;
};
