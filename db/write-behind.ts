/** Writes batches to the database in the background, one at a time: at an interval, and when `flush` is called. */
export type WriteBehind = {
  /** Calls `write` after all earlier calls have ended. Resolves when the new call has ended. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param write writes what the caller has collected. It must not reject. Data that it cannot write, it writes at the next call. */
export const createWriteBehind = (everyMs: number, write: () => Promise<void>): WriteBehind => {
  let last = Promise.resolve();
  let writing = 0;
  const flush = (): Promise<void> => {
    writing += 1;
    last = last.then(write).then(() => {
      writing -= 1;
    });
    return last;
  };

  const timer = setInterval(() => {
    if (writing === 0) void flush();
  }, everyMs).unref();
  return {
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
