import { stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/connect";
import { lastKnownMigration, readLastMigration } from "@/db/migrate";
import { pauseWrites } from "@/db/pause-writes";
import packageJson from "@/package.json" with { type: "json" };
import type { Config } from "@/server/config";
import { formatVersion } from "@/server/ops/backup/archive-format";
import { createByteProgress } from "@/server/ops/backup/byte-progress";
import { catchUpLedger } from "@/server/ops/backup/catch-up-ledger";
import { ownTables } from "@/server/ops/backup/own-tables";
import { environmentFor, findTool, quoted, start, withoutPassword } from "@/server/ops/backup/postgres-tools";
import { withCounterStore } from "@/server/ops/backup/with-counter-store";
import { writeArchive } from "@/server/ops/backup/write-archive";
import { requireNewFile, writeWhole } from "@/server/ops/backup/write-whole";
import { CommandFailure } from "@/server/ops/command-line";
import { openStoresBeside } from "@/server/run/stores";

export type BackupReport = {
  readonly file: string;
  readonly store: "embedded" | "postgres";
  readonly bytes: number;
  /** Everything that was committed before this moment is in the backup. */
  readonly taken_at: string;
  /** How long writes were paused, in ms; 0 on PostgreSQL. */
  readonly held_ms: number;
  /** The pg_dump command that ran, without the password; null for an embedded database. */
  readonly command: string | null;
};

const pollMs = 500;

const lastMigrationOf = (db: Database): Promise<number> =>
  readLastMigration((statement) => db.execute(statement));

const backUpEmbedded = async (config: Config, db: Database, file: string): Promise<BackupReport> => {
  const created = new Date().toISOString();
  let heldMs = 0;
  let takenAt = created;
  const head = {
    format: "oddskeeper-backup" as const,
    version: formatVersion,
    app_version: packageJson.version,
    migrations: await lastMigrationOf(db),
    created_at: created,
  };
  const bytes = await writeWhole(file, async (draft) => {
    const list = await writeArchive(draft, {
      dataDir: config.dataDir,
      head,
      hold: async (work) => {
        heldMs = Math.round(await pauseWrites(db, work));
      },
      onBytes: createByteProgress("copied"),
    });
    takenAt = list.taken_at;
  });
  return { file, store: "embedded", bytes, taken_at: takenAt, held_ms: heldMs, command: null };
};

/** Prints the size of a growing file until `done` aborts. */
const watchSize = async (file: string, done: AbortSignal): Promise<void> => {
  const onBytes = createByteProgress("pg_dump wrote");
  let last = 0;
  while (!done.aborted) {
    const { size } = await stat(file);
    onBytes(size - last);
    last = size;
    await delay(pollMs, undefined, { signal: done }).catch(() => undefined);
  }
};

const backUpPostgres = async (databaseUrl: string, db: Database, file: string): Promise<BackupReport> => {
  const [server] = await db.$client<
    { version: string }[]
  >`select current_setting('server_version_num') as version`;
  if ((await lastMigrationOf(db)) > lastKnownMigration())
    throw new CommandFailure(
      "the database has migrations of a later version of Oddskeeper: use that version to back up the database",
    );
  const program = await findTool("pg_dump", Math.floor(Number(server?.version) / 10_000));
  const { url, password } = withoutPassword(databaseUrl);
  const args = (to: string) => [
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    "--no-comments",
    // The database may hold other applications' tables and schemas.
    ...ownTables.map((table) => `--table=${table}`),
    `--file=${to}`,
    `--dbname=${url}`,
  ];
  const command = [program, ...args(file)].map(quoted).join(" ");
  const takenAt = new Date().toISOString();
  const bytes = await writeWhole(file, async (draft) => {
    const { ended } = start(program, args(draft), environmentFor(password), ["ignore", "ignore"]);
    const done = new AbortController();
    await Promise.all([ended.finally(() => done.abort()), watchSize(draft, done.signal)]);
  });
  return { file, store: "postgres", bytes, taken_at: takenAt, held_ms: 0, command };
};

/**
 * Writes a backup of the configured stores. A server can be running meanwhile.
 * @throws CommandFailure. After a failure, no file is left.
 */
export const backUp = async (config: Config, to: string): Promise<BackupReport> => {
  const file = path.resolve(to);
  await requireNewFile(file);
  const stores = await openStoresBeside(config);
  try {
    await withCounterStore(config.counterStore, (store) => catchUpLedger(stores.db, store));
    return config.databaseUrl === undefined
      ? await backUpEmbedded(config, stores.db, file)
      : await backUpPostgres(config.databaseUrl, stores.db, file);
  } finally {
    await stores.close();
  }
};
