/**
 * Calls `late` when `inMs` have passed, unless the timer is stopped. A process that was held up for that long looks at what has arrived
 * meanwhile first: the answer may be among it.
 * @returns stops the timer.
 */
export const startDeadline = (inMs: number, late: () => void): (() => void) => {
  let stopped = false;
  const timer = setTimeout(() => {
    setImmediate(() => {
      if (!stopped) late();
    });
  }, inMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};
