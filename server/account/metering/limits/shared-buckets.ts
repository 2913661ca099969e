import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import {
  type CounterStore,
  createScript,
  type Script,
} from "@/server/account/metering/counter/counter-store";
import { createRequester, StoreClient, type Words } from "@/server/account/metering/counter/store-client";
import { hourMs } from "@/server/domain/durations";

/** Holds at most `burst` tokens and regains `perHour` tokens an hour. `name` is unique. */
export type Bucket = { readonly name: string; readonly burst: number; readonly perHour: number };

/**
 * Takes a token from a holder's bucket, which all instances share.
 * @returns 0, or the seconds until the bucket has a token; undefined without a usable counter store.
 */
export type TakeShared = (bucket: Bucket, holder: string) => Promise<number | undefined>;

/**
 * A client whose scripts run in the round trips of the counter store, with its deadline. The library sends the hash of a script first, and
 * the script's text if the hash is unknown.
 */
const createScriptClient = (run: CounterStore["run"]): StoreClient => {
  const scripts = new Map<string, Script>();
  return new StoreClient(
    createRequester(async ([command, text = "", keyCount = 0, ...rest]: Words) => {
      const lua = command === "eval" ? String(text) : undefined;
      const sha = lua === undefined ? String(text) : createHash("sha1").update(lua).digest("hex");
      if (lua !== undefined) scripts.set(sha, createScript("take-shared", lua));
      const script = scripts.get(sha);
      if (script === undefined) return { error: "NOSCRIPT" };
      const keys = rest.slice(0, Number(keyCount)).map(String);
      return { result: await run(script, keys, rest.slice(Number(keyCount))) };
    }),
  );
};

/** Buckets in the counter store. @throws CounterStoreError if the store gave no valid reply. */
export const createSharedBuckets = (run: CounterStore["run"]) => {
  const redis = createScriptClient(run);
  const limits = new Map<string, Ratelimit>();

  const limitOf = ({ name, burst, perHour }: Bucket): Ratelimit => {
    const known = limits.get(name);
    if (known !== undefined) return known;
    // The library knows only whole milliseconds between refills.
    const perSecond = perHour / 3_600;
    const refill = Number.isInteger(perSecond)
      ? Ratelimit.tokenBucket(perSecond, "1 s", burst)
      : Ratelimit.tokenBucket(1, `${hourMs / perHour} ms`, burst);
    const limit = new Ratelimit({
      redis,
      prefix: `b:${name}`,
      limiter: refill,
      // On a timeout, the library would admit the call. The store's own deadline ends the wait, and the caller falls back to its own count.
      timeout: 0,
      ephemeralCache: false,
    });
    limits.set(name, limit);
    return limit;
  };

  return async (bucket: Bucket, holder: string): Promise<number> => {
    const { success, reset } = await limitOf(bucket).limit(holder);
    return success ? 0 : Math.max(1, Math.ceil((reset - Date.now()) / 1000));
  };
};
