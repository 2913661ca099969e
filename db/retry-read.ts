import { cutOffCodes, hasCode } from "@/db/is-unavailable";

/**
 * Runs a read, and once more on another connection if its own was cut off. Only for a single statement that writes nothing and is not
 * part of a transaction: a write may have taken effect before the connection was cut off.
 * @throws the error of the second attempt; other errors are not retried.
 */
export const retryRead = async <T>(read: () => PromiseLike<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!hasCode(error, cutOffCodes)) throw error;
    return read();
  }
};
