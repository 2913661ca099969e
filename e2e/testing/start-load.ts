import { setTimeout as delay } from "node:timers/promises";

/** A response with its times. `status` is 0 if no complete response arrived. */
export type TimedResponse = {
  readonly status: number;
  /** The error code of the response. Without a response, the error code of the system, such as ECONNREFUSED. */
  readonly code: string | undefined;
  readonly used: number;
  readonly remaining: number;
  readonly last: number;
  readonly retryAfterSeconds: number;
  readonly body: unknown;
  /** ms since the epoch. */
  readonly sentAt: number;
  readonly receivedAt: number;
};

const causeCode = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === "string" ? cause.code : String(error);
};

/** Sends a request with an API key. Never rejects. */
export const requestWithKey = async (url: string, key: string): Promise<TimedResponse> => {
  const sentAt = performance.timeOrigin + performance.now();
  const figures = (headers: Headers) => ({
    used: Number(headers.get("x-requests-used") ?? Number.NaN),
    remaining: Number(headers.get("x-requests-remaining") ?? Number.NaN),
    last: Number(headers.get("x-requests-last") ?? Number.NaN),
    retryAfterSeconds: Number(headers.get("retry-after") ?? Number.NaN),
  });
  try {
    const response = await fetch(url, { headers: { "x-api-key": key } });
    const body = (await response.json()) as { error?: { code?: string } };
    const receivedAt = performance.timeOrigin + performance.now();
    const { status } = response;
    return { status, code: body.error?.code, ...figures(response.headers), body, sentAt, receivedAt };
  } catch (error) {
    const receivedAt = performance.timeOrigin + performance.now();
    return {
      status: 0,
      code: causeCode(error),
      ...figures(new Headers()),
      body: undefined,
      sentAt,
      receivedAt,
    };
  }
};

/** Counts responses by kind: "200", "429 SPEED_LIMIT", "0 ECONNREFUSED". */
export const tally = (responses: readonly TimedResponse[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const { status, code } of responses) {
    const kind = code === undefined ? `${status}` : `${status} ${code}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

export const successful = (responses: readonly TimedResponse[]): readonly TimedResponse[] =>
  responses.filter(({ status }) => status === 200);

export const maxDurationMs = (responses: readonly TimedResponse[]): number =>
  Math.round(responses.reduce((max, { sentAt, receivedAt }) => Math.max(max, receivedAt - sentAt), 0));

export type Load = {
  /** The responses so far, without their bodies. */
  readonly responses: readonly TimedResponse[];
  /** Sends no more requests and waits for those in flight. @returns all responses. */
  readonly stop: () => Promise<readonly TimedResponse[]>;
};

/** Sends requests from parallel workers until `stop` is called. Each worker calls the URLs in turn. */
export const startLoad = (
  urls: readonly string[],
  keys: readonly string[],
  workers: number,
  pauseMs = 20,
): Load => {
  const responses: TimedResponse[] = [];
  let running = true;
  const work = async (number: number): Promise<void> => {
    for (let turn = number; running; turn++) {
      const key = keys[Math.floor(turn / urls.length) % keys.length] ?? "";
      // Bodies are not kept, because the bodies of 100,000 responses would fill 4 GB.
      responses.push({ ...(await requestWithKey(urls[turn % urls.length] ?? "", key)), body: undefined });
      await delay(pauseMs);
    }
  };
  const workersDone = Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
  return {
    responses,
    stop: async () => {
      running = false;
      await workersDone;
      return responses;
    },
  };
};
