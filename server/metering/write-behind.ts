/** Writes in batches what is not waited for: every so often, when asked to, and never twice at once. */
export type WriteBehind = {
  /** Writes everything that was noted before the call. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param write must not reject: what it could not write, it keeps. */
export const createWriteBehind = (everyMs: number, write: () => Promise<void>): WriteBehind => {
  let last = Promise.resolve();
  const flush = (): Promise<void> => {
    last = last.then(write);
    return last;
  };

  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
