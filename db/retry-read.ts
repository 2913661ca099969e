import { setTimeout as delay } from "node:timers/promises";
import { inTime } from "@/db/in-time";
import { cutOffCodes, hasCode, tooManyConnectionsCode } from "@/db/is-unavailable";

/**
 * The longest time for a read, its retry included. A frozen database keeps its connections open, so only this limit ends the wait. In load
 * tests, the slowest reads took 2.5 s, during imports.
 */
const defaultMaxReadMs = 9_000;
/** How long a read waits for a connection if PostgreSQL has none left. */
const noConnectionForMs = 3_000;

const noConnectionCodes: ReadonlySet<unknown> = new Set([tooManyConnectionsCode]);
/** A connection that another statement or process has used may become free after such a pause. */
const noConnectionPauseMs = 50;

/** PostgreSQL has rejected a new connection, but a connection of the pool may become free: the read is repeated until `until`. */
const retryUntilConnected = async <T>(read: () => PromiseLike<T>, until: number): Promise<T> => {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!hasCode(error, noConnectionCodes) || performance.now() + noConnectionPauseMs >= until) throw error;
      await delay(noConnectionPauseMs);
    }
  }
};

const retryCutOff = async <T>(read: () => PromiseLike<T>, until: number): Promise<T> => {
  try {
    return await retryUntilConnected(read, until);
  } catch (error) {
    if (!hasCode(error, cutOffCodes)) throw error;
    return retryUntilConnected(read, until);
  }
};

/**
 * Runs a read. If its connection is cut off, repeats the read once on another connection. If PostgreSQL has no connection left, repeats the
 * read for up to `noConnectionForMs`. The read must be one statement outside of a transaction. It must not write: a write may have taken
 * effect before the connection was cut off.
 * @param db the pool that the read uses.
 * @param maxMs longest time for all attempts.
 * @throws the error of the last attempt. After `maxMs`, throws an error for which `isUnavailable` is true.
 */
export const retryRead = <T>(db: object, read: () => PromiseLike<T>, maxMs = defaultMaxReadMs): Promise<T> =>
  inTime(db, maxMs, () => retryCutOff(read, performance.now() + Math.min(maxMs, noConnectionForMs)));
