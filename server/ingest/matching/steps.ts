/**
 * Work that pauses at each `yield`, so that its caller can do other work in between. A step is short: the comparison of one event, not of a
 * whole snapshot.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all steps at once. */
export const finish = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
