import {
  alternate,
  byProcessorTime,
  byRate,
  type Rounds,
  ratioOf,
  type Side,
} from "@/e2e/bench/measure/alternate";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** Compares two web workers with one process, by the processor time of all processes and by rate. */
export const measureWorkers = async (
  report: Report,
  label: string,
  one: Side,
  two: Side,
  rounds: Rounds,
): Promise<void> => {
  report.print(`WEB_CONCURRENCY=2, ${label}`);
  const loads = await alternate({ one, two }, rounds);
  for (const name of ["one", "two"] as const) {
    const { [name]: measured } = loads;
    report.add({
      name: `${label}: ${name === "one" ? "one process" : "two workers"}, processor time`,
      value: spreadOf(measured.map(({ cpuMicros }) => cpuMicros)),
      unit: "us per call",
    });
  }
  report.add({
    name: `${label}: ratio of two workers to one process`,
    value: ratioOf(loads.two, loads.one, byProcessorTime),
    unit: "times, by processor time",
    target: { min: 0.9 },
  });
  report.add({
    name: `  ${label}: ratio of two workers to one process by rate, with the load generator on the same cores`,
    value: ratioOf(loads.two, loads.one, byRate),
    unit: "times",
  });
};
