import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Spread } from "@/e2e/bench/statistics";

export type Finding = {
  readonly what: string;
  readonly value: Spread;
  readonly unit: string;
  /** What it should be, where something was promised. */
  readonly target?: { readonly least: number } | { readonly most: number };
};

const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);

const spreadText = ({ median, least, most }: Spread): string =>
  least === most ? digits(median) : `${digits(median)} (${digits(least)} to ${digits(most)})`;

const meets = ({ value, target }: Finding): string => {
  if (target === undefined) return "";
  if ("least" in target)
    return `${value.median >= target.least ? "met" : "MISSED"}: at least ${target.least}`;
  return `${value.median <= target.most ? "met" : "MISSED"}: at most ${target.most}`;
};

const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`);
};

export type Notes = {
  readonly findings: readonly Finding[];
  readonly unmeasured: readonly { readonly what: string; readonly why: string }[];
};

/** Prints all findings as one table, then what was not measured and why. */
export const printFindings = ({ findings, unmeasured }: Notes): void => {
  process.stdout.write("\n");
  printTable([
    ["what", "median (least to most)", "unit", "target"],
    ...findings.map((finding) => [finding.what, spreadText(finding.value), finding.unit, meets(finding)]),
  ]);
  for (const { what, why } of unmeasured) process.stdout.write(`not measured: ${what} (${why})\n`);
};

export type Report = {
  readonly say: (line: string) => void;
  readonly add: (finding: Finding) => void;
  readonly cannot: (what: string, why: string) => void;
  /** Prints the findings and writes all of them to `file`. */
  readonly finish: (file: string, about: Readonly<Record<string, unknown>>) => void;
};

export const createReport = (): Report => {
  const findings: Finding[] = [];
  const unmeasured: { what: string; why: string }[] = [];
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  return {
    say,
    add: (finding) => {
      findings.push(finding);
      say(`  ${finding.what}: ${spreadText(finding.value)} ${finding.unit}`);
    },
    cannot: (what, why) => {
      unmeasured.push({ what, why });
      say(`  not measured: ${what} (${why})`);
    },
    finish: (file, about) => {
      printFindings({ findings, unmeasured });
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify({ about, findings, unmeasured }, null, 2)}\n`);
      say(`written to ${file}`);
    },
  };
};
