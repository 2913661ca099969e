import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import { test as base, expect } from "@/e2e/browser/testing/test";

const run = promisify(execFile);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

type Reader = {
  /** An example of the quickstart, as its page prints it. */
  readonly example: (label: string) => Promise<string>;
  readonly folder: string;
  /** Runs a command line in the reader's folder, with a key in ODDSKEEPER_KEY. */
  readonly shell: (command: string) => Promise<{ readonly stdout: string }>;
};

const exampleOn = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole("figure", { name: label, exact: true }).locator("pre").textContent()) ?? "";

const test = base.extend<{ readonly reader: Reader }>({
  reader: async ({ page, service }, use) => {
    await page.goto("/docs");
    const folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-quickstart-"));
    // In place of `npm install`.
    await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
    const options = { cwd: folder, env: { ...process.env, ODDSKEEPER_KEY: service.key } };
    await use({
      example: (label) => exampleOn(page, label),
      folder,
      shell: (command) => run("sh", ["-c", command], options),
    });
    await rm(folder, { recursive: true, force: true });
  },
});

const expectBestPrice = (stdout: string): void => {
  expect(stdout).toMatch(/^.+: [\d.]+ at .+$/m);
  expect(stdout).toMatch(/^\d+ requests left$/m);
};

test("A reader copies the quickstart's curl calls: fixtures are free, and prices cost one request", async ({
  reader: { example, shell },
}) => {
  const { stdout: fixtures } = await shell(await example("Free: fixtures of one league"));
  expect((JSON.parse(fixtures) as unknown[]).length).toBeGreaterThan(0);
  const { stdout } = await shell(await example("One request: one fixture's prices"));
  expect(stdout).toMatch(/^HTTP\/1\.1 200/);
  expect(stdout).toMatch(/x-requests-last: 1\b/i);
  expect(stdout).toContain('"bookmakers":[{');
});

test("A reader generates types from the running service, and the TypeScript example compiles under strict and runs", async ({
  reader: { example, folder, shell },
}) => {
  const [, types = ""] = (await example("Install the client and generate types")).split("\n");
  await shell(types);
  await writeFile(path.join(folder, "best-price.ts"), await example("best-price.ts"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  const strict = "--strict --noUncheckedIndexedAccess --skipLibCheck --types node";
  const target = "--noEmit --target es2022 --module nodenext";
  await shell(`node_modules/.bin/tsc ${strict} ${target} best-price.ts`);
  expectBestPrice((await shell("node_modules/.bin/tsx best-price.ts")).stdout);
});

test("A reader runs the Python example as printed", async ({ reader: { example, folder, shell } }) => {
  test.skip(!hasPython, "python3 is not installed");
  await writeFile(path.join(folder, "best_price.py"), await example("best_price.py"));
  expectBestPrice((await shell("python3 best_price.py")).stdout);
});
