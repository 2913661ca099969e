import type { Admission } from "@/server/account/metering/meter";
import { type MeteringFigures, requiredHeaders } from "@/server/web/api/metering-headers";
import { type AddressWindow, addressRequestsPerSecond } from "@/server/web/http/door/address-limit";

export type HeaderRecord = Record<string, string>;

/** The figures of the account that a call was metered for. */
export const accountFigures = (admission: Admission): MeteringFigures => ({
  "x-requests-used": admission.used,
  "x-requests-remaining": admission.remaining,
  "x-requests-last": admission.last,
  "X-RateLimit-Limit": admission.caller.speedLimitPerSecond,
  "X-RateLimit-Remaining": admission.windowRemaining,
  "X-RateLimit-Reset": admission.windowResetSeconds,
});

/**
 * The metering figures of a call without a known account. Such a call has no allowance, so the `x-requests-*` figures are 0. The call's
 * only limit is the speed limit of the client's network.
 */
export const addressFigures = (window: AddressWindow): MeteringFigures => ({
  "x-requests-used": 0,
  "x-requests-remaining": 0,
  "x-requests-last": 0,
  "X-RateLimit-Limit": addressRequestsPerSecond,
  "X-RateLimit-Remaining": window.remaining,
  "X-RateLimit-Reset": window.resetSeconds,
});

const exposed = [
  ...requiredHeaders,
  "Retry-After",
  "ETag",
  "Allow",
  "Content-Length",
  "Content-Encoding",
  // Clients compute the age of a price from this header, because their own clock may be wrong.
  "Date",
  "X-Ignored-Parameters",
  "X-Unmeasured-Books",
  "X-Odds-Cursor",
].join(", ");

/** Headers that make browsers treat a response safely. `baseUrl` is the public URL of the service. */
export const securityHeaders = (baseUrl: string): Readonly<HeaderRecord> => ({
  "X-Content-Type-Options": "nosniff",
  ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
});

/** Headers that every response of the API has. */
export const fixedHeaders = (baseUrl: string): Readonly<HeaderRecord> => ({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": exposed,
  ...securityHeaders(baseUrl),
});

/** Writes the figures to `headers`, without a loop, because a loop would make V8 turn `headers` into a slow dictionary. */
export const writeFigures = (headers: HeaderRecord, figures: MeteringFigures): void => {
  headers["x-requests-used"] = String(figures["x-requests-used"]);
  headers["x-requests-remaining"] = String(figures["x-requests-remaining"]);
  headers["x-requests-last"] = String(figures["x-requests-last"]);
  headers["X-RateLimit-Limit"] = String(figures["X-RateLimit-Limit"]);
  headers["X-RateLimit-Remaining"] = String(figures["X-RateLimit-Remaining"]);
  headers["X-RateLimit-Reset"] = String(figures["X-RateLimit-Reset"]);
};
