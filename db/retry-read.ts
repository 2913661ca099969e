/** The connection was cut off amid a statement: by an administrator, a crash of its backend, or the network. */
const cutOffCodes: ReadonlySet<unknown> = new Set([
  "57P01",
  "57P02",
  "CONNECTION_CLOSED",
  "ECONNRESET",
  "EPIPE",
]);

/** Drizzle wraps the driver's error as its cause. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && cutOffCodes.has(error.code)) || isCutOff(error.cause));

/**
 * Runs a read, and once more, on whichever connection comes next, when its own was cut off. Only for a single statement that writes
 * nothing and stands in no transaction: whether a write that was cut off has happened cannot be told.
 * @throws what the second attempt throws; other errors are not retried.
 */
export const retryRead = async <T>(read: () => PromiseLike<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!isCutOff(error)) throw error;
    return read();
  }
};
