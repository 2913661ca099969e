import { load, type Target } from "@/e2e/bench/load/load";
import { startChanges } from "@/e2e/bench/processes";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

type Options = {
  readonly databaseUrl: string;
  readonly slateNow: number;
  readonly changesPerSecond: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly callers: number;
};

/**
 * Compares the same calls with and without price changes: the rate at full load, and the 99th percentile of response times at half of that
 * rate. A bare server with the same responses at the same rate shows how much of the delay is due to the machine.
 */
export const measureUnderChanges = async (
  report: Report,
  { ours, bare }: { readonly ours: Target; readonly bare: Target },
  { databaseUrl, slateNow, changesPerSecond, rounds, seconds, callers }: Options,
): Promise<void> => {
  report.print(`with ${changesPerSecond} price changes per second, recorded by a process on the same cores`);
  const rates: number[] = [];
  const delays: number[] = [];
  const reached: number[] = [];
  const peaks: { quiet: number[]; changing: number[] } = { quiet: [], changing: [] };
  const p99s: { quiet: number[]; changing: number[] } = { quiet: [], changing: [] };
  const bareDelays: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await load(ours, { seconds: 1, callers });
    const quiet = await load(ours, { seconds, callers });
    const half = quiet.perSecond / 2;
    const quietHalf = await load(ours, { seconds, callers, rate: half });
    const bareQuiet = await load(bare, { seconds, callers, rate: half });
    const changes = await startChanges(databaseUrl, changesPerSecond, slateNow);
    const changing = await load(ours, { seconds, callers });
    const changingHalf = await load(ours, { seconds, callers, rate: half });
    const bareChanging = await load(bare, { seconds, callers, rate: half });
    reached.push(changes.reached());
    await changes.stop();
    peaks.quiet.push(quiet.perSecond);
    peaks.changing.push(changing.perSecond);
    rates.push(changing.perSecond / quiet.perSecond);
    p99s.quiet.push(quietHalf.p99);
    p99s.changing.push(changingHalf.p99);
    delays.push(changingHalf.p99 / quietHalf.p99);
    bareDelays.push(bareChanging.p99 / bareQuiet.p99);
  }
  report.add({ name: "changes recorded", value: spreadOf(reached), unit: "/s" });
  report.add({ name: "calls without changes", value: spreadOf(peaks.quiet), unit: "calls/s" });
  report.add({ name: "calls with changes", value: spreadOf(peaks.changing), unit: "calls/s" });
  report.add({
    name: "ratio of calls with changes to calls without",
    value: spreadOf(rates),
    unit: "times",
    target: { min: 0.5 },
  });
  report.add({ name: "p99 at half of peak load, without changes", value: spreadOf(p99s.quiet), unit: "ms" });
  report.add({ name: "p99 at half of peak load, with changes", value: spreadOf(p99s.changing), unit: "ms" });
  report.add({
    name: "p99 at half of peak load, ratio with changes to without",
    value: spreadOf(delays),
    unit: "times",
    target: { max: 1.3 },
  });
  report.add({
    name: "the same ratio of a bare server at the same rate",
    value: spreadOf(bareDelays),
    unit: "times (due to the machine, not to the service)",
  });
};
