import type { CallRecord } from "@/server/api/context";
import { type AddressWindow, addressRequestsPerSecond } from "@/server/http/address-limit";

/** Every header that an answer carries beyond its own content, by name, in the form clients read. */
export type HeaderRecord = Record<string, string>;

/** Names and meanings of the metering headers; the document lists them from here. */
export const meteringHeaders = {
  "x-requests-used": "Requests used this billing period.",
  "x-requests-remaining": "Requests remaining this billing period.",
  "x-requests-last": "What this call cost against the allowance; 0 for a free call.",
  "X-RateLimit-Limit": "The plan's speed limit, requests per second.",
  "X-RateLimit-Remaining": "Requests left in the current one-second window.",
  "X-RateLimit-Reset": "Seconds until the speed-limit window resets.",
} as const;

export type MeteringFigures = Readonly<Record<keyof typeof meteringHeaders, number>>;

/** The figures of the account that a call was admitted for; undefined where no account is known. */
export const accountFigures = ({ caller, admission }: CallRecord): MeteringFigures | undefined => {
  if (caller === undefined || admission === undefined) return undefined;
  return {
    "x-requests-used": admission.used,
    "x-requests-remaining": admission.remaining,
    "x-requests-last": admission.last,
    "X-RateLimit-Limit": caller.speedLimitPerSecond,
    "X-RateLimit-Remaining": admission.windowRemaining,
    "X-RateLimit-Reset": admission.windowResetSeconds,
  };
};

/** Where no account is known the headers speak of the limit on the address. */
export const addressFigures = (window: AddressWindow): MeteringFigures => ({
  "x-requests-used": 0,
  "x-requests-remaining": 0,
  "x-requests-last": 0,
  "X-RateLimit-Limit": addressRequestsPerSecond,
  "X-RateLimit-Remaining": window.remaining,
  "X-RateLimit-Reset": window.resetSeconds,
});

const exposed = [
  ...Object.keys(meteringHeaders),
  "X-Request-Id",
  "Retry-After",
  "ETag",
  "Allow",
  "Content-Length",
  "Content-Encoding",
].join(", ");

/** Headers that are the same on every answer of one service. `baseUrl` is its public address. */
export const fixedHeaders = (baseUrl: string): Readonly<HeaderRecord> => ({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": exposed,
  "X-Content-Type-Options": "nosniff",
  ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
});

/** Adds the figures to `headers`. One by one: written in a loop, V8 would make a slow dictionary of them. */
export const writeFigures = (headers: HeaderRecord, figures: MeteringFigures): void => {
  headers["x-requests-used"] = String(figures["x-requests-used"]);
  headers["x-requests-remaining"] = String(figures["x-requests-remaining"]);
  headers["x-requests-last"] = String(figures["x-requests-last"]);
  headers["X-RateLimit-Limit"] = String(figures["X-RateLimit-Limit"]);
  headers["X-RateLimit-Remaining"] = String(figures["X-RateLimit-Remaining"]);
  headers["X-RateLimit-Reset"] = String(figures["X-RateLimit-Reset"]);
};
