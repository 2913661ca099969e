import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "@/e2e/testing/browser";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";

const run = promisify(execFile);

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let browser: Browser;
let page: Page;
let folder: string;
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(`${service.url}/docs`);
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-quickstart-"));
  // Where a reader would have run npm install.
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await directory.remove();
  await rm(folder, { recursive: true, force: true });
});

const printed = async (label: string): Promise<string> =>
  (await page.getByRole("figure", { name: label, exact: true }).locator("pre").textContent()) ?? "";

const inFolder = () => ({ cwd: folder, env: { ...process.env, ODDSKEEPER_KEY: service.demoKey() } });
const shell = (command: string) => run("sh", ["-c", command], inFolder());

test("the curl calls answer as printed: fixtures for nothing, prices for one request", async () => {
  const fixtures = JSON.parse(
    (await shell(await printed("Free: fixtures of one league"))).stdout,
  ) as unknown[];
  expect(fixtures.length).toBeGreaterThan(0);
  const { stdout } = await shell(await printed("One request: one fixture's prices"));
  expect(stdout).toMatch(/^HTTP\/1\.1 200/);
  expect(stdout).toMatch(/x-requests-last: 1\b/i);
  expect(stdout).toContain('"bookmakers":[{');
});

test("the TypeScript example, with types from the running server's document, compiles under strict and runs", async () => {
  const [, types = ""] = (await printed("Install the client and make the types")).split("\n");
  await shell(types);
  await writeFile(path.join(folder, "best-price.ts"), await printed("best-price.ts"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  const options = [
    "--strict",
    "--noUncheckedIndexedAccess",
    "--noEmit",
    "--target",
    "es2022",
    "--module",
    "nodenext",
  ];
  await shell(`npx tsc ${options.join(" ")} --skipLibCheck --types node best-price.ts`);
  const { stdout } = await shell("npx tsx best-price.ts");
  expect(stdout).toMatch(/^.+: [\d.]+ at .+$/m);
  expect(stdout).toMatch(/^\d+ requests left$/m);
});

test.skipIf(spawnSync("python3", ["--version"]).status !== 0)(
  "the Python example runs as printed",
  async () => {
    await writeFile(path.join(folder, "best_price.py"), await printed("best_price.py"));
    const { stdout } = await run("python3", ["best_price.py"], inFolder());
    expect(stdout).toMatch(/^.+: [\d.]+ at .+$/m);
    expect(stdout).toMatch(/^\d+ requests left$/m);
  },
);
