import { createWriteStream } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatVersion, headName } from "@/server/ops/backup/archive-format";
import { readArchive } from "@/server/ops/backup/read-archive";
import { writeArchive } from "@/server/ops/backup/write-archive";

const head = {
  format: "oddskeeper-backup" as const,
  version: formatVersion,
  app_version: "1.2.3",
  migrations: 3,
  created_at: "2026-11-21T10:00:00.000Z",
};
const log = "database/pg_wal/000000010000000000000001";
const spareLog = "database/pg_wal/000000010000000000000002";
const ignore = () => undefined;

describe("backup archive", () => {
  let folder: string;
  let dataDir: string;
  let file: string;
  let into: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-archive-"));
    [dataDir, file, into] = [
      path.join(folder, "data"),
      path.join(folder, "backup"),
      path.join(folder, "restored"),
    ];
    for (const name of ["pg_wal", "base/1", "pg_notify"])
      await mkdir(path.join(dataDir, "database", name), { recursive: true });
    await put("database/base/1/10", "a".repeat(3_000_000));
    await put("database/base/1/11", "short");
    await put("auth-secret", "secret");
    await put(log, "log");
    await put(spareLog, "spare");
    await put("lock", "");
    await writeFile(file, "");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = async (name: string, text: string) => {
    await writeFile(path.join(dataDir, name), text);
    // Old times, because a file that changed a moment ago is always copied again.
    await utimes(path.join(dataDir, name), 1_000_000, 1_000_000);
  };
  const write = (beforeHold: () => Promise<void> = async () => undefined) =>
    writeArchive(file, {
      dataDir,
      head,
      hold: async (work) => {
        await beforeHold();
        await work(path.basename(log));
      },
      onBytes: ignore,
    });
  const read = () => readArchive(file, into, head.migrations, ignore);
  const contents = async () => {
    const names = await readdir(into, { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    return Object.fromEntries(
      await Promise.all(files.map(async (name) => [path.relative(into, name), await readFile(name, "utf8")])),
    );
  };

  it("a restore yields every file as it was during the pause of writes, even if the file changed between its first copy and the pause", async () => {
    await write(async () => {
      await appendFile(path.join(dataDir, "database/base/1/11"), " and longer");
      await writeFile(path.join(dataDir, "database/base/1/12"), "new");
      await rm(path.join(dataDir, "database/base/1/10"));
    });
    await read();
    expect(await contents()).toEqual({
      "database/base/1/11": "short and longer",
      "database/base/1/12": "new",
      [log]: "log",
      "auth-secret": "secret",
    });
    expect(await readdir(path.join(into, "database"))).toContain("pg_notify");
  });

  it("a restore yields the last content of a file that changed after its copy but kept its modification time", async () => {
    const name = path.join(dataDir, "database/base/1/10");
    const changed = "b".repeat(3_000_000);
    const now = Date.now();
    let offsetMs = 0;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now + offsetMs);
    await utimes(name, now / 1_000, now / 1_000);
    try {
      await writeArchive(file, {
        dataDir,
        head,
        hold: async (work) => {
          await writeFile(name, changed);
          await utimes(name, now / 1_000, now / 1_000);
          await work(path.basename(log));
        },
        // Simulates a copy that takes longer than the resolution of file times.
        onBytes: () => {
          offsetMs = 5_000;
        },
      });
    } finally {
      clock.mockRestore();
    }
    await read();
    expect((await contents())["database/base/1/10"]).toBe(changed);
  });

  it("a backup succeeds when a file disappears before it is opened", async () => {
    const gone = path.join(dataDir, "database/base/1/12");
    // A dangling link is listed, but opening it fails.
    await symlink(path.join(folder, "nothing"), gone);
    await write(() => rm(gone));
    await read();
    expect(Object.keys(await contents())).not.toContain("database/base/1/12");
  });

  it("a restore rejects a backup that was truncated at any point", async () => {
    await write();
    const whole = await readFile(file);
    for (const part of [0, 0.1, 0.5, 0.9, 0.999]) {
      await writeFile(file, whole);
      await truncate(file, Math.floor(part * (whole.length - 2_048)));
      await expect(read()).rejects.toThrow(/is not a backup|damaged|truncated/);
    }
  });

  it("a restore rejects a backup with one changed byte", async () => {
    await write();
    const whole = await readFile(file);
    whole[2_000_000] = 0;
    await writeFile(file, whole);
    await expect(read()).rejects.toThrow(
      "the backup is damaged: database/base/1/10 does not have the listed content",
    );
  });

  it("a restore rejects a file that is not a backup, and a backup that a later version wrote", async () => {
    await writeFile(file, "not a backup".repeat(1_000));
    await expect(read()).rejects.toThrow("is not a backup of an embedded database");
    await write();
    await expect(readArchive(file, into, head.migrations - 1, ignore)).rejects.toThrow(
      "later version (1.2.3)",
    );
  });

  it.each(["../outside", "database/../../outside", "/outside", "database/base/.hidden", "mail/link.eml"])(
    "a restore rejects an archive with the entry %s, which a backup never contains",
    async (name) => {
      const archive = pack();
      archive.entry({ name: headName }, JSON.stringify(head));
      archive.entry({ name }, "x");
      archive.finalize();
      await pipeline(archive, createWriteStream(file));
      await expect(read()).rejects.toThrow("is not a backup of an embedded database");
      expect(await readdir(folder)).not.toContain("outside");
    },
  );
});
