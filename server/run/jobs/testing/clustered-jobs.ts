import cluster, { type Worker } from "node:cluster";
import pino from "pino";
import { createJobs } from "@/server/run/jobs/run-jobs";
import { followFailingJobs, shareFailingJobs } from "@/server/run/jobs/share-failing-jobs";
import { manualSchedule } from "@/server/run/jobs/testing/manual-schedule";

/* A supervisor with two workers, without a database. Prints which failing jobs the workers know, as JSON. */

const asWorker = (): void => {
  const jobs = followFailingJobs();
  process.on("message", (message) => {
    if (message === "report") process.send?.({ reported: jobs.failing() });
  });
  process.send?.("up");
};

const asSupervisor = async (): Promise<void> => {
  const { schedule, observe, run } = manualSchedule();
  let isBroken = true;
  const jobs = createJobs({ log: pino({ level: "silent" }), schedule, observe });
  jobs.start({
    name: "vacuum",
    run: async () => {
      if (isBroken) throw new Error("broken");
    },
  });
  shareFailingJobs(jobs);
  const next = (worker: Worker, isWanted: (message: unknown) => boolean): Promise<unknown> =>
    new Promise((resolve) => {
      const take = (message: unknown): void => {
        if (!isWanted(message)) return;
        worker.off("message", take);
        resolve(message);
      };
      worker.on("message", take);
    });
  const fork = async (): Promise<Worker> => {
    const worker = cluster.fork();
    await next(worker, (message) => message === "up");
    return worker;
  };
  // Messages arrive in order, so a worker reports after it has received the earlier messages.
  const reportOf = async (worker: Worker): Promise<unknown> => {
    const reported = next(worker, (message) => typeof message === "object");
    worker.send("report");
    return ((await reported) as { readonly reported: unknown }).reported;
  };
  const early = await fork();
  const reports: unknown[] = [await reportOf(early)];
  for (let failure = 1; failure <= 3; failure++) await run("vacuum");
  reports.push(await reportOf(early));
  const late = await fork();
  reports.push(await reportOf(late));
  isBroken = false;
  await run("vacuum");
  reports.push(await reportOf(early), await reportOf(late));
  process.stdout.write(JSON.stringify(reports));
  process.exit(0);
};

if (cluster.isPrimary) await asSupervisor();
else asWorker();
