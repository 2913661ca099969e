import { existsSync, renameSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { startEmbeddedDatabase } from "@/db/embedded";
import { embeddedPaths } from "@/db/embedded-paths";
import { accounts } from "@/db/schema/accounts";
import { testDataDir } from "@/db/testing";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { parseConfig } from "@/server/config";
import { backUp } from "@/server/ops/backup/back-up";
import { restore } from "@/server/ops/backup/restore";

// Each start of the embedded database takes seconds, so the tests start it as rarely as possible.
describe.skipIf(process.env.TEST_STORE === "postgres")("embedded database", () => {
  let folder: string;
  let file: string;
  let dataDir: string;
  let remove: () => Promise<void>;
  const config = () => parseConfig({ DATA_DIR: dataDir });
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const owner = await startEmbeddedDatabase(dataDir);
    const db = connectDatabase({ socketPath: owner.socketPath });
    try {
      return await work(db);
    } finally {
      await db.$client.end({ timeout: 2 });
      await owner.close();
    }
  };
  const countAccounts = async (db: Database): Promise<number> => (await db.select().from(accounts)).length;

  /** A database with two accounts, and a backup that was made when the database had one account. */
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-backup-"));
    file = path.join(folder, "backup");
    ({ dataDir, remove } = await testDataDir());
    await withDatabase(async (db) => {
      await addMeteredAccount(db);
      await backUp(config(), file);
      await addMeteredAccount(db);
    });
  });
  afterAll(async () => {
    await remove();
    await rm(folder, { recursive: true });
  });

  test("a backup is readable by its owner only and never replaces a file", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(backUp(config(), file)).rejects.toThrow("a backup never replaces a file");
    expect(await readdir(folder)).toEqual(["backup"]);
  });

  test("restore changes nothing if a database exists and --force is missing, or if the backup is damaged", async () => {
    await expect(restore(config(), file, false)).rejects.toThrow("--force replaces it");
    const damaged = path.join(folder, "damaged");
    await copyFile(file, damaged);
    await writeFile(damaged, "x".repeat(100), { flag: "r+" });
    await expect(restore(config(), damaged, true)).rejects.toThrow("is not a backup");
    await rm(damaged);
    expect(existsSync(embeddedPaths(dataDir).restoring)).toBe(false);
  });

  test("startup puts the old database back if a restore moved it away and no restored database exists, and a restore changes nothing while the server runs", async () => {
    const { database, replaced } = embeddedPaths(dataDir);
    renameSync(database, replaced);
    await withDatabase(async (db) => {
      const before = await countAccounts(db);
      expect(before).toBeGreaterThan(0);
      await expect(restore(config(), file, true)).rejects.toThrow("stop the server first");
      expect(await countAccounts(db)).toBe(before);
    });
  });

  test("startup completes a restore that was interrupted after the new secret was moved into place", async () => {
    const { dataDir: interrupted, remove: removeInterrupted } = await testDataDir();
    const paths = embeddedPaths(interrupted);
    const restored = embeddedPaths(paths.restoring);
    await mkdir(paths.restoring);
    await writeFile(paths.authSecret, "restored secret");
    await cp(paths.database, restored.database, { recursive: true });
    await writeFile(path.join(restored.database, "restored"), "");
    renameSync(paths.database, paths.replaced);
    await (await startEmbeddedDatabase(interrupted)).close();
    expect(existsSync(path.join(paths.database, "restored"))).toBe(true);
    expect((await readdir(interrupted)).sort()).toEqual(["auth-secret", "database", "lock", "owner"]);
    await removeInterrupted();
  });

  test("restore works in a data directory with the longest path that a server supports", async () => {
    const parent = await mkdtemp(path.join(tmpdir(), "oddskeeper-"));
    // A socket's path has at most 103 bytes, "/db.sock" included.
    const long = path.join(parent, "d".repeat(95 - parent.length - 1));
    await mkdir(long);
    await restore(parseConfig({ DATA_DIR: long }), file, false);
    expect((await readdir(long)).sort()).toEqual(["database", "lock", "owner"]);
    await rm(parent, { recursive: true });
  });

  test("restore --force replaces the database with the backup", async () => {
    await restore(config(), file, true);
    expect(await withDatabase(countAccounts)).toBe(1);
    expect(existsSync(embeddedPaths(dataDir).replaced)).toBe(false);
  });
});
