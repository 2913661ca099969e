import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** How long (ms) names may be computed before other work gets a turn. */
const turnMs = 10;

/** Runs a generator to its end. Other work gets a turn at the generator's yields. */
export const runInTurns = async <T>(steps: Generator<void, T>): Promise<T> => {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < turnMs) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
};
