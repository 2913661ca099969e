/** Writes batches to the database in the background, one at a time: at an interval, and when `flush` is called. */
export type WriteBehind = {
  /** Writes everything that was noted before the call. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param write must not reject. What it could not write, it keeps for its next call. */
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
