import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createReport, type Finding, type Notes, type Report } from "@/e2e/bench/report";

/** One line of the notes file: a figure, or why a figure is missing. The specs run in separate processes, which share the notes file. */
type Note =
  | { readonly finding: Finding; readonly unmeasured?: undefined }
  | { readonly finding?: undefined; readonly unmeasured: { readonly name: string; readonly reason: string } };

const notesFile = (): string | undefined => process.env.LONG_NOTES;

const append = (note: Note): void => {
  const file = notesFile();
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(note)}\n`);
};

/** Reads the notes that the specs have written so far. */
export const readNotes = (): Notes => {
  const file = notesFile();
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const notes = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Note);
  return {
    findings: notes.flatMap(({ finding }) => finding ?? []),
    unmeasured: notes.flatMap(({ unmeasured }) => unmeasured ?? []),
  };
};

export type LongReport = Pick<Report, "print" | "add" | "skip"> & {
  readonly figure: (name: string, value: number, unit: string) => void;
};

/** Prints progress and figures as they come, and keeps the figures for the table at the end of the run. */
export const longReport = (): LongReport => {
  const { print, add, skip } = createReport();
  const addNoted = (finding: Finding): void => {
    append({ finding });
    add(finding);
  };
  return {
    print,
    add: addNoted,
    skip: (name, reason) => {
      append({ unmeasured: { name, reason } });
      skip(name, reason);
    },
    figure: (name, value, unit) => addNoted({ name, value: { median: value, min: value, max: value }, unit }),
  };
};

/**
 * Records why a spec is skipped.
 * @param reasons the possible reasons; a reason that does not apply is undefined.
 * @returns the first reason that applies; undefined if the spec runs.
 */
export const skipReason = (name: string, ...reasons: readonly (string | undefined)[]): string | undefined => {
  const reason = reasons.find((given) => given !== undefined);
  if (reason !== undefined) append({ unmeasured: { name, reason } });
  return reason;
};
