import type { ObserveJob, Schedule } from "@/server/run/jobs/run-jobs";
import type { JobName } from "@/server/web/site/job-names";

/** A schedule whose ticks the test makes, and an observer that resolves promises when runs end. */
export const manualSchedule = () => {
  const ticks: (() => void)[] = [];
  const names: JobName[] = [];
  const events: string[] = [];
  let waiting: { readonly isReached: () => boolean; readonly resolve: () => void }[] = [];
  const schedule: Schedule = (tick) => {
    ticks.push(tick);
    return () => void ticks.splice(ticks.indexOf(tick), 1);
  };
  const observe: ObserveJob = (name, event) => {
    if (event === "scheduled") {
      names.push(name);
      return;
    }
    events.push(`${name} ${event}`);
    waiting = waiting.filter(({ isReached, resolve }) => {
      if (!isReached()) return true;
      resolve();
      return false;
    });
  };
  const until = (isReached: () => boolean): Promise<void> =>
    isReached() ? Promise.resolve() : new Promise((resolve) => void waiting.push({ isReached, resolve }));
  const tick = (name: JobName): void => ticks[names.indexOf(name)]?.();
  return {
    schedule,
    observe,
    names,
    events,
    /** Makes the next tick of one job, without waiting for the run. */
    tick,
    /** Makes the next tick of all jobs at once, and waits until all of their runs have ended. */
    tickAll: (): Promise<void> => {
      const target = events.length + ticks.length;
      for (const each of ticks) each();
      return until(() => events.length >= target);
    },
    /** Makes the next tick of one job and waits until the run has ended. */
    run: (name: JobName): Promise<void> => {
      const target = events.length + 1;
      tick(name);
      return until(() => events.length >= target);
    },
  };
};
