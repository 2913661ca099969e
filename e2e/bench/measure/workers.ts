import { addRate, addRateRatio } from "@/e2e/bench/measure/add-rate";
import { alternate, byProcessorTime, type Rounds, ratioOf, type Side } from "@/e2e/bench/measure/alternate";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** The service, and a bare server that sends the same bytes, each as one process and as two. */
export type WorkerSides = Readonly<Record<"one" | "two" | "bareOne" | "bareTwo", Side>>;

/**
 * Compares two web workers with one process, by the processor time of all processes together. If two hyperthreads share a core, two busy
 * processes use more processor time for the same work. The bare server shows how much of this increase is due to the machine.
 */
export const measureWorkers = async (
  report: Report,
  label: string,
  sides: WorkerSides,
  rounds: Rounds,
): Promise<void> => {
  report.print(`WEB_CONCURRENCY=2, ${label}`);
  const loads = await alternate(sides, rounds);
  for (const [name, title] of [
    ["one", "one process"],
    ["two", "two workers"],
    ["bareOne", "bare, one process"],
    ["bareTwo", "bare, two processes"],
  ] as const) {
    report.add({
      name: `${label}: ${title}, processor time`,
      value: spreadOf(loads[name].map(({ cpuMicros }) => cpuMicros)),
      unit: "us per call",
    });
    addRate(report, `${label}: ${title}`, loads[name]);
  }
  const bare = ratioOf(loads.bareTwo, loads.bareOne, byProcessorTime);
  const ours = ratioOf(loads.two, loads.one, byProcessorTime);
  report.add({
    name: `${label}: two workers compared with one process`,
    value: ours,
    unit: "times as many calls per second of processor time",
    target: { min: 0.9 },
  });
  report.add({
    name: `${label}: two bare processes compared with one`,
    value: bare,
    unit: "times as many calls per second of processor time (due to the machine, not to the service)",
  });
  addRateRatio(
    report,
    `${label}: rate of two workers divided by rate of one process, with the load generator on the same cores`,
    loads.two,
    loads.one,
  );
};
