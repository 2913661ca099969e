import { readFileSync } from "node:fs";

/** Resident memory of a process in MB (2^20 bytes). Undefined if `/proc` does not have the process. */
export const residentMegabytes = (pid: number): number | undefined => {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line === null ? undefined : Number(line[1]) / 1024;
  } catch {
    return undefined;
  }
};
