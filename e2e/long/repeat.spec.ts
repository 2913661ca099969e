import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { printTable } from "@/e2e/bench/report";
import { findChromium } from "@/e2e/find-chromium";
import { startHeavyLoad } from "@/e2e/long/testing/heavy-load";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { type Failure, runOnce, type SuiteName } from "@/e2e/long/testing/repeated-run";
import { findTimedSuites } from "@/e2e/long/testing/timed-files";

/**
 * Searches for tests that fail by chance. Runs the test files that depend on time, processes or batches again and again in shuffled order,
 * every second time beside a load on all cores. Options: REPEAT_RUNS (10 by default), REPEAT_FILES (parts of paths, separated by commas),
 * REPEAT_SEED (of the first run; each later run adds 1), REPEAT_LOAD=other (another program, such as a second
 * search, loads the machine in every run).
 */

const runs = Number(process.env.REPEAT_RUNS ?? 10);
const firstSeed = Number(process.env.REPEAT_SEED ?? randomInt(1_000_000));
const loadIsOther = process.env.REPEAT_LOAD === "other";
const chosen = (process.env.REPEAT_FILES ?? "").split(",").filter(Boolean);
const artifacts = path.resolve("artifacts/repeat");

const report = longReport();

type Attempt = {
  readonly suite: SuiteName;
  readonly run: number;
  readonly seed: number;
  readonly besideLoad: boolean;
  readonly seconds: number;
  readonly files: readonly string[];
  readonly failures: readonly Failure[];
};
const attempts: Attempt[] = [];

type Row = {
  readonly file: string;
  readonly runs: number;
  readonly runsBesideLoad: number;
  readonly failures: number;
  readonly failuresBesideLoad: number;
};

/** One row per file, the files with most failures first. */
const rowsOf = (): readonly Row[] => {
  const files = new Set(
    attempts.flatMap(({ files: ran, failures }) => [...ran, ...failures.map(({ file }) => file)]),
  );
  return [...files]
    .map((file) => {
      const ran = attempts.filter(({ files: all }) => all.includes(file));
      const failed = attempts.filter(({ failures }) => failures.some((failure) => failure.file === file));
      const besideLoad = (among: readonly Attempt[]) => among.filter((attempt) => attempt.besideLoad).length;
      return {
        file,
        runs: ran.length,
        runsBesideLoad: besideLoad(ran),
        failures: failed.length,
        failuresBesideLoad: besideLoad(failed),
      };
    })
    .sort((a, b) => b.failures - a.failures || a.file.localeCompare(b.file));
};

/** Writes after every run, so that an interrupted search leaves its results. */
const save = (): void => {
  mkdirSync("artifacts", { recursive: true });
  const shown = attempts.map(({ files: _, ...attempt }) => attempt);
  const about = { runs, firstSeed, chosen };
  writeFileSync(
    "artifacts/repeat.json",
    `${JSON.stringify({ about, files: rowsOf(), attempts: shown }, null, 2)}\n`,
  );
};

afterAll(() => {
  const rows = rowsOf();
  const head = ["file", "runs", "beside load", "failures", "beside load"];
  printTable([
    head,
    ...rows.map((row) => [
      row.file,
      ...[row.runs, row.runsBesideLoad, row.failures, row.failuresBesideLoad].map(String),
    ]),
  ]);
  report.figure("files that depend on time, repeated", rows.length, "");
  report.figure(
    "files that failed by chance",
    rows.filter(({ failures }) => failures > 0).length,
    `in ${runs} runs`,
  );
  report.print("written to artifacts/repeat.json");
});

const suites = findTimedSuites(process.cwd());
const missing: Readonly<Record<SuiteName, string | undefined>> = {
  units: undefined,
  blackBox: undefined,
  browser: findChromium() === undefined ? "no Chromium was found" : undefined,
};
const names: readonly SuiteName[] = ["units", "blackBox", "browser"];
const planned = names.map((suite) => ({
  suite,
  files: suites[suite].filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part))),
}));

describe.each(Array.from({ length: runs }, (_, index) => index + 1))("run %i", (run) => {
  const besideLoad = loadIsOther || run % 2 === 0;
  const seed = firstSeed + run - 1;

  test.each(planned.filter(({ files }) => files.length > 0))(
    `In shuffled order (seed ${seed})${besideLoad ? ", beside a load on all cores" : ""}, no test of the suite $suite fails`,
    async ({ suite, files }) => {
      if (skipReason(`repeat, ${suite}`, missing[suite]) !== undefined) return;
      const prefix = `${run}/${runs} ${suite}${besideLoad ? " beside load" : ""}`;
      report.print(`== ${prefix}: ${files.length} files, seed ${seed}`);
      const startedAt = performance.now();
      const stopLoad = besideLoad && !loadIsOther ? startHeavyLoad() : async () => undefined;
      const result = await runOnce(suite, files, {
        seed,
        artifacts: path.join(artifacts, `${suite}-${run}`),
        print: (line) => report.print(`${prefix} | ${line}`),
      }).finally(stopLoad);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      attempts.push({ suite, run, seed, besideLoad, seconds, ...result });
      save();
      report.print(`== ${prefix}: ${result.failures.length} failures in ${seconds} s`);
      expect(result.failures).toEqual([]);
      // A file that no longer runs would otherwise never fail.
      expect([...new Set(result.files)].sort()).toEqual([...files].sort());
    },
  );
});

test("The search repeats at least one file", () => {
  expect(planned.flatMap(({ files }) => files)).not.toEqual([]);
});
