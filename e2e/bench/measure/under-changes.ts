import { load, type Target } from "@/e2e/bench/load/load";
import { startChanges } from "@/e2e/bench/processes";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

type Options = {
  readonly databaseUrl: string;
  /** A second database on the same server, with the same board. The service does not read it. */
  readonly otherDatabaseUrl: string;
  readonly slateNow: number;
  readonly changesPerSecond: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly callers: number;
};

/**
 * Compares the same calls with and without price changes: the rate at full load, and the 99th percentile of response times at half of that
 * rate. Changes in another database cost the machine as much but do not concern the service. They show how much of the delay the machine
 * causes.
 */
export const measureUnderChanges = async (
  report: Report,
  target: Target,
  { databaseUrl, otherDatabaseUrl, slateNow, changesPerSecond, rounds, seconds, callers }: Options,
): Promise<void> => {
  report.print(`with ${changesPerSecond} price changes per second, recorded by a process on the same cores`);
  const reached: number[] = [];
  const peaks: { quiet: number[]; changing: number[] } = { quiet: [], changing: [] };
  const p99s: { quiet: number[]; elsewhere: number[]; changing: number[] } = {
    quiet: [],
    elsewhere: [],
    changing: [],
  };
  const ratiosOf = (over: readonly number[], under: readonly number[]) =>
    spreadOf(over.map((value, round) => value / (under[round] ?? Number.NaN)));
  for (let round = 0; round < rounds; round++) {
    await load(target, { seconds: 1, callers });
    const quiet = await load(target, { seconds, callers });
    const rate = quiet.perSecond / 2;
    peaks.quiet.push(quiet.perSecond);
    p99s.quiet.push((await load(target, { seconds, callers, rate })).p99);
    const elsewhere = await startChanges(otherDatabaseUrl, changesPerSecond, slateNow);
    p99s.elsewhere.push((await load(target, { seconds, callers, rate })).p99);
    await elsewhere.stop();
    const changes = await startChanges(databaseUrl, changesPerSecond, slateNow);
    p99s.changing.push((await load(target, { seconds, callers, rate })).p99);
    peaks.changing.push((await load(target, { seconds, callers })).perSecond);
    reached.push(changes.reached());
    await changes.stop();
  }
  report.add({ name: "changes recorded", value: spreadOf(reached), unit: "/s" });
  report.add({ name: "calls without changes", value: spreadOf(peaks.quiet), unit: "calls/s" });
  report.add({ name: "calls with changes", value: spreadOf(peaks.changing), unit: "calls/s" });
  report.add({
    name: "ratio of calls with changes to calls without",
    value: ratiosOf(peaks.changing, peaks.quiet),
    unit: "times",
    target: { min: 0.5 },
  });
  report.add({ name: "p99 at half of peak load, without changes", value: spreadOf(p99s.quiet), unit: "ms" });
  report.add({
    name: "p99 at half of peak load, with changes in another database",
    value: spreadOf(p99s.elsewhere),
    unit: "ms",
  });
  report.add({ name: "p99 at half of peak load, with changes", value: spreadOf(p99s.changing), unit: "ms" });
  report.add({
    name: "ratio of p99 with changes to p99 without, at half of peak load",
    value: ratiosOf(p99s.changing, p99s.quiet),
    unit: "times",
    target: { max: 1.3 },
  });
  report.add({
    name: "ratio of p99 with changes in another database to p99 without",
    value: ratiosOf(p99s.elsewhere, p99s.quiet),
    unit: "times (due to the machine, not to the service)",
  });
  report.add({
    name: "ratio of p99 with changes to p99 with changes in another database",
    value: ratiosOf(p99s.changing, p99s.elsewhere),
    unit: "times (due to the service)",
  });
};
