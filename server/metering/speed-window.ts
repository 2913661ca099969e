import { Ratelimit } from "@upstash/ratelimit";

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

type LimiterStore = ConstructorParameters<typeof Ratelimit>[0]["redis"];

/**
 * One call against the fixed window of one second: the library names the window and judges; `count` counts, where the rest of the call's
 * admission happens, so that both are one step and one round trip.
 * @param count counts the call in the named window (of `windowMs`) and answers how many there are in it.
 */
export const countInWindow = async (
  accountId: string,
  limitPerSecond: number,
  count: (windowName: string, windowMs: number) => Promise<number>,
): Promise<SpeedWindow> => {
  const counter = {
    evalsha: async (_sha: string, keys: string[], args: unknown[]) => [
      await count(keys[0] ?? "", Number(args[1])),
      limitPerSecond,
    ],
  };
  const limiter = new Ratelimit({
    redis: counter as unknown as LimiterStore,
    limiter: Ratelimit.fixedWindow(limitPerSecond, "1 s"),
    prefix: "w",
    // Both would answer for the store: the one with a refusal that knows no revoked key, the other with an admission.
    ephemeralCache: false,
    timeout: 0,
  });
  const { success, remaining, reset } = await limiter.limit(accountId);
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
