/**
 * `npm test`: every check and test. Two steps run in parallel, because a single step would leave a third of the processor time of a machine
 * with two cores unused. With three, a call of a page once waited longer than its limit of 5 s. Tests use PostgreSQL if TEST_DATABASE_URL is
 * set, and Redis if redis-server is on the PATH. `.ci/run` provides both.
 */
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import PQueue from "p-queue";
import { findChromium } from "@/e2e/find-chromium";
import { otherClocks, shiftedClock } from "@/e2e/testing/other-clocks";
import { skippedPythonChecks } from "@/e2e/testing/python";
import { createSeededDirs } from "@/e2e/testing/seed-once";

type Step = {
  readonly name: string;
  /** Precedes each line of the step's output. */
  readonly prefix: string;
  readonly command: readonly string[];
  /** Why the step cannot run here. */
  readonly skipReason?: string | undefined;
  /** Set if the step starts the built service. Each service starts on a copy of the seeded directory or of the one without rows. */
  readonly blackBox?: "seeded" | "empty";
  readonly env?: Readonly<Record<string, string>>;
};

const hasCommand = (command: string): boolean =>
  spawnSync("which", [command], { stdio: "ignore" }).status === 0;

const chromium = findChromium();
const noChromium = chromium === undefined ? "no Chromium was found and none could be installed" : undefined;
const steps: readonly Step[] = [
  { name: "production build", prefix: "build", command: ["npm", "run", "-s", "build"] },
  {
    name: "format, lint, types, layers, dead code",
    prefix: "check",
    command: ["npm", "run", "-s", "check"],
  },
  { name: "OpenAPI document", prefix: "openapi", command: ["npm", "run", "-s", "lint:openapi"] },
  { name: "unit and store tests", prefix: "unit", command: ["npx", "vitest", "run"] },
  {
    name: "black box: browser",
    prefix: "browser",
    command: ["npm", "run", "-s", "test:browser"],
    blackBox: "seeded",
    skipReason: noChromium,
  },
  {
    name: "black box: API and operation",
    prefix: "api",
    command: ["npx", "vitest", "run", "--config", "e2e/vitest.config.ts"],
    blackBox: "seeded",
  },
  // The prices in the seeded directory were recorded today. For a service with a shifted clock, they are not current. So these steps start
  // with a database without rows.
  ...otherClocks.map(({ name, time }, index) => ({
    name: `black box: browser with the clock set to ${name}`,
    prefix: "clock",
    command: ["npm", "run", "-s", "test:browser", "--", "--grep", "@clock"],
    blackBox: "empty" as const,
    skipReason: noChromium,
    env: { ...shiftedClock(time), BROWSER_OUTPUT: `../artifacts/browser-clock-${index + 1}` },
  })),
];

/** The tests that the steps skip on this machine, with the reason. */
const skippedChecks: readonly string[] = [
  ...(process.env.TEST_DATABASE_URL === undefined
    ? ["store tests on PostgreSQL: TEST_DATABASE_URL is not set"]
    : []),
  ...(hasCommand("redis-server")
    ? []
    : ["metering tests on Redis and on a simulated Upstash REST API: redis-server is not installed"]),
  ...skippedPythonChecks(),
];

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The end of each failed step's output: test runners print their failures last. */
const failures: { readonly name: string; readonly lines: readonly string[] }[] = [];
/** Some systems keep only the last 100 lines of a log. */
const MAX_LINES_PER_FAILURE = 80;

const run = (
  { name, command: [program = "", ...args], prefix }: Step,
  env: NodeJS.ProcessEnv,
): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
    const lines: string[] = [];
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        lines.push(line);
        if (lines.length > MAX_LINES_PER_FAILURE) lines.shift();
        print(`${prefix} | ${line}`);
      });
    child.once("error", () => resolve(false));
    child.once("close", (code) => {
      if (code !== 0) failures.push({ name, lines });
      resolve(code === 0);
    });
  });

type Result = { readonly name: string; readonly seconds: number; readonly passed: boolean };
/** The steps that have ended. */
const results: Result[] = [];
const skipped = [...skippedChecks];
const environment = { ...process.env, ...(chromium !== undefined && { CHROMIUM_PATH: chromium }) };

/** @returns true if the step passed. */
const perform = async (step: Step, env: Partial<NodeJS.ProcessEnv> = {}): Promise<boolean> => {
  const startedAt = Date.now();
  print(`== ${step.name}`);
  const passed = await run(step, { ...environment, ...env, ...step.env });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  results.push({ name: step.name, seconds, passed });
  print(`== ${passed ? "passed" : "FAILED"}: ${step.name} (${seconds} s)`);
  return passed;
};

const [build, ...others] = steps.filter(({ name, skipReason }) => {
  if (skipReason !== undefined) skipped.push(`${name}: ${skipReason}`);
  return skipReason === undefined;
});
const queue = new PQueue({ concurrency: 2 });
/** Undefined if the build or the service failed. */
const seeding = queue.add(async () => {
  const isBuilt = build !== undefined && (await perform(build));
  if (!isBuilt) return undefined;
  return createSeededDirs().catch((error: Error) => {
    // Each service then seeds its own directory, which takes longer.
    print(`the seeded directories could not be prepared: ${error.message}`);
    return undefined;
  });
});
await queue.addAll(
  others.map((step) => async () => {
    if (step.blackBox === undefined) return perform(step);
    const dirs = await seeding;
    if (dirs === undefined) return perform(step);
    const { emptyDir, seededDir } = dirs;
    return perform(step, {
      EMPTY_DIR: emptyDir,
      SEEDED_DIR: step.blackBox === "seeded" ? seededDir : emptyDir,
    });
  }),
);
await (await seeding)?.remove();

for (const { name, lines } of failures)
  print(`\n== last output of the failed step "${name}"\n${lines.join("\n")}`);
const failedCount = results.filter(({ passed }) => !passed).length;
const rows = results.toSorted((a, b) => b.seconds - a.seconds);
const nameWidth = Math.max(...rows.map(({ name }) => name.length));
print(`\n${"step".padEnd(nameWidth)}  seconds  result`);
for (const { name, seconds, passed } of rows)
  print(`${name.padEnd(nameWidth)}  ${`${seconds}`.padStart(7)}  ${passed ? "passed" : "FAILED"}`);
print(`${"all, two at a time".padEnd(nameWidth)}  ${`${Math.round(process.uptime())}`.padStart(7)}`);
print("");
for (const check of skipped) print(`skipped: ${check}`);
print(
  `steps: ${results.length - failedCount} passed, ${failedCount} failed; skipped steps and tests: ${skipped.length}`,
);
process.exitCode = failedCount === 0 ? 0 : 1;
