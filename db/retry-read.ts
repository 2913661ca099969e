import { cutOffCodes, hasCode, readTimeoutCode } from "@/db/is-unavailable";

/**
 * The longest time for a read, its retry included. A frozen database keeps its connections open, so only this limit ends the wait. In load
 * tests, the slowest reads took 2.5 s, during imports.
 */
const defaultMaxReadMs = 10_000;

class ReadTimeout extends Error {
  override readonly name = "ReadTimeout";
  readonly code = readTimeoutCode;
}

/** Rejects after `maxMs`. The statement is not cancelled: a frozen database would not handle a cancellation. */
const withDeadline = async <T>(read: () => PromiseLike<T>, maxMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ReadTimeout(`the database did not respond within ${maxMs} ms`)),
      maxMs,
    );
  });
  try {
    return await Promise.race([read(), deadline]);
  } finally {
    clearTimeout(timer);
  }
};

const retryCutOff = async <T>(read: () => PromiseLike<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!hasCode(error, cutOffCodes)) throw error;
    return read();
  }
};

/**
 * Runs a read. If its connection is cut off, repeats the read once on another connection. The read must be one statement outside of a
 * transaction. It must not write: a write may have taken effect before the connection was cut off.
 * @param maxMs longest time for both attempts.
 * @throws the error of the last attempt. After `maxMs`, throws an error for which `isUnavailable` is true.
 */
export const retryRead = <T>(read: () => PromiseLike<T>, maxMs = defaultMaxReadMs): Promise<T> =>
  withDeadline(() => retryCutOff(read), maxMs);
