/** A log that notes whether the counter store became unavailable, and collects the accounts of which the store had an outdated record. */
export const createWatchedLog = () => {
  let wasUnavailable = false;
  let drifted: string[] = [];
  return {
    warn: (fields: unknown, text?: string): void => {
      wasUnavailable ||= text?.startsWith("the counter store is unavailable") === true;
      if (text?.startsWith("the counter store held an outdated record of an account") === true)
        drifted.push((fields as { readonly accountId: string }).accountId);
    },
    info: (): void => undefined,
    storeWasUnavailable: (): boolean => wasUnavailable,
    drifted: (): readonly string[] => drifted,
    reset: (): void => {
      drifted = [];
      wasUnavailable = false;
    },
  };
};
