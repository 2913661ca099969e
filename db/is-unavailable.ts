/** Errors of a connection that was cut off during a statement: by an administrator, by a crash of a database process, or by the network. */
export const cutOffCodes: ReadonlySet<unknown> = new Set([
  "57P01",
  "57P02",
  "CONNECTION_CLOSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);

/** The error code of a statement that the database did not complete in time. */
export const readTimeoutCode = "READ_TIMEOUT";

/** The error code of PostgreSQL when it has no connections left. */
export const tooManyConnectionsCode = "53300";

/** Errors after which a statement may have taken effect, or may still take effect. */
export const lostReplyCodes: ReadonlySet<unknown> = new Set([...cutOffCodes, readTimeoutCode]);

/**
 * Errors of a database that is starting or stopping, has no disk space, memory or connections left, does not respond in time, or cannot be
 * reached.
 */
const unavailableCodes: ReadonlySet<unknown> = new Set([
  ...cutOffCodes,
  "53100",
  "53200",
  tooManyConnectionsCode,
  "57P03",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  readTimeoutCode,
]);

/** Whether an error, or one of its causes, has one of the codes. Drizzle wraps the driver's error as a cause. */
export const hasCode = (error: unknown, codes: ReadonlySet<unknown>): boolean =>
  error instanceof Error && (("code" in error && codes.has(error.code)) || hasCode(error.cause, codes));

/** Whether a statement failed because the database was unavailable. The same statement may succeed later. */
export const isUnavailable = (error: unknown): boolean => hasCode(error, unavailableCodes);
