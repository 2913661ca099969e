/**
 * `npm test`: every check and test, one after the other. A step that cannot run here is printed as skipped, with the reason; the last
 * line counts. Real stores are used where they are: TEST_DATABASE_URL names a PostgreSQL of this machine, redis-server is found on
 * the PATH. `.ci/run` provides both.
 */
import { spawn, spawnSync } from "node:child_process";
import { findChromium } from "@/e2e/find-chromium";

type Step = { readonly name: string; readonly command: readonly string[] };

const hasCommand = (command: string): boolean =>
  spawnSync("which", [command], { stdio: "ignore" }).status === 0;

const chromium = findChromium();
const steps: readonly Step[] = [
  { name: "format, lint, types, layers, dead code", command: ["npm", "run", "-s", "check"] },
  { name: "OpenAPI document", command: ["npm", "run", "-s", "lint:openapi"] },
  { name: "unit and store tests", command: ["npx", "vitest", "run"] },
  { name: "production build", command: ["npm", "run", "-s", "build"] },
  ...(chromium === undefined
    ? []
    : [
        {
          name: "black box: API conformance and browser",
          command: ["npx", "vitest", "run", "--config", "e2e/vitest.config.ts"],
        },
      ]),
];

/** What does not run on this machine, and why. */
const skipped: readonly string[] = [
  ...(process.env.TEST_DATABASE_URL === undefined
    ? ["store tests on PostgreSQL: TEST_DATABASE_URL is not set"]
    : []),
  ...(hasCommand("redis-server")
    ? []
    : ["metering tests on Redis and over REST: redis-server is not installed"]),
  ...(chromium === undefined ? ["black-box tests: no Chromium was found and none could be installed"] : []),
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

const counts = { passed: 0, failed: 0 };
for (const { name, command } of steps) {
  say(`\n== ${name}`);
  const startedAt = Date.now();
  const passed = await run(command);
  counts[passed ? "passed" : "failed"] += 1;
  say(`${passed ? "passed" : "FAILED"}: ${name} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
}
say("");
for (const what of skipped) say(`skipped: ${what}`);
say(`steps: ${counts.passed} passed, ${counts.failed} failed, ${skipped.length} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;
