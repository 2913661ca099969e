import { existsSync, renameSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { startEmbeddedDatabase } from "@/db/embedded";
import { embeddedPaths } from "@/db/embedded-paths";
import { accounts } from "@/db/schema";
import { swapDatabase } from "@/db/swap-database";
import { testDataDir } from "@/db/testing";
import { parseConfig } from "@/server/config";
import { addMeteredAccount } from "@/server/metering/testing/metered-account";
import { backUp } from "@/server/ops/backup/back-up";
import { restore } from "@/server/ops/backup/restore";

describe.skipIf(process.env.TEST_STORE === "postgres")("restoring an embedded database", () => {
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
  const countAccounts = () => withDatabase(async (db) => (await db.select().from(accounts)).length);

  /** A database with two accounts and a backup of it with one. */
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

  it("is made from a file that nobody else can read, and replaces none", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(backUp(config(), file)).rejects.toThrow("a backup replaces no file");
    expect(await readdir(folder)).toEqual(["backup"]);
  });

  it("leaves a database alone that is not to be replaced, is served, or would be replaced by a damaged backup", async () => {
    await expect(restore(config(), file, false)).rejects.toThrow("--force replaces it");
    await withDatabase(async () => {
      await expect(restore(config(), file, true)).rejects.toThrow("stop the server first");
    });
    const damaged = path.join(folder, "damaged");
    await copyFile(file, damaged);
    await writeFile(damaged, "x".repeat(100), { flag: "r+" });
    await expect(restore(config(), damaged, true)).rejects.toThrow("is no backup");
    expect(await countAccounts()).toBe(2);
    expect(existsSync(embeddedPaths(dataDir).restoring)).toBe(false);
  });

  it("puts the old database back at the next start where it was cut off before the new one was in its place", async () => {
    const { database, replaced } = embeddedPaths(dataDir);
    renameSync(database, replaced);
    expect(await countAccounts()).toBe(2);
  });

  it.each([
    "after the old database was moved away",
    "after the new secret was in its place",
    "after the new database was in its place",
  ])("is completed at the next start where it was cut off %s", async (cutOff) => {
    const { dataDir: dir, remove: removeDir } = await testDataDir();
    const paths = embeddedPaths(dir);
    const from = embeddedPaths(paths.restoring);
    await mkdir(paths.restoring);
    await writeFile(paths.authSecret, "old secret");
    await writeFile(from.authSecret, "restored secret");
    await cp(paths.database, from.database, { recursive: true });
    await writeFile(path.join(from.database, "restored"), "");
    renameSync(paths.database, paths.replaced);
    if (!cutOff.includes("old")) renameSync(from.authSecret, paths.authSecret);
    if (cutOff.includes("new database")) renameSync(from.database, paths.database);
    await (await startEmbeddedDatabase(dir)).close();
    expect(await readFile(paths.authSecret, "utf8")).toBe("restored secret");
    expect(existsSync(path.join(paths.database, "restored"))).toBe(true);
    expect((await readdir(dir)).sort()).toEqual(["auth-secret", "database", "lock"]);
    await removeDir();
  });

  it("leaves nothing behind that a start keeps where it was cut off before the swap", async () => {
    const { dataDir: dir, remove: removeDir } = await testDataDir();
    const { restoring, restoringSocket } = embeddedPaths(dir);
    await cp(embeddedPaths(dir).database, embeddedPaths(restoring).database, { recursive: true });
    await writeFile(restoringSocket, "");
    await (await startEmbeddedDatabase(dir)).close();
    expect((await readdir(dir)).sort()).toEqual(["database", "lock"]);
    await removeDir();
  });

  it("leaves database and secret as they were where the new database cannot be put in their place", async () => {
    const { dataDir: dir, remove: removeDir } = await testDataDir();
    const paths = embeddedPaths(dir);
    await mkdir(paths.restoring);
    await writeFile(paths.authSecret, "old secret");
    await writeFile(embeddedPaths(paths.restoring).authSecret, "restored secret");
    expect(() => swapDatabase(paths)).toThrow("ENOENT");
    expect(await readFile(paths.authSecret, "utf8")).toBe("old secret");
    expect(existsSync(path.join(paths.database, "PG_VERSION"))).toBe(true);
    expect(existsSync(paths.replaced)).toBe(false);
    await removeDir();
  });

  it("works in every data directory that a server can serve, however long its path is", async () => {
    const parent = await mkdtemp(path.join(tmpdir(), "oddskeeper-"));
    // The longest path that a socket may have, 103 bytes, without "/db.sock".
    const long = path.join(parent, "d".repeat(95 - parent.length - 1));
    await mkdir(long);
    await restore(parseConfig({ DATA_DIR: long }), file, false);
    await (await startEmbeddedDatabase(long)).close();
    expect((await readdir(long)).sort()).toEqual(["database", "lock"]);
    await rm(parent, { recursive: true });
  });

  it("replaces it by the backup when that is asked for", async () => {
    await restore(config(), file, true);
    expect(await countAccounts()).toBe(1);
    expect(existsSync(embeddedPaths(dataDir).replaced)).toBe(false);
  });
});
