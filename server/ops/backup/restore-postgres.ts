import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { anyRelease } from "@/db/application-name";
import { renewForeignRows } from "@/db/changed-rows";
import { connectDatabase, type Database } from "@/db/connect";
import { migrationLock } from "@/db/migration-lock";
import { retireCountersSql } from "@/server/ops/backup/catch-up-ledger";
import { migrationsSchema, ownTables } from "@/server/ops/backup/own-tables";
import { environmentFor, findTool, start, withoutPassword } from "@/server/ops/backup/postgres-tools";
import { CommandFailure } from "@/server/ops/command-line";

/** The first bytes of pg_dump's custom format. */
const dumpMagic = "PGDMP";

/** Without statistics, polls of the board take twice as long. The dump of an earlier version may lack tables. */
const analyzeTables = `do $analyze$ declare name text; begin
  foreach name in array '{${ownTables.join(",")}}'::text[] loop
    if to_regclass(name) is not null then execute 'analyze ' || name; end if;
  end loop;
end $analyze$`;

/** Drops only our tables, because other applications may use the database. Fails if another application's object depends on our tables. */
const dropTables = `drop table if exists ${ownTables.join(", ")};`;

const requireDump = async (file: string): Promise<void> => {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    if (buffer.toString("latin1", 0, bytesRead) === dumpMagic) return;
  } finally {
    await handle.close();
  }
  throw new CommandFailure(`${file} is not a backup of a PostgreSQL database`);
};

/**
 * Reads a whole dump before anything is dropped. The data in a dump has checksums, so reading fails if the file is damaged.
 * @returns the SQL to run before the dump's own SQL. The returned SQL drops our tables. If the dump creates the migrator's schema, the
 * returned SQL also drops that schema. Otherwise the returned SQL creates that schema if it does not exist.
 */
const verify = async (pgRestore: string, file: string): Promise<string> => {
  const listing = start(pgRestore, ["--list", file], process.env, ["ignore", "pipe"]);
  let listed = "";
  listing.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    listed += text;
  });
  await listing.ended;
  if (!/ TABLE DATA public usage_periods /.test(listed))
    throw new CommandFailure(`${file} is not a backup of this service: it has no ledger`);
  await start(pgRestore, ["--file=/dev/null", file], process.env, ["ignore", "ignore"]).ended;
  const schemaSql = listed.includes(` SCHEMA - ${migrationsSchema} `)
    ? `drop schema if exists ${migrationsSchema};`
    : `create schema if not exists ${migrationsSchema};`;
  return `${dropTables}\n${schemaSql}`;
};

/** Fails if an instance is running. Takes the migration lock, so that starting instances wait. */
const requireAlone = async (db: Database): Promise<void> => {
  const [lock] = await db.$client<
    { locked: boolean }[]
  >`select pg_try_advisory_lock(${migrationLock}) as locked`;
  if (lock?.locked !== true) throw new CommandFailure("a server is starting or another restore is running");
  const [others] = await db.$client<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like ${anyRelease} and pid <> pg_backend_pid()`;
  if ((others?.count ?? 0) > 0)
    throw new CommandFailure("a server is running on the database: stop it first");
};

const isEmpty = async (db: Database): Promise<boolean> => {
  const tables = await db.$client`
    select from unnest(${ownTables}::text[]) as own (name) where to_regclass(own.name) is not null limit 1`;
  return tables.length === 0;
};

/** Replaces the tables in one transaction. After a failure, the connection closes without a commit. */
const replaceTables = async (
  pgRestore: string,
  psql: string,
  { url, password }: { readonly url: string; readonly password: string },
  file: string,
  before: string,
): Promise<void> => {
  const args = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-", `--dbname=${url}`];
  const into = start(psql, args, environmentFor(password), ["pipe", "ignore"]);
  const from = start(pgRestore, ["--no-owner", "--no-privileges", "--file=-", file], process.env, [
    "ignore",
    "pipe",
  ]);
  const { stdin } = into.child;
  const { stdout } = from.child;
  if (stdin === null || stdout === null) throw new Error("psql or pg_restore has no pipes");
  stdin.write(`begin;\n${before}\n`);
  const piped = pipeline(stdout, stdin, { end: false }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const [fault] = await Promise.all([piped, from.ended]).catch((error: unknown) => [error]);
  const after = [retireCountersSql, renewForeignRows, analyzeTables, "commit"];
  if (fault === undefined) stdin.write(`\n${after.join(";\n")};\n`);
  stdin.end();
  // If psql ended early, the broken pipe is only a consequence. So psql's error takes precedence over the pipe's error.
  await into.ended;
  if (fault !== undefined) throw fault;
};

/**
 * Replaces a database's tables with those of a dump, in one transaction.
 * @param retire empties the counter store, immediately before the transaction.
 * @throws CommandFailure if a server is running, if tables exist and `force` is false, or if the file or a PostgreSQL client
 * program (`pg_restore`, `psql`) is unusable.
 * After a failure, the database is unchanged.
 */
export const restorePostgres = async (
  databaseUrl: string,
  file: string,
  force: boolean,
  retire: () => Promise<void>,
): Promise<void> => {
  await requireDump(file);
  const db = connectDatabase({ url: databaseUrl }, 1, undefined, true);
  try {
    const [server] = await db.$client<
      { version: string }[]
    >`select current_setting('server_version_num') as version`;
    const major = Math.floor(Number(server?.version) / 10_000);
    const [pgRestore, psql] = [await findTool("pg_restore", major), await findTool("psql", major)];
    await requireAlone(db);
    if (!force && !(await isEmpty(db)))
      throw new CommandFailure("the database is not empty: --force replaces its tables");
    const before = await verify(pgRestore, file);
    await retire();
    await replaceTables(pgRestore, psql, withoutPassword(databaseUrl), file, before);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
};
