import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { load } from "@/e2e/bench/load/load";
import type { Target } from "@/e2e/bench/load/load-types";
import { machineUseSince, readMachineTime } from "@/e2e/bench/machine-time";
import { startChanges } from "@/e2e/bench/processes";
import type { Report } from "@/e2e/bench/report";
import { spreadOf } from "@/e2e/bench/statistics";

type Options = {
  readonly databaseUrl: string;
  /** A second database on the same server, with the same board. */
  readonly otherDatabaseUrl: string;
  readonly slateNow: number;
  readonly changesPerSecond: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly callers: number;
};

const labels = {
  quiet: "without changes",
  elsewhere: "with changes in another database",
  changing: "with changes",
} as const;
type Phase = keyof typeof labels;
type Series = Readonly<Record<Phase, number[]>>;
const emptySeries = (): Series => ({ quiet: [], elsewhere: [], changing: [] });
const phases = ["quiet", "elsewhere", "changing"] as const;
const restMs = 500;
const warmUpMs = 5_000;

/**
 * Makes the same calls in two phases, without and with price changes. Compares the rate at full load, and the 99th percentile of response
 * times at half of the peak rate. In a third phase, the prices change in a database that the service does not read. This phase shows how
 * much of the slowdown the machine causes.
 */
export const measureUnderChanges = async (
  report: Report,
  target: Target,
  { databaseUrl, otherDatabaseUrl, slateNow, changesPerSecond, rounds, seconds, callers }: Options,
): Promise<void> => {
  report.print(
    `with ${changesPerSecond} price changes per second, recorded by a process that shares the cores of the service`,
  );
  const [reached, rates, p50s, p99s] = [emptySeries(), emptySeries(), emptySeries(), emptySeries()];
  const [processors, waiting] = [emptySeries(), emptySeries()];
  const peaks: { quiet: number[]; changing: number[] } = { quiet: [], changing: [] };
  // The processes that change prices are started only once, then paused and resumed. A process started for each phase would spend its first
  // seconds on compiling its code.
  const changes = {
    elsewhere: await startChanges(otherDatabaseUrl, changesPerSecond, slateNow),
    changing: await startChanges(databaseUrl, changesPerSecond, slateNow),
  } as const;
  await delay(warmUpMs);
  for (const each of Object.values(changes)) await each.pause();

  const measure = async (phase: Phase, rate: number): Promise<void> => {
    // Full load before each phase, so that garbage collection is in the same state.
    await load(target, { seconds: 1, callers });
    const recording = phase === "quiet" ? undefined : changes[phase];
    recording?.resume();
    await delay(restMs);
    const before = readMachineTime();
    const { p50, p99, perSecond } = await load(target, { seconds, callers, rate });
    const used = machineUseSince(before);
    processors[phase].push(used.processors);
    waiting[phase].push(used.waitingPercent);
    p50s[phase].push(p50);
    p99s[phase].push(p99);
    rates[phase].push(perSecond);
    if (phase === "changing") peaks.changing.push((await load(target, { seconds, callers })).perSecond);
    if (recording !== undefined) reached[phase].push(recording.reached());
    await recording?.pause();
  };

  try {
    for (let round = 0; round < rounds; round++) {
      await load(target, { seconds: 1, callers });
      const { perSecond: peak } = await load(target, { seconds, callers });
      peaks.quiet.push(peak);
      // Each round begins with the phase that was second in the previous round.
      for (let place = 0; place < phases.length; place++)
        await measure(phases[(round + place) % phases.length] ?? "quiet", peak / 2);
    }
  } finally {
    for (const each of Object.values(changes)) await each.stop();
  }
  const ratiosOf = (over: readonly number[], under: readonly number[]) =>
    spreadOf(over.map((value, round) => value / (under[round] ?? Number.NaN)));
  report.add({ name: "changes recorded", value: spreadOf(reached.changing), unit: "/s" });
  report.add({
    name: "changes recorded in the other database",
    value: spreadOf(reached.elsewhere),
    unit: "/s",
  });
  report.add({ name: "calls without changes", value: spreadOf(peaks.quiet), unit: "calls/s" });
  report.add({ name: "calls with changes", value: spreadOf(peaks.changing), unit: "calls/s" });
  report.add({
    name: "calls with changes, divided by calls without changes",
    value: ratiosOf(peaks.changing, peaks.quiet),
    unit: "times",
    target: { min: 0.5 },
  });
  for (const phase of phases) {
    const add = (what: string, values: readonly number[], unit: string): void =>
      report.add({ name: `${what} at half of peak load, ${labels[phase]}`, value: spreadOf(values), unit });
    add("p50", p50s[phase], "ms");
    add("p99", p99s[phase], "ms");
    add("processors in use by all programs", processors[phase], `of ${availableParallelism()}`);
    add("time in which a program waits for a processor", waiting[phase], "%");
    // Slow responses can reduce the rate below half of the peak, because each connection waits for a response before its next request.
    add("calls", rates[phase], "calls/s");
  }
  report.add({
    name: "p99 with changes, divided by p99 without changes, at half of peak load",
    value: ratiosOf(p99s.changing, p99s.quiet),
    unit: "times",
    target: { max: 1.3 },
  });
  report.add({
    name: "p99 with changes in another database, divided by p99 without changes",
    value: ratiosOf(p99s.elsewhere, p99s.quiet),
    unit: "times (due to the machine, not to the service)",
  });
  report.add({
    name: "p99 with changes, divided by p99 with changes in another database",
    value: ratiosOf(p99s.changing, p99s.elsewhere),
    unit: "times (due to the service)",
  });
};
