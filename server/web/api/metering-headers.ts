/**
 * Usage and speed limit of the account that makes the call. If the account is not known, the usage is 0 and the speed limit is that of the
 * client's network.
 */
export const meteringHeaders = {
  "x-requests-used": "Requests used in this billing period.",
  "x-requests-remaining": "Requests remaining in this billing period.",
  "x-requests-last": "Cost of this call. 0 for a free call, an error, a HEAD request or a 304.",
  "X-RateLimit-Limit": "Speed limit, in requests per second.",
  "X-RateLimit-Remaining": "Requests left in the current one-second window.",
  "X-RateLimit-Reset": "Seconds until the current window ends.",
} as const;

export type MeteringHeader = keyof typeof meteringHeaders;
export type MeteringFigures = Readonly<Record<MeteringHeader, number>>;

/** The headers that every `/v1` response has. */
export const requiredHeaders: readonly string[] = [...Object.keys(meteringHeaders), "X-Request-Id"];
