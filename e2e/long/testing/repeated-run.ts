import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { TimedSuites } from "@/e2e/long/testing/timed-files";
import { inherited } from "@/e2e/testing/start-service";

export type SuiteName = keyof TimedSuites;

export type Failure = {
  readonly file: string;
  /** The test's name. Empty if the file failed outside its tests. */
  readonly test: string;
  readonly message: string;
};

export type RunResult = {
  /** Each file as often as it ran: a database test once per store, a browser spec once. */
  readonly files: readonly string[];
  readonly failures: readonly Failure[];
};

/** Shuffles by a seed, so that a run can be repeated. */
export const shuffle = <T>(items: readonly T[], seed: number): readonly T[] => {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
};

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

const relative = (file: string): string => path.relative(process.cwd(), path.resolve(file));

const readVitest = ({ testResults }: VitestReport): RunResult => ({
  files: testResults.map(({ name }) => relative(name)),
  failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ file: relative(name), test: "", message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      file: relative(name),
      test: fullName,
      message: failureMessages.join("\n"),
    }));
  }),
});

type PlaywrightSuite = {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly projectName: string;
      readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
    }[];
  }[];
};
type PlaywrightReport = {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors?: readonly { readonly message?: string }[];
};

const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite["specs"]> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

const readPlaywright = ({ suites, errors = [] }: PlaywrightReport): RunResult => {
  const specs = suites.flatMap(specsOf);
  const fileOf = (file: string) => `e2e/browser/${path.basename(file)}`;
  return {
    files: [...new Set(specs.map(({ file }) => fileOf(file)))],
    failures: [
      ...specs
        .filter(({ ok }) => !ok)
        .map(({ title, file, tests }) => ({
          file: fileOf(file),
          test: `${title} (${tests[0]?.projectName ?? ""})`,
          message: tests
            .flatMap(({ results }) => results.flatMap(({ errors: thrown = [] }) => thrown))
            .map(({ message = "" }) => message)
            .join("\n"),
        })),
      ...errors.map(({ message = "" }) => ({ file: "(outside the files)", test: "", message })),
    ],
  };
};

type Plan = {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly read: (report: string) => RunResult;
};

const vitest = (files: readonly string[], seed: number, json: string, ...more: readonly string[]): Plan => ({
  command: [
    ...["npx", "vitest", "run", ...more, "--sequence.shuffle.files", "--sequence.shuffle.tests"],
    ...[`--sequence.seed=${seed}`, "--reporter=default", "--reporter=json", `--outputFile.json=${json}`],
    ...files,
  ],
  read: (report) => readVitest(JSON.parse(report) as VitestReport),
});

const plans: Readonly<
  Record<SuiteName, (files: readonly string[], seed: number, json: string, artifacts: string) => Plan>
> = {
  units: (files, seed, json) => vitest(files, seed, json),
  blackBox: (files, seed, json) => vitest(files, seed, json, "--config", "e2e/vitest.config.ts"),
  browser: (files, seed, json, artifacts) => ({
    command: [
      ...["npx", "playwright", "test", "--config", "e2e/long/testing/shuffled-playwright.config.ts"],
      "--reporter=list,json",
    ],
    env: {
      BROWSER_FILES: shuffle(files, seed).join(","),
      BROWSER_OUTPUT: artifacts,
      PLAYWRIGHT_JSON_OUTPUT_NAME: json,
    },
    read: (report) => readPlaywright(JSON.parse(report) as PlaywrightReport),
  }),
};

/**
 * Runs test files once in shuffled order with their test runner, and passes each line of its output to `print`.
 * @param artifacts the folder for the traces of failed browser tests.
 */
export const runOnce = async (
  suite: SuiteName,
  files: readonly string[],
  options: { readonly seed: number; readonly artifacts: string; readonly print: (line: string) => void },
): Promise<RunResult> => {
  mkdirSync(options.artifacts, { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), "oddskeeper-repeat-"));
  const json = path.join(folder, "report.json");
  try {
    const { command, env, read } = plans[suite](files, options.seed, json, options.artifacts);
    const [program = "", ...args] = command;
    const child = spawn(program, args, {
      env: { ...inherited(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let last = "";
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        if (line.trim() !== "") last = line;
        options.print(line);
      });
    const [code, signal] = await once(child, "close");
    const outside = {
      file: `(${suite}, outside the files)`,
      test: "",
      message: `${signal ?? code}: ${last}`,
    };
    if (!existsSync(json)) return { files: [], failures: [outside] };
    const result = read(readFileSync(json, "utf8"));
    // A run without a failed test also fails on an error that no test awaited.
    return code !== 0 && result.failures.length === 0 ? { ...result, failures: [outside] } : result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
