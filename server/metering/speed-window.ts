import { Ratelimit } from "@upstash/ratelimit";
import { LRUCache } from "lru-cache";

export type SpeedWindow = {
  readonly exceeded: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** A window that nothing has been counted in. */
export const freshWindow = (limitPerSecond: number): SpeedWindow => ({
  exceeded: false,
  remaining: limitPerSecond,
  resetSeconds: 1,
});

type Limiter = ReturnType<ReturnType<typeof Ratelimit.fixedWindow>>;
type LimiterContext = Parameters<Limiter["limit"]>[0];

const prefix = "w";

/** One for each speed limit that accounts have. */
const limiters = new LRUCache<number, Limiter>({
  max: 1_000,
  memoMethod: (limitPerSecond) => Ratelimit.fixedWindow(limitPerSecond, "1 s")(),
});

/**
 * One call against the fixed window of one second: the library names the window and judges; `count` counts, where the rest of the call's
 * admission happens, so that both are one step and one round trip. Its algorithm is used without its Ratelimit around it: that one's
 * timeout and its cache would answer for the store, the one with an admission, the other with a refusal that knows no revoked key.
 * @param count counts the call in the named window (of `windowMs`) and answers how many there are in it.
 */
export const countInWindow = async (
  accountId: string,
  limitPerSecond: number,
  count: (windowName: string, windowMs: number) => Promise<number>,
): Promise<SpeedWindow> => {
  const redis = {
    evalsha: async (_sha: string, [windowName = ""]: string[], [, windowMs]: unknown[]) => [
      await count(windowName, Number(windowMs)),
      limitPerSecond,
    ],
  };
  const context = { redis, prefix } as unknown as LimiterContext;
  const { success, remaining, reset } = await limiters
    .memo(limitPerSecond)
    .limit(context, `${prefix}:${accountId}`);
  return {
    exceeded: !success,
    remaining,
    resetSeconds: Math.max(1, Math.ceil((reset - Date.now()) / 1000)),
  };
};

/** Windows of this process alone, for the time without a counter store. */
export const createLocalWindows = () => {
  let bucket = "";
  let calls = new Map<string, number>();
  const add = (windowName: string, by: number): number => {
    const [, accountId = "", nowBucket = ""] = windowName.split(":");
    if (nowBucket !== bucket) {
      bucket = nowBucket;
      calls = new Map();
    }
    const sum = (calls.get(accountId) ?? 0) + by;
    calls.set(accountId, sum);
    return sum;
  };
  return {
    count: (accountId: string, limitPerSecond: number): Promise<SpeedWindow> =>
      countInWindow(accountId, limitPerSecond, async (windowName) => add(windowName, 1)),
  };
};
