/**
 * A log that notices when a store was given up for a moment: a busy machine does that without any fault of the test's, and then what is
 * kept by each instance holds once per instance.
 */
export const createWatchedLog = () => {
  let away = false;
  return {
    warn: (_fields: unknown, text?: string): void => {
      away ||= text?.startsWith("the counter store is away") === true;
    },
    info: (): void => undefined,
    storeWasAway: (): boolean => away,
    reset: (): void => {
      away = false;
    },
  };
};
