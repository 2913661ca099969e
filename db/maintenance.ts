const intervalMs = 10 * 60_000;

/** Repeats `work` until `stop`. Failures are ignored: the next run repeats the work. */
export const every10Minutes = (work: () => Promise<unknown>): { readonly stop: () => void } => {
  const timer = setInterval(() => {
    work().catch(() => undefined);
  }, intervalMs).unref();
  return { stop: () => clearInterval(timer) };
};
