/** A log that notices that a store was given up, and accounts that were metered on outdated terms. */
export const createWatchedLog = () => {
  let away = false;
  let drifted: string[] = [];
  return {
    warn: (fields: unknown, text?: string): void => {
      away ||= text?.startsWith("the counter store is away") === true;
      if (text?.startsWith("an account was metered on terms") === true)
        drifted.push((fields as { readonly accountId: string }).accountId);
    },
    info: (): void => undefined,
    storeWasAway: (): boolean => away,
    drifted: (): readonly string[] => drifted,
    reset: (): void => {
      drifted = [];
      away = false;
    },
  };
};
