import { addRate, addRateRatio } from "@/e2e/bench/measure/add-rate";
import { alternate, byProcessorTime, type Rounds, ratioOf, type Side } from "@/e2e/bench/measure/alternate";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** Compares the counter store over Upstash's REST interface with Redis over TCP. */
export const measureRest = async (report: Report, tcp: Side, rest: Side, rounds: Rounds): Promise<void> => {
  report.print("counter store over REST and over TCP");
  const loads = await alternate({ tcp, rest }, rounds);
  for (const name of ["tcp", "rest"] as const) {
    const { [name]: measured } = loads;
    report.add({
      name: `/v1/sports over ${name}, processor time`,
      value: spreadOf(measured.map(({ cpuMicros }) => cpuMicros)),
      unit: "us per call",
    });
    addRate(report, `/v1/sports over ${name}`, measured);
    report.add({
      name: `  /v1/sports over ${name}, p99`,
      value: spreadOf(measured.map(({ p99 }) => p99)),
      unit: "ms",
    });
  }
  report.add({
    name: "counter store over REST instead of TCP",
    value: ratioOf(loads.rest, loads.tcp, byProcessorTime),
    unit: "times as many calls per second of processor time",
    target: { min: 0.75 },
  });
  addRateRatio(
    report,
    "rate with REST divided by rate with TCP, with the REST gateway on the cores of the service",
    loads.rest,
    loads.tcp,
  );
};
