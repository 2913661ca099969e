import pRetry from "p-retry";
import {
  createHostClient,
  defaultLimits,
  type HostClient,
  type ObserveRequest,
  type RequestLimits,
} from "@/server/ingest/polling/host-client";
import { type Pause, pause as waitFor } from "@/server/ingest/polling/pause";
import type { Pace, VenueRequest, VenueResponse } from "@/server/ingest/polling/venue";
import { isTransient, VenueError } from "@/server/ingest/polling/venue-error";

/** Performs the requests of one venue, with one HTTP client per host. */
export type Fetcher = {
  /**
   * Retries transient failures with exponential back-off and jitter. Obeys `Retry-After`. A charged request is never retried.
   * @param onAttempt called before each attempt.
   * @throws VenueError if the last attempt fails; the signal's reason if the signal aborts.
   */
  readonly fetchJson: (
    request: VenueRequest,
    signal: AbortSignal,
    onAttempt?: () => void,
  ) => Promise<VenueResponse>;
  readonly close: () => Promise<void>;
};

type FetcherOptions = {
  readonly pace: Pace;
  readonly now: () => number;
  readonly limits?: Partial<RequestLimits> | undefined;
  readonly pause?: Pause;
  readonly observe?: ObserveRequest | undefined;
};

/**
 * Whether the host requested a pause longer than `maxWaitMs`. The host client rejects requests during such a pause, so a retry is
 * pointless.
 */
const isTooLong = ({ retryAfterMs = 0 }: VenueError, { maxWaitMs }: RequestLimits): boolean =>
  retryAfterMs > maxWaitMs;

export const createFetcher = ({
  pace,
  now,
  limits: own,
  pause = waitFor,
  observe,
}: FetcherOptions): Fetcher => {
  const limits = { ...defaultLimits, ...own };
  const hosts = new Map<string, HostClient>();
  const clientOf = ({ host }: URL): HostClient => {
    const existing = hosts.get(host);
    if (existing !== undefined) return existing;
    const client = createHostClient({ pace, limits, now, pause, observe });
    hosts.set(host, client);
    return client;
  };
  return {
    fetchJson: (request, signal, onAttempt) =>
      pRetry(
        () => {
          onAttempt?.();
          return clientOf(request.url).attempt(request, signal);
        },
        {
          retries: request.isCharged === true ? 0 : limits.retries,
          minTimeout: limits.minRetryMs,
          maxTimeout: limits.maxRetryMs,
          randomize: true,
          signal,
          shouldRetry: ({ error }) =>
            error instanceof VenueError && isTransient(error) && !isTooLong(error, limits),
        },
      ),
    close: async () => {
      await Promise.all([...hosts.values()].map(({ close }) => close()));
    },
  };
};
