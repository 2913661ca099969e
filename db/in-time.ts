import { setImmediate as afterReads, setTimeout as delay } from "node:timers/promises";
import { canWatch, markConnections } from "@/db/connections";
import { readTimeoutCode } from "@/db/is-unavailable";

class NoReplyError extends Error {
  override readonly name = "NoReplyError";
  readonly code = readTimeoutCode;
}

/**
 * Rejects if `work` takes longer than `maxMs`. Then also destroys the pool's connections that have received nothing meanwhile, so that hung
 * connections do not stay in the pool. A statement that was sent may still take effect.
 * @throws an error for which `isUnavailable` is true.
 */
export const inTime = async <T>(db: object, maxMs: number, work: () => PromiseLike<T>): Promise<T> => {
  const mark = markConnections(db);
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = async (): Promise<void> => {
      isLate = true;
      // First the connections: the caller's next statement must not be sent on one that is about to close.
      await mark.destroySilent();
      reject(new NoReplyError(`the database did not respond within ${maxMs} ms`));
    };
    timer = setTimeout(() => {
      // After a stall of this process, the reply may have arrived but not been read. Node reads it before it runs `setImmediate`.
      immediate = setImmediate(() => void end());
    }, maxMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    // The end of its connection also fails `work`, perhaps before the other connections are closed.
    if (isLate) return await late;
    throw error;
  } finally {
    clearTimeout(timer);
    clearImmediate(immediate);
  }
};

/**
 * Rejects if `work` has not ended at `until`. `work` continues, so a statement that was already sent may still take effect. Unlike `inTime`,
 * this destroys no connection, because the time left may be too short to tell whether a connection is dead.
 * @param until ms of `performance.now`; undefined: waits until `work` ends.
 * @throws an error for which `isUnavailable` is true.
 */
export const endBy = <T>(until: number | undefined, work: () => Promise<T>): Promise<T> => {
  if (until === undefined) return work();
  const tooLate = () => new NoReplyError("the call took too long");
  const leftMs = until - performance.now();
  if (leftMs <= 0) return Promise.reject(tooLate());
  return new Promise((resolve, reject) => {
    // Node truncates to whole milliseconds, so the timer could otherwise end up to 1 ms early.
    const timer = setTimeout(() => setImmediate(() => reject(tooLate())), Math.ceil(leftMs));
    const end = (): void => clearTimeout(timer);
    work().then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
};

/**
 * Like `inTime`, but `work` may take as long as data arrives: rejects if no connection of the pool has received anything for `maxMs`. On the
 * embedded database, `work` may take as long as it needs.
 */
export const whileReceiving = async <T>(
  db: object,
  maxMs: number,
  work: () => PromiseLike<T>,
): Promise<T> => {
  if (!canWatch(db)) return work();
  const ended = new AbortController();
  const watch = async (): Promise<never> => {
    for (;;) {
      const mark = markConnections(db);
      await delay(maxMs, undefined, { signal: ended.signal, ref: false });
      await afterReads();
      await mark.destroySilent();
      if (!mark.hasReceived()) throw new NoReplyError(`the database sent nothing for ${maxMs} ms`);
    }
  };
  const silence = watch();
  // The race below reports a rejection. The empty handler only prevents an unhandled rejection after the race has ended.
  silence.catch(() => undefined);
  try {
    return await Promise.race([work(), silence]);
  } finally {
    ended.abort();
  }
};
