import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in ticks of 10 ms. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMicros = 10_000;

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );

const ownMicros = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMicros;
};

/** The processor time that a process and its child processes have used, in microseconds. NaN if /proc cannot be read. */
export const processorMicrosOf = (pid: number): number => {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + processorMicrosOf(child), ownMicros(pid));
  } catch {
    return Number.NaN;
  }
};
