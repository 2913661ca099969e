const intervalMs = 10 * 60_000;

/** Runs a database's maintenance every ten minutes until `stop`. A failure is ignored, because the next run repeats the work. */
export const every10Minutes = (work: () => Promise<unknown>): { readonly stop: () => void } => {
  const timer = setInterval(() => {
    work().catch(() => undefined);
  }, intervalMs).unref();
  return { stop: () => clearInterval(timer) };
};
