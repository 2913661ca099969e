import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { LRUCache } from "lru-cache";
import type { Caller } from "@/server/account/metering/meter";

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

/** Counts a call in the named window. Resolves to the number of calls in that window. */
type Count = (windowName: string, windowMs: number) => Promise<number>;

/** The account whose call is being counted, and how. Set only while a limiter is called, until it asks its client to count. */
let counting: { readonly identifier: string; readonly count: Count } | undefined;

/**
 * The limiters' client. The library would let Redis count at once. Here the caller counts, together with all other checks of the call. Its
 * `evalsha` creates no command, which would take 2 us of a call.
 */
class WindowClient extends Redis {
  constructor() {
    super({
      request: () => Promise.reject(new Error("a limiter sent a command other than evalsha")),
    });
  }

  override evalsha = async <TArgs extends unknown[], TData>(
    ...[, keys, args]: [sha1: string, keys: string[], args: TArgs]
  ): Promise<TData> => {
    const { identifier, count } = counting ?? {};
    counting = undefined;
    const [windowName = ""] = keys;
    if (count === undefined || !windowName.startsWith(`${identifier}:`))
      throw new Error("a limiter did not count its own call");
    const [limit, windowMs] = args;
    return [await count(windowName, Number(windowMs)), limit] as TData;
  };
}

const context: LimiterContext = { prefix, redis: new WindowClient() };

/**
 * Counts one call in the current second. @upstash/ratelimit names the window and compares the count with the limit. No Ratelimit object is
 * created: its timeout would admit calls that the store has not counted, and its cache would reject calls before their keys are checked.
 */
export const countInWindow = async (
  { accountId, speedLimitPerSecond: limitPerSecond }: Speed,
  count: Count,
): Promise<SpeedWindow> => {
  const identifier = `${prefix}:${accountId}`;
  const limiter = limiters.memo(limitPerSecond);
  counting = { identifier, count };
  const { success, remaining, reset } = await limiter.limit(context, identifier);
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
