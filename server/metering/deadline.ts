/** Short enough to notice that the process was held up, long enough to cost nothing. */
const stepMs = 25;

/**
 * Calls `late` when `inMs` have passed, unless the timer is stopped. While this process is held up only a step of it passes: what has arrived
 * could not be read, and whoever is to answer may share the machine that holds it up.
 * @returns stops the timer.
 */
export const startDeadline = (inMs: number, late: () => void): (() => void) => {
  let leftMs = inMs;
  let stopped = false;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(
      () => {
        leftMs -= stepMs;
        if (leftMs > 0) return wait();
        // What has arrived is read first: the answer may be among it.
        setImmediate(() => {
          if (!stopped) late();
        });
      },
      Math.min(stepMs, leftMs),
    );
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};
