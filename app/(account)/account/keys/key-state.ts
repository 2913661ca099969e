import type { KeyView } from "@/app/(account)/account/keys/key-view";
import { hourMs, minuteMs } from "@/server/domain/durations";

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? "" : "s"}`;

/** A waiting time as text, such as `in 2 days`. */
export const formatWait = (ms: number): string => {
  const hours = ms / hourMs;
  if (hours >= 23.5) return `in ${count(Math.round(hours / 24), "day")}`;
  if (ms >= 59.5 * minuteMs) return `in ${count(Math.round(hours), "hour")}`;
  return ms < minuteMs ? "in less than a minute" : `in ${count(Math.round(ms / minuteMs), "minute")}`;
};

/** Whether a key works at `now` (ms since the epoch). */
export const isActive = ({ revoked_at, expires_at }: KeyView, now: number): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now);

/** The earlier of a key's revocation and expiry; null if the key has neither. */
export const endOf = ({ revoked_at, expires_at }: KeyView): string | null =>
  [revoked_at, expires_at].filter((at) => at !== null).sort()[0] ?? null;
