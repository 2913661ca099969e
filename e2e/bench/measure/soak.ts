import type { Target } from "@/e2e/bench/load/load-types";
import { makeCalls } from "@/e2e/bench/load/load-with-autocannon";
import { startChanges } from "@/e2e/bench/processes";
import type { Report } from "@/e2e/bench/report";
import { residentMegabytes } from "@/e2e/bench/resident-memory";
import { spreadOf } from "@/e2e/bench/statistics";

type Options = {
  readonly databaseUrl: string;
  readonly slateNow: number;
  readonly changesPerSecond: number;
  readonly calls: number;
  readonly callers: number;
  readonly pid: number;
};

const parts = 8;

export type Soaked = {
  readonly succeeded: number;
  /** Price changes per second. */
  readonly changes: number;
  /** The peak memory of parts 5 to 8, divided by the peak memory of parts 2 to 4. Part 1 is warm-up. */
  readonly growth: number;
};

/**
 * Measures whether memory grows over many calls of many kinds while prices change.
 * @returns undefined if memory cannot be measured on this system.
 */
export const measureSoak = async (
  report: Pick<Report, "print" | "add" | "skip">,
  targets: readonly Target[],
  { databaseUrl, slateNow, changesPerSecond, calls, callers, pid }: Options,
): Promise<Soaked | undefined> => {
  if (residentMegabytes(pid) === undefined) {
    report.skip("memory over a soak", "there is no /proc here");
    return undefined;
  }
  report.print(`soak of ${calls} calls with ${changesPerSecond} changes per second`);
  const changes = await startChanges(databaseUrl, changesPerSecond, slateNow);
  const resident: number[] = [];
  let succeeded = 0;
  try {
    for (let part = 0; part < parts; part++) {
      const { failed, succeeded: inPart } = await makeCalls(targets, {
        calls: Math.ceil(calls / parts),
        callers,
      });
      if (failed > 0) throw new Error(`${failed} calls failed`);
      succeeded += inPart;
      resident.push(residentMegabytes(pid) ?? Number.NaN);
      report.print(`  ${succeeded} responses, ${resident.at(-1)?.toFixed(0)} MB`);
    }
  } finally {
    await changes.stop();
  }
  const [, ...warm] = resident;
  const firstHalf = Math.max(...warm.slice(0, 3));
  const secondHalf = Math.max(...warm.slice(3));
  report.add({ name: "resident memory in the soak", value: spreadOf(warm), unit: "MB" });
  report.add({
    name: "  peak in the second half of the soak, divided by the peak in the first half",
    value: spreadOf([secondHalf / firstHalf]),
    unit: "times",
    target: { max: 1.15 },
  });
  return { succeeded, changes: changes.reached(), growth: secondHalf / firstHalf };
};
