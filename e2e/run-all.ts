/**
 * `npm test`: every check and test, one after the other. A step that cannot run here is printed as skipped, with the reason; the last
 * line counts. Real stores are used where they are: TEST_DATABASE_URL names a PostgreSQL of this machine, redis-server is found on
 * the PATH. `.ci/run` provides both.
 */
import { spawn, spawnSync } from "node:child_process";
import { findChromium } from "@/e2e/find-chromium";

type Step = {
  readonly name: string;
  readonly command: readonly string[];
  readonly skip?: string | undefined;
};

const hasCommand = (command: string): boolean =>
  spawnSync("which", [command], { stdio: "ignore" }).status === 0;

const chromium = findChromium();
const steps: readonly Step[] = [
  { name: "format, lint, types, layers, dead code", command: ["npm", "run", "-s", "check"] },
  { name: "OpenAPI document", command: ["npm", "run", "-s", "lint:openapi"] },
  { name: "unit and store tests", command: ["npx", "vitest", "run"] },
  {
    name: "suite on PostgreSQL",
    command: [],
    skip: process.env.TEST_DATABASE_URL === undefined ? "TEST_DATABASE_URL is not set" : undefined,
  },
  {
    name: "suite on Redis",
    command: [],
    skip: hasCommand("redis-server") ? undefined : "redis-server is not installed",
  },
  { name: "production build", command: ["npm", "run", "-s", "build"] },
  {
    name: "black box: API conformance and browser",
    command: ["npx", "vitest", "run", "--config", "e2e/vitest.config.ts"],
    skip: chromium === undefined ? "no Chromium was found and none could be installed" : undefined,
  },
];

const run = ([program = "", ...args]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...(chromium !== undefined && { CHROMIUM_PATH: chromium }) };
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], env });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const step of steps) {
  if (step.skip !== undefined) {
    counts.skipped += 1;
    say(`\nskipped: ${step.name} (${step.skip})`);
    continue;
  }
  // The stores' suites run inside the unit and store tests; here they are only named when they did not.
  if (step.command.length === 0) continue;
  say(`\n== ${step.name}`);
  const startedAt = Date.now();
  const passed = await run(step.command);
  counts[passed ? "passed" : "failed"] += 1;
  say(`${passed ? "passed" : "FAILED"}: ${step.name} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
}
say(`\nsteps: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;
