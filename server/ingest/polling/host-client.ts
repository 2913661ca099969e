import PQueue from "p-queue";
import { Agent, fetch } from "undici";
import { minuteMs } from "@/server/domain/durations";
import { parseJsonInSteps } from "@/server/ingest/feeds/parse-json-in-steps";
import { createBodyCache } from "@/server/ingest/polling/body-cache";
import type { Pause } from "@/server/ingest/polling/pause";
import { readLimited, TooLargeError } from "@/server/ingest/polling/read-limited";
import { readRetryAfter } from "@/server/ingest/polling/retry-after";
import type { Pace, VenueRequest, VenueResponse } from "@/server/ingest/polling/venue";
import { VenueError } from "@/server/ingest/polling/venue-error";
import { inSlices } from "@/server/ingest/recorder/in-slices";

export type RequestLimits = {
  /** For one attempt, from the connection to the end of the body. */
  readonly deadlineMs: number;
  /** Of a decompressed body. */
  readonly maxBytes: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** The wait before the first retry. It doubles with each further retry. */
  readonly minRetryMs: number;
  readonly maxRetryMs: number;
  /** The longest wait for a paused host. If the pause is longer, the request fails at once. */
  readonly maxWaitMs: number;
  /** The longest pause that a `Retry-After` can cause. */
  readonly maxPauseMs: number;
};

/** 16 MiB is several times the largest page that a client requests. */
export const defaultLimits: RequestLimits = {
  deadlineMs: 20_000,
  maxBytes: 16 * 1024 * 1024,
  retries: 2,
  minRetryMs: 1_000,
  maxRetryMs: 30_000,
  maxWaitMs: 30_000,
  maxPauseMs: 15 * minuteMs,
};

/** Sends requests to one host. Limits the pace and duration of the requests, and the size of the response bodies. */
export type HostClient = {
  /** Makes one attempt. @throws VenueError if it fails; the signal's reason if the signal aborts. */
  readonly attempt: (request: VenueRequest, signal: AbortSignal) => Promise<VenueResponse>;
  readonly close: () => Promise<void>;
};

export type ObserveRequest = (status: number | undefined) => void;

type HostOptions = {
  readonly pace: Pace;
  readonly limits: RequestLimits;
  /** ms since the epoch by the database's clock. */
  readonly now: () => number;
  readonly pause: Pause;
  readonly observe?: ObserveRequest | undefined;
};

const maxAgeSeconds = 86_400;

/** The `Age` header: for how many seconds caches have kept the response. */
const ageSecondsOf = (headers: Headers): number => {
  const age = headers.get("age") ?? "";
  return /^\d{1,9}$/.test(age) ? Math.min(Number(age), maxAgeSeconds) : 0;
};

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "the connection failed";
};

/** Creates the connections, queue and pauses of one host. All polls of a venue in this process share them. */
export const createHostClient = ({ pace, limits, now, pause, observe }: HostOptions): HostClient => {
  const agent = new Agent({
    connections: pace.maxConcurrent,
    connect: { timeout: Math.min(10_000, limits.deadlineMs) },
    headersTimeout: limits.deadlineMs,
    bodyTimeout: limits.deadlineMs,
  });
  const queue = new PQueue({
    concurrency: pace.maxConcurrent,
    ...(pace.minIntervalMs > 0 && { interval: pace.minIntervalMs, intervalCap: 1, strict: true }),
  });
  const bodies = createBodyCache();
  let notBefore = 0;
  let refusals = 0;

  /** After a 429 or a `Retry-After`, all requests to the host wait, including those of other shards. */
  const holdBack = (error: VenueError): void => {
    if (error.status !== 429 && error.retryAfterMs === undefined) return;
    refusals += 1;
    const backOffMs = Math.min(limits.maxRetryMs, limits.minRetryMs * 2 ** (refusals - 1));
    notBefore = now() + (error.retryAfterMs ?? backOffMs);
  };

  const waitForHost = async (url: URL, signal: AbortSignal): Promise<void> => {
    const waitMs = notBefore - now();
    // No pause is longer than `maxPauseMs`, so a longer wait means that the clock was set back.
    if (waitMs > limits.maxPauseMs) return;
    if (waitMs > limits.maxWaitMs)
      throw new VenueError("host_paused", url, "requests to the host are paused", { retryAfterMs: waitMs });
    await pause(waitMs, signal);
    signal.throwIfAborted();
  };

  const send = async ({ url, method = "GET", body, isCharged }: VenueRequest, signal: AbortSignal) => {
    const cached = method === "GET" && isCharged !== true ? bodies.get(url) : undefined;
    const sentAt = now();
    const response = await fetch(url, {
      dispatcher: agent,
      method,
      // A redirect counts as a failure, because its target must not receive the request's key.
      redirect: "manual",
      signal,
      headers: {
        accept: "application/json",
        "user-agent": "oddskeeper",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...cached?.validators,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const headers = new Headers([...response.headers]);
    observe?.(response.status);
    const isRepeated = response.status === 304 && cached !== undefined;
    if (!response.ok && !isRepeated) {
      await response.body?.cancel();
      const statedMs = readRetryAfter(headers, sentAt);
      const retryAfterMs = statedMs === undefined ? undefined : Math.min(statedMs, limits.maxPauseMs);
      throw new VenueError("status", url, `status ${response.status}`, {
        status: response.status,
        retryAfterMs,
        headers,
      });
    }
    const text = isRepeated
      ? cached.text
      : await readLimited({ headers, body: response.body }, limits.maxBytes);
    const json = await inSlices(parseJsonInSteps(text));
    if (json === undefined)
      throw new VenueError("not_json", url, "the body is not JSON", { status: response.status, headers });
    if (method === "GET" && isCharged !== true && !isRepeated) bodies.set(url, headers, text);
    return { json, headers, fetchedAtMs: sentAt - ageSecondsOf(headers) * 1000 };
  };

  const sendInTime = async (request: VenueRequest, signal: AbortSignal): Promise<VenueResponse> => {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    const timer = setTimeout(abort, limits.deadlineMs);
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await send(request, attempt.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof VenueError) throw error;
      if (error instanceof TooLargeError)
        throw new VenueError("too_large", request.url, `the body exceeds ${limits.maxBytes} bytes`);
      observe?.(undefined);
      if (attempt.signal.aborted)
        throw new VenueError("deadline", request.url, `no response within ${limits.deadlineMs} ms`);
      throw new VenueError("network", request.url, causeOf(error));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      // Ends the transfer of a body that was not fully read.
      attempt.abort();
    }
  };

  return {
    attempt: async (request, signal) => {
      const run = async (): Promise<VenueResponse> => {
        await waitForHost(request.url, signal);
        try {
          const response = await sendInTime(request, signal);
          refusals = 0;
          return response;
        } catch (error) {
          if (error instanceof VenueError) holdBack(error);
          throw error;
        }
      };
      return queue.add(run, { signal });
    },
    close: async () => {
      queue.clear();
      await agent.destroy();
    },
  };
};
