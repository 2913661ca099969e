import { readFileSync } from "node:fs";

/** Linux counts the machine's processor time in ticks of 10 ms. https://man7.org/linux/man-pages/man5/proc_stat.5.html */
const tickSeconds = 0.01;

/** The columns of `/proc/stat` in which a processor is not idle: user, nice, system, irq, softirq. */
const busyColumns = [1, 2, 3, 6, 7];

const readOrEmpty = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/** Seconds since the machine started. NaN if the kernel does not count them. */
export type MachineTime = {
  /** When the figures were read (seconds of `performance.now`). */
  readonly readAt: number;
  /** Processor time of all programs. */
  readonly busy: number;
  /** The time in which at least one program was ready to run but waited for a processor. https://docs.kernel.org/accounting/psi.html */
  readonly contended: number;
};

export const readMachineTime = (): MachineTime => {
  const columns = readOrEmpty("/proc/stat").split("\n")[0]?.split(/ +/) ?? [];
  const micros = /^some .*total=(\d+)/.exec(readOrEmpty("/proc/pressure/cpu"))?.[1];
  return {
    readAt: performance.now() / 1_000,
    busy: busyColumns.reduce((sum, column) => sum + Number(columns[column]), 0) * tickSeconds,
    contended: Number(micros ?? Number.NaN) / 1e6,
  };
};

/** @returns the processors in use on average since `before`, and the percentage of time in which a program waited for a processor. */
export const machineUseSince = (
  before: MachineTime,
): { readonly processors: number; readonly waitingPercent: number } => {
  const now = readMachineTime();
  const seconds = now.readAt - before.readAt;
  return {
    processors: (now.busy - before.busy) / seconds,
    waitingPercent: (100 * (now.contended - before.contended)) / seconds,
  };
};
