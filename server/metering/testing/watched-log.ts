/** A log that notices what bounds a figure: a store that was given up, and requests that an emptied or older store left in doubt. */
export const createWatchedLog = () => {
  let away = false;
  let forgotten = 0;
  return {
    warn: (fields: unknown, text?: string): void => {
      away ||= text?.startsWith("the counter store is away") === true;
      if (text?.startsWith("the counter store lost its memory") !== true) return;
      forgotten += (fields as { readonly requests: number }).requests;
    },
    info: (): void => undefined,
    storeWasAway: (): boolean => away,
    /** Requests in doubt. */
    forgotten: (): number => forgotten,
    reset: (): void => {
      away = false;
      forgotten = 0;
    },
  };
};
