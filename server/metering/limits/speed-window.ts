import { Ratelimit } from "@upstash/ratelimit";
import { LRUCache } from "lru-cache";
import type { Caller } from "@/server/metering/meter";

type Speed = Pick<Caller, "accountId" | "speedLimitPerSecond">;

export type SpeedWindow = {
  readonly exceeded: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

export const freshWindow = ({ speedLimitPerSecond: remaining }: Speed): SpeedWindow => ({
  exceeded: false,
  remaining,
  resetSeconds: 1,
});

type Limiter = ReturnType<ReturnType<typeof Ratelimit.fixedWindow>>;
type LimiterContext = Parameters<Limiter["limit"]>[0];

const prefix = "w";

const limiters = new LRUCache<number, Limiter>({
  max: 1_000,
  memoMethod: (limitPerSecond) => Ratelimit.fixedWindow(limitPerSecond, "1 s")(),
});

/**
 * Counts one call in the current second. @upstash/ratelimit names the window and compares the count with the limit. No Ratelimit object is
 * created: its timeout would admit calls that the store has not counted, and its cache would reject calls before their keys are checked.
 * @param count counts the call in the named window, and returns the number of calls in that window.
 */
export const countInWindow = async (
  { accountId, speedLimitPerSecond: limitPerSecond }: Speed,
  count: (windowName: string, windowMs: number) => Promise<number>,
): Promise<SpeedWindow> => {
  const redis = {
    evalsha: (_sha: string, [windowName = ""]: string[], [, windowMs]: unknown[]) =>
      count(windowName, Number(windowMs)).then((calls) => [calls, limitPerSecond]),
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

/** Windows of this process alone, for use while the counter store is unavailable. */
export const createLocalWindows = () => {
  let bucket = "";
  let calls = new Map<string, number>();
  const add = async (windowName: string): Promise<number> => {
    const [, accountId = "", nowBucket = ""] = windowName.split(":");
    if (nowBucket !== bucket) {
      bucket = nowBucket;
      calls = new Map();
    }
    const sum = (calls.get(accountId) ?? 0) + 1;
    calls.set(accountId, sum);
    return sum;
  };
  return { count: (caller: Speed): Promise<SpeedWindow> => countInWindow(caller, add) };
};
