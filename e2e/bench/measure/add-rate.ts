import { isAtLimit, type Load } from "@/e2e/bench/load/load";
import { byRate, ratioOf } from "@/e2e/bench/measure/alternate";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

/** A warning to append to a rate if the load generator may have limited the rate; otherwise an empty text. */
export const limitOf = (loads: readonly Load[]): string =>
  loads.some(isAtLimit) ? ", load generator at its limit" : "";

/** Adds a rate, and the load generator's use of processor time during its measurement. */
export const addRate = (report: Report, name: string, loads: readonly Load[]): void => {
  report.add({ name: `  ${name}`, value: spreadOf(loads.map(byRate)), unit: `calls/s${limitOf(loads)}` });
  report.add({
    name: `  ${name}, load generator`,
    value: spreadOf(loads.map(({ generatorCores }) => generatorCores)),
    unit: "cores",
  });
};

/** Adds the rate of `one` divided by the rate of `other`. */
export const addRateRatio = (
  report: Report,
  name: string,
  one: readonly Load[],
  other: readonly Load[],
): void =>
  report.add({
    name: `  ${name}`,
    value: ratioOf(one, other, byRate),
    unit: `times${limitOf([...one, ...other])}`,
  });
