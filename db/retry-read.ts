import { cutOffCodes, hasCode, readTimeoutCode } from "@/db/is-unavailable";

/**
 * Longest time for a read and its retry, in milliseconds. A frozen server keeps its connections open, so nothing else would end the
 * wait. The slowest reads of the hardening tests took 2.5 s, beside imports.
 */
const defaultMaxReadMs = 10_000;

class ReadTimeout extends Error {
  override readonly name = "ReadTimeout";
  readonly code = readTimeoutCode;
}

/** Rejects after `maxMs`. The statement is left to the connection: a frozen server would not receive a cancellation either. */
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
 * Runs a read, and once more on another connection if its own was cut off. Only for a single statement that writes nothing and is not
 * part of a transaction: a write may have taken effect before the connection was cut off.
 * @param maxMs longest time for both attempts, in milliseconds.
 * @throws the error of the second attempt; other errors are not retried. An error that `isUnavailable` accepts if the time is over.
 */
export const retryRead = <T>(read: () => PromiseLike<T>, maxMs = defaultMaxReadMs): Promise<T> =>
  withDeadline(() => retryCutOff(read), maxMs);
