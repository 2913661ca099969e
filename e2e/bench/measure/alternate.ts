import { setTimeout as delay } from "node:timers/promises";
import { type Load, load } from "@/e2e/bench/load/load";
import type { Target } from "@/e2e/bench/load/load-types";
import { processorMicrosOf } from "@/e2e/bench/processor-time";
import { type Spread, spreadOf } from "@/e2e/bench/statistics";

/** A server's process, and the request to send to the server. */
export type Side = { readonly target: Target; readonly pid: number };

export type Rounds = { readonly rounds: number; readonly seconds: number; readonly callers: number };

const warmSeconds = 2;
const idleCheckMs = 100;
/** The processor time that an idle server may use between two checks. */
const idleMicros = 10_000;
/** The wait is limited, because background work can keep a server busy. */
const maxIdleChecks = 100;

/**
 * Waits until a process is idle, for ten seconds at most. When the load generator ends, a server still handles up to `callers` requests. If
 * they take 4 ms each, they would share the processors with the next side for a quarter of a second.
 */
export const becomesIdle = async (pid: number): Promise<void> => {
  let before = processorMicrosOf(pid);
  for (let check = 0; check < maxIdleChecks; check++) {
    await delay(idleCheckMs);
    const after = processorMicrosOf(pid);
    if (!(after - before > idleMicros)) return;
    before = after;
  }
};

/**
 * Sends load to the sides in turn, so that other load on the machine affects all sides. Every second round reverses the order. A side gets
 * load once the side before it is idle.
 * @returns the figures of each round, by side.
 */
export const alternate = async <Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  { rounds, seconds, callers }: Rounds,
): Promise<Readonly<Record<Name, readonly Load[]>>> => {
  const named = Object.entries<Side>(sides).map(([name, side]) => ({ name, ...side, loads: [] as Load[] }));
  for (const { target, pid } of named) {
    await load(target, { seconds: warmSeconds, callers });
    await becomesIdle(pid);
  }
  for (let round = 0; round < rounds; round++)
    for (const { target, pid, loads } of round % 2 === 0 ? named : [...named].reverse()) {
      loads.push(await load(target, { seconds, callers, pid }));
      await becomesIdle(pid);
    }
  return Object.fromEntries(named.map(({ name, loads }) => [name, loads])) as Record<Name, Load[]>;
};

export type Rate = (load: Load) => number;
export const byRate: Rate = ({ perSecond }) => perSecond;
/** Calls per microsecond of processor time. */
export const byProcessorTime: Rate = ({ cpuMicros }) => 1 / cpuMicros;

/** The rate of `one` divided by the rate of `other`, calculated for each round. */
export const ratioOf = (one: readonly Load[], other: readonly Load[], rate: Rate): Spread =>
  spreadOf(one.map((load, round) => rate(load) / rate(other[round] ?? load)));
