import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Spread } from "@/e2e/bench/statistics";

export type Finding = {
  readonly name: string;
  readonly value: Spread;
  readonly unit: string;
  /** The promised value, if there is one. */
  readonly target?: { readonly min: number } | { readonly max: number };
};

/** A figure as text, with at most two decimals. */
export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);

const spreadText = ({ median, min, max }: Spread): string =>
  min === max ? digits(median) : `${digits(median)} (${digits(min)} to ${digits(max)})`;

const meets = ({ value, target }: Finding): string => {
  if (target === undefined) return "";
  if ("min" in target)
    return `${value.median >= target.min ? "met" : "MISSED"}: at least ${Number(digits(target.min))}`;
  return `${value.median <= target.max ? "met" : "MISSED"}: at most ${Number(digits(target.max))}`;
};

/** Prints rows in columns of equal width. */
export const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`);
};

export type Notes = {
  readonly findings: readonly Finding[];
  readonly unmeasured: readonly { readonly name: string; readonly reason: string }[];
};

/** Prints the findings as a table, then the unmeasured parts. */
export const printFindings = ({ findings, unmeasured }: Notes): void => {
  process.stdout.write("\n");
  printTable([
    ["what", "median (min to max)", "unit", "target"],
    ...findings.map((finding) => [finding.name, spreadText(finding.value), finding.unit, meets(finding)]),
  ]);
  for (const { name, reason } of unmeasured) process.stdout.write(`not measured: ${name} (${reason})\n`);
};

export type Report = {
  readonly print: (line: string) => void;
  /** Prints a warning about all figures now, and again after the final table. */
  readonly warn: (warning: string) => void;
  readonly add: (finding: Finding) => void;
  readonly skip: (name: string, reason: string) => void;
  /** Prints all findings and warnings, and writes them and `about` to `file` as JSON. */
  readonly finish: (file: string, about: Readonly<Record<string, unknown>>) => void;
};

export const createReport = (): Report => {
  const findings: Finding[] = [];
  const unmeasured: { name: string; reason: string }[] = [];
  const warnings: string[] = [];
  const print = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  return {
    print,
    warn: (warning) => {
      warnings.push(warning);
      print(`WARNING: ${warning}`);
    },
    add: (finding) => {
      findings.push(finding);
      print(`  ${finding.name}: ${spreadText(finding.value)} ${finding.unit}`);
    },
    skip: (name, reason) => {
      unmeasured.push({ name, reason });
      print(`  not measured: ${name} (${reason})`);
    },
    finish: (file, about) => {
      printFindings({ findings, unmeasured });
      for (const warning of warnings) print(`WARNING: ${warning}`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify({ about, warnings, findings, unmeasured }, null, 2)}\n`);
      print(`written to ${file}`);
    },
  };
};
