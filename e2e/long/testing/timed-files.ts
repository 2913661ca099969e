import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { getOrInsert } from "@/server/domain/collections";

/** Code whose result may depend on the load of the machine or on the time of day. Modules and calls, as they stand in the source. */
const timedCode = new RegExp(
  [
    /"(?:node:)?(?:timers(?:\/promises)?|child_process|worker_threads|cluster|net|https?)"/,
    /\bset(?:Timeout|Interval|Immediate)\(/,
    /\bAbortSignal\.timeout\(/,
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bprocess\.hrtime\b/,
    /\buseFakeTimers\b|\bwaitFor\(|\bexpect\.poll\(/,
    /\bfetch\(|\.listen\(/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const importedName = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g;
const endings = ["", ".ts", ".tsx", ".mjs", ".mts", ".js"];

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

type Source = { readonly isTimed: boolean; readonly imports: readonly string[] };

/** Reads each source file of the project at `root` once. Paths are relative to `root`; packages are left out of `imports`. */
const createReadSource = (root: string) => {
  const sources = new Map<string, Source>();
  const resolve = (from: string, name: string): string | undefined => {
    const base = name.startsWith("@/")
      ? name.slice(2)
      : name.startsWith(".")
        ? path.join(path.dirname(from), name)
        : undefined;
    if (base === undefined) return undefined;
    return endings.map((ending) => base + ending).find((file) => isFile(path.join(root, file)));
  };
  const read = (file: string): Source => {
    const text = readFileSync(path.join(root, file), "utf8");
    const imports = [...text.matchAll(importedName)].flatMap(([, name = ""]) => resolve(file, name) ?? []);
    return { isTimed: timedCode.test(text), imports };
  };
  return (file: string): Source => {
    const known = getOrInsert(sources, file, () => read(file));
    return known;
  };
};

/**
 * Finds the test files that depend on time, processes or batches: each file of `tests` that uses a timer, a clock, another process, a
 * thread or a socket, itself or in any file that it imports directly or indirectly.
 * @param tests paths relative to `root`.
 */
export const findTimedFiles = (root: string, tests: readonly string[]): readonly string[] => {
  const readSource = createReadSource(root);
  return tests.filter((test) => {
    const seen = new Set([test]);
    for (const file of seen) {
      const { isTimed, imports } = readSource(file);
      if (isTimed) return true;
      for (const imported of imports) seen.add(imported);
    }
    return false;
  });
};

/** Paths of the files that git knows or that are new, relative to `root`. */
const listTests = (root: string, ...patterns: readonly string[]): readonly string[] =>
  execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...patterns],
    { cwd: root, encoding: "utf8" },
  )
    .split("\0")
    .filter((file) => file !== "" && isFile(path.join(root, file)));

/** The test files that depend on time, by the test runner that runs them. */
export type TimedSuites = {
  readonly units: readonly string[];
  readonly blackBox: readonly string[];
  readonly browser: readonly string[];
};

/**
 * Finds all timed test files of the project at `root`, without the long specs. Every black-box and browser spec is timed, because its
 * service runs in another process.
 */
export const findTimedSuites = (root: string): TimedSuites => ({
  units: findTimedFiles(root, listTests(root, "*.test.ts")),
  blackBox: listTests(root, ":(glob)e2e/*.spec.ts"),
  browser: listTests(root, ":(glob)e2e/browser/*.spec.ts"),
});
