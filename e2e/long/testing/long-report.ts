import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createReport, type Finding, type Notes, type Report } from "@/e2e/bench/report";

/** One line of the file in which the specs, each a process of its own, leave what the table at the end shows. */
type Note =
  | { readonly finding: Finding; readonly unmeasured?: undefined }
  | { readonly finding?: undefined; readonly unmeasured: { readonly what: string; readonly why: string } };

const notesFile = (): string | undefined => process.env.LONG_NOTES;

const append = (note: Note): void => {
  const file = notesFile();
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(note)}\n`);
};

/** What the specs have noted so far. */
export const readNotes = (): Notes => {
  const file = notesFile();
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const notes = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Note);
  return {
    findings: notes.flatMap(({ finding }) => finding ?? []),
    unmeasured: notes.flatMap(({ unmeasured }) => unmeasured ?? []),
  };
};

export type LongReport = Pick<Report, "say" | "add" | "cannot"> & {
  /** Notes one figure. */
  readonly figure: (what: string, value: number, unit: string) => void;
};

/** Prints progress and figures as they come, and keeps the figures for the table at the end of the run. */
export const longReport = (): LongReport => {
  const { say, add, cannot } = createReport();
  const addNoted = (finding: Finding): void => {
    append({ finding });
    add(finding);
  };
  return {
    say,
    add: addNoted,
    cannot: (what, why) => {
      append({ unmeasured: { what, why } });
      cannot(what, why);
    },
    figure: (what, value, unit) =>
      addNoted({ what, value: { median: value, least: value, most: value }, unit }),
  };
};

/**
 * Says why a spec is skipped, where it is.
 * @param reasons in order; the first that is given counts.
 */
export const skipReason = (what: string, ...reasons: readonly (string | undefined)[]): string | undefined => {
  const why = reasons.find((reason) => reason !== undefined);
  if (why !== undefined) append({ unmeasured: { what, why } });
  return why;
};
