import cluster, { type Worker } from "node:cluster";
import type { Jobs } from "@/server/run/jobs/run-jobs";
import { type JobName, jobNames } from "@/server/web/site/job-names";

/* The supervisor runs the jobs of an instance, and workers answer `GET /readyz`. Workers learn from the supervisor which jobs fail. */

const request = "failing jobs?";
type Message = { readonly failingJobs: readonly string[] };

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" &&
  value !== null &&
  "failingJobs" in value &&
  Array.isArray((value as Message).failingJobs);

/** Called in the supervisor, before it starts workers: sends the names of failing jobs to each worker, at its start and at each change. */
export const shareFailingJobs = (jobs: Pick<Jobs, "failing" | "watch">): void => {
  const send = (worker: Worker): void => {
    const message: Message = { failingJobs: jobs.failing() };
    // The worker may have ended. Then it needs no message, and `createWebWorkers` logs its end.
    worker.send(message, () => undefined);
  };
  cluster.on("message", (worker, message: unknown) => {
    if (message === request) send(worker);
  });
  jobs.watch(() => {
    for (const worker of Object.values(cluster.workers ?? {})) if (worker?.isConnected()) send(worker);
  });
};

/** Called in a worker: follows the supervisor's list of failing jobs. */
export const followFailingJobs = (): Pick<Jobs, "failing"> => {
  let failing: readonly JobName[] = [];
  process.on("message", (message) => {
    if (isMessage(message)) failing = jobNames.filter((name) => message.failingJobs.includes(name));
  });
  // The supervisor may have ended. Then this worker ends too.
  if (process.connected) process.send?.(request, undefined, undefined, () => undefined);
  return { failing: () => failing };
};
