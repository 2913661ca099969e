import type { Logger } from "pino";
import { minuteMs } from "@/server/domain/durations";
import { loggableError } from "@/server/loggable-error";
import type { JobName } from "@/server/web/site/job-names";

export type Job = {
  readonly name: JobName;
  readonly run: () => Promise<unknown>;
  /** Whether the first run begins at once. */
  readonly atStart?: true;
};

/** Receives each job once when it is scheduled, and then each run that ended. */
export type ObserveJob = (name: JobName, event: "scheduled" | "succeeded" | "failed") => void;

/**
 * Calls `tick` at intervals. `place` is 0 for the first job, 1 for the second and so on. With `atStart`, the first call follows at once.
 * @returns a function that ends the calls.
 */
export type Schedule = (tick: () => void, place: number, atStart: boolean) => () => void;

export type Jobs = {
  /** Repeats a job until `stop`. A run that fails is repeated at the next interval. */
  readonly start: (job: Job) => void;
  /** The names of the jobs whose last three runs or more have failed. Reads memory only. */
  readonly failing: () => readonly JobName[];
  /** Calls `notify` whenever the list of `failing` has changed. */
  readonly watch: (notify: () => void) => void;
  /** Starts no more runs. Does not wait for runs in progress, and ignores their results. */
  readonly stop: () => void;
};

const everyMs = 10 * minuteMs;
/** Without a distance, the jobs would take all connections of the pool at the same moment. */
const distanceMs = 5_000;
/** A job fails after so many failures in a row. */
export const failingFrom = 3;
/** While a job fails for the same reason, one line an hour. */
const logEvery = 6;

const every10Minutes: Schedule = (tick, place, atStart) => {
  let repeated: NodeJS.Timeout | undefined;
  const first = setTimeout(
    () => {
      repeated = setInterval(tick, everyMs).unref();
      tick();
    },
    atStart ? 0 : everyMs + place * distanceMs,
  ).unref();
  return () => {
    clearTimeout(first);
    clearInterval(repeated);
  };
};

type JobsOptions = {
  readonly log: Pick<Logger, "warn" | "error" | "info">;
  readonly observe?: ObserveJob | undefined;
  /** By default, each job runs every ten minutes. */
  readonly schedule?: Schedule | undefined;
};

/** Runs each job at its own interval, independently of other jobs, and never twice at the same time. */
export const createJobs = ({ log, observe, schedule = every10Minutes }: JobsOptions): Jobs => {
  const failures = new Map<JobName, number>();
  const stops: (() => void)[] = [];
  let stopped = false;
  let notifyWatcher = (): void => undefined;

  const createTick = ({ name, run }: Job): (() => Promise<void>) => {
    let lastReason: string | undefined;

    const succeed = (): void => {
      const before = failures.get(name) ?? 0;
      failures.delete(name);
      lastReason = undefined;
      if (before > 0) log.info({ job: name, failures: before }, "a background job works again");
      if (before >= failingFrom) notifyWatcher();
      observe?.(name, "succeeded");
    };

    const fail = (error: unknown): void => {
      const err = loggableError(error);
      const count = (failures.get(name) ?? 0) + 1;
      const reason = `${err.message} ${err.cause?.message ?? ""}`;
      failures.set(name, count);
      const fields = { job: name, failures: count, err };
      if (count === failingFrom) log.error(fields, "a background job keeps failing");
      else if (reason !== lastReason || count % logEvery === 0) log.warn(fields, "a background job failed");
      lastReason = reason;
      if (count === failingFrom) notifyWatcher();
      observe?.(name, "failed");
    };

    let running = false;
    let isLate = false;
    return async () => {
      if (running) {
        if (!isLate) log.warn({ job: name }, "a background job still runs; its next run is left out");
        isLate = true;
        return;
      }
      running = true;
      const error = await run().then(
        () => undefined,
        (reason: unknown) => ({ reason }),
      );
      running = false;
      isLate = false;
      // After `stop`, the database is closed, which makes a run in progress fail.
      if (stopped) return;
      if (error === undefined) succeed();
      else fail(error.reason);
    };
  };

  return {
    start: (job) => {
      const tick = createTick(job);
      stops.push(schedule(() => void tick(), stops.length, job.atStart === true));
      observe?.(job.name, "scheduled");
    },
    failing: () => [...failures].filter(([, count]) => count >= failingFrom).map(([name]) => name),
    watch: (notify) => {
      notifyWatcher = notify;
    },
    stop: () => {
      stopped = true;
      for (const stop of stops.splice(0)) stop();
    },
  };
};
