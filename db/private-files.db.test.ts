import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connectDatabase } from "@/db/connect";
import { startEmbeddedDatabase } from "@/db/embedded";
import { testDataDir } from "@/db/testing";
import { vacuum } from "@/db/vacuum";

type Entry = { readonly name: string; readonly mode: string };

const entries = (folder: string): Entry[] =>
  [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  ].map((name) => {
    const stat = lstatSync(name);
    return { name, mode: `${stat.isDirectory() ? "folder" : "file"} ${(stat.mode & 0o777).toString(8)}` };
  });

const openToOthers = (folder: string): Entry[] =>
  entries(folder).filter(({ mode }) => mode !== "file 600" && mode !== "folder 700");

/** Runs a database that creates and grows files, and checks the mode of every file in the folder. */
const expectPrivate = async (dataDir: string): Promise<void> => {
  const owner = await startEmbeddedDatabase(dataDir);
  const db = connectDatabase({ socketPath: owner.socketPath });
  try {
    expect(openToOthers(dataDir)).toEqual([]);
    const before = new Set(entries(dataDir).map(({ name }) => name));
    await db.execute(
      sql`create table grown as select n, repeat('x', 500) as text from generate_series(1, 20000) n`,
    );
    await db.execute(sql`create index on grown (n)`);
    await vacuum(db);
    await db.execute(sql`checkpoint`);
    expect(entries(dataDir).some(({ name }) => !before.has(name))).toBe(true);
    expect(openToOthers(dataDir)).toEqual([]);
  } finally {
    await db.$client.end({ timeout: 2 });
    await owner.close();
  }
  expect(openToOthers(dataDir)).toEqual([]);
};

describe.skipIf(process.env.TEST_STORE === "postgres")("private files", () => {
  it("the data directory of a new database, and every file in it, are private to their owner", async () => {
    const { dataDir, remove } = await testDataDir();
    try {
      // A copy of the directory that the run's setup created. The copy keeps the modes of the files.
      expect(entries(dataDir).length).toBeGreaterThan(500);
      expect(openToOthers(dataDir)).toEqual([]);
    } finally {
      await remove();
    }
  });

  it("at startup, files that other users could read become private, and the database creates no others", async () => {
    const { dataDir, remove } = await testDataDir();
    mkdirSync(path.join(dataDir, "mail"));
    writeFileSync(path.join(dataDir, "mail", "link.eml"), "");
    writeFileSync(path.join(dataDir, "auth-secret"), "");
    for (const { name, mode } of entries(dataDir)) chmodSync(name, mode.startsWith("folder") ? 0o755 : 0o666);
    await expectPrivate(dataDir).finally(remove);
  });
});
