import type { Registry } from "prom-client";
import type { ObserveJob } from "@/server/run/jobs/run-jobs";
import { defineJobMetrics } from "@/server/run/metrics/definitions";

/** Counts the runs of background jobs. */
export const createObserveJobs = (registry: Registry): ObserveJob => {
  const { runs, failures, lastSuccess } = defineJobMetrics(registry);
  return (name, event) => {
    runs.inc({ name }, event === "scheduled" ? 0 : 1);
    failures.inc({ name }, event === "failed" ? 1 : 0);
    if (event !== "failed") lastSuccess.set({ name }, Date.now() / 1000);
  };
};
