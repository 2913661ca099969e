const everyMs = 10 * 60_000;

/** Does upkeep of a database every ten minutes, until `stop`. What one time fails the next does. */
export const regularly = (work: () => Promise<unknown>): { readonly stop: () => void } => {
  const timer = setInterval(() => {
    work().catch(() => undefined);
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
};
