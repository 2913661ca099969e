import { readFileSync } from "node:fs";

/** Resident memory of a process in MB (10^6 bytes). Undefined if `/proc` does not have the process. */
export const residentMegabytes = (pid: number): number | undefined => {
  try {
    // The unit that /proc calls kB is 1,024 bytes.
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line === null ? undefined : (Number(line[1]) * 1_024) / 1e6;
  } catch {
    return undefined;
  }
};
