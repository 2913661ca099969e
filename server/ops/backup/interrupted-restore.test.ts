import { existsSync, renameSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedPaths } from "@/db/embedded-paths";
import { completeSwap, swapDatabase } from "@/db/swap-database";

let dataDir: string;
let paths: ReturnType<typeof embeddedPaths>;
let restored: ReturnType<typeof embeddedPaths>;

const readOrigin = (): Promise<string> => readFile(path.join(paths.database, "origin"), "utf8");

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-swap-"));
  paths = embeddedPaths(dataDir);
  restored = embeddedPaths(paths.restoring);
  await mkdir(paths.database);
  await writeFile(path.join(paths.database, "origin"), "old");
  await writeFile(paths.authSecret, "old secret");
});
afterEach(() => rm(dataDir, { recursive: true }));

const prepareRestored = async (): Promise<void> => {
  await mkdir(restored.database, { recursive: true });
  await writeFile(path.join(restored.database, "origin"), "backup");
  await writeFile(restored.authSecret, "restored secret");
};

test.each([
  "the old database was moved away",
  "the new secret was moved into place",
  "the new database was moved into place",
])("the next startup completes a restore that was interrupted after %s", async (interruption) => {
  await prepareRestored();
  renameSync(paths.database, paths.replaced);
  if (!interruption.includes("old")) renameSync(restored.authSecret, paths.authSecret);
  if (interruption.includes("new database")) renameSync(restored.database, paths.database);
  completeSwap(paths);
  expect(await readFile(paths.authSecret, "utf8")).toBe("restored secret");
  expect(await readOrigin()).toBe("backup");
  expect((await readdir(dataDir)).sort()).toEqual(["auth-secret", "database"]);
});

test("the next startup discards a restore that was interrupted before the swap", async () => {
  await prepareRestored();
  await writeFile(paths.restoringSocket, "");
  completeSwap(paths);
  expect(await readOrigin()).toBe("old");
  expect(await readFile(paths.authSecret, "utf8")).toBe("old secret");
  expect((await readdir(dataDir)).sort()).toEqual(["auth-secret", "database"]);
});

test("a failed swap leaves the old database and secret in place", async () => {
  await mkdir(paths.restoring);
  await writeFile(restored.authSecret, "restored secret");
  expect(() => swapDatabase(paths)).toThrow("ENOENT");
  expect(await readFile(paths.authSecret, "utf8")).toBe("old secret");
  expect(await readOrigin()).toBe("old");
  expect(existsSync(paths.replaced)).toBe(false);
});
