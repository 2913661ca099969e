import { LRUCache } from "lru-cache";
import type { Admission, Caller } from "@/server/account/metering/meter";

const maxRejected = 50_000;

/**
 * Predicts which calls the meter will reject. A counted call is charged after its database reads. If a rejection is likely, the caller is
 * confirmed before these reads, so that most rejected calls cause no database reads.
 * @param clock ms since the Unix epoch.
 */
export const createRejectionPredictor = (clock: () => number) => {
  /** Ids of revoked keys, and of accounts over a limit. */
  const rejected = new LRUCache<string, true>({ max: maxRejected });
  let second = 0;
  /** Calls begun in this second, by account. */
  let begun = new Map<string, number>();

  return {
    /** Counts a call. @returns whether the call is likely to be rejected. */
    begin: ({ accountId, keyId, speedLimitPerSecond }: Caller): boolean => {
      const now = Math.floor(clock() / 1000);
      if (now !== second) {
        second = now;
        begun = new Map();
      }
      const calls = (begun.get(accountId) ?? 0) + 1;
      begun.set(accountId, calls);
      return (
        calls > speedLimitPerSecond || rejected.has(accountId) || (keyId !== undefined && rejected.has(keyId))
      );
    },

    learn: ({ accountId, keyId }: Caller, { outcome, remaining }: Admission): void => {
      if (outcome === "invalid") rejected.set(keyId ?? accountId, true);
      else if (outcome === "speed_limit" || outcome === "allowance_spent") rejected.set(accountId, true);
      else if (outcome === "admitted" && remaining > 0) rejected.delete(accountId);
    },
  };
};
