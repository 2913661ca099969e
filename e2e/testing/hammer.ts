import { setTimeout as delay } from "node:timers/promises";

/** What came of one request. `status` 0: there was no answer, or not a whole one. */
export type Answer = {
  readonly status: number;
  /** The error's code; where there was no answer, the system's: ECONNREFUSED where nothing was sent. */
  readonly code: string | undefined;
  readonly used: number;
  readonly remaining: number;
  readonly last: number;
  readonly retryAfterSeconds: number;
  readonly body: unknown;
  /** ms since the epoch. */
  readonly sentAt: number;
  readonly answeredAt: number;
};

const causeCode = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === "string" ? cause.code : String(error);
};

/** One request with an API key. Never rejects. */
export const ask = async (url: string, key: string): Promise<Answer> => {
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
    const answeredAt = performance.timeOrigin + performance.now();
    const { status } = response;
    return { status, code: body.error?.code, ...figures(response.headers), body, sentAt, answeredAt };
  } catch (error) {
    const answeredAt = performance.timeOrigin + performance.now();
    return {
      status: 0,
      code: causeCode(error),
      ...figures(new Headers()),
      body: undefined,
      sentAt,
      answeredAt,
    };
  }
};

/** How many answers of each kind: "200", "429 SPEED_LIMIT", "0 ECONNREFUSED". */
export const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const { status, code } of answers) {
    const kind = code === undefined ? `${status}` : `${status} ${code}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

export const answered200 = (answers: readonly Answer[]): readonly Answer[] =>
  answers.filter(({ status }) => status === 200);

export const longestMs = (answers: readonly Answer[]): number =>
  Math.round(Math.max(0, ...answers.map(({ sentAt, answeredAt }) => answeredAt - sentAt)));

export type Hammer = {
  /** As many as have been answered so far. */
  readonly answers: readonly Answer[];
  /** Lets each worker finish the request it is at. */
  readonly stop: () => Promise<readonly Answer[]>;
};

/** Workers that ask without end, each the next of the addresses in turn. */
export const hammer = (
  urls: readonly string[],
  keys: readonly string[],
  workers: number,
  pauseMs = 20,
): Hammer => {
  const answers: Answer[] = [];
  let going = true;
  const work = async (number: number): Promise<void> => {
    for (let turn = number; going; turn++) {
      const key = keys[Math.floor(turn / urls.length) % keys.length] ?? "";
      answers.push(await ask(urls[turn % urls.length] ?? "", key));
      await delay(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
  return {
    answers,
    stop: async () => {
      going = false;
      await running;
      return answers;
    },
  };
};
