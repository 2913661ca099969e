/** A log that notices what bounds a figure: a store that was given up, and requests that an emptied or older store left in doubt. */
export const createWatchedLog = () => {
  let away = false;
  let forgotten = 0;
  let drifted: string[] = [];
  return {
    warn: (fields: unknown, text?: string): void => {
      away ||= text?.startsWith("the counter store is away") === true;
      if (text?.startsWith("an account was metered on terms") === true)
        drifted.push((fields as { readonly accountId: string }).accountId);
      if (text?.startsWith("the counter store lost its memory") !== true) return;
      forgotten += (fields as { readonly requests: number }).requests;
    },
    info: (): void => undefined,
    storeWasAway: (): boolean => away,
    /** Requests in doubt. */
    forgotten: (): number => forgotten,
    /** Accounts that were metered on terms no longer their own. */
    drifted: (): readonly string[] => drifted,
    reset: (): void => {
      drifted = [];
      away = false;
      forgotten = 0;
    },
  };
};
