/** Writes batches to the database in the background, one at a time: at an interval, and when `flush` is called. */
export type WriteBehind = {
  /** Calls `write` as soon as all earlier calls of `write` have ended. Resolves when this new call has ended. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * @param write writes what the caller has collected. If the write fails, `write` must still resolve, keep the data, and write the data when
 * it is called next.
 */
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
