import { readFileSync } from "node:fs";
import type { RunningService } from "@/e2e/testing/start-service";

/** The process id of a service's embedded database, which is the service's first child. */
export const databasePidOf = ({ process: { pid } }: RunningService): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
