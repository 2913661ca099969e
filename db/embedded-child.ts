/**
 * Runs an embedded database in its own process, because PGlite blocks its thread. The process ends with its parent.
 * Arguments: the data directory (absolute), the socket's path. Messages to the parent: `{ready: true}`, `{failed: string, inUse?: true}`.
 */
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { embeddedPaths } from "@/db/embedded-paths";
import { forkProgram } from "@/db/fork-program";
import { describeFailure } from "@/db/full-disk";
import { lockFiles } from "@/db/lock-data-dir";
import { migrationFolders } from "@/db/migrate";
import { makePrivate, openPglite } from "@/db/private-files";
import { servePglite } from "@/db/serve-pglite";
import { completeSwap } from "@/db/swap-database";

const maxShutdownMs = 10_000;

/**
 * PGlite touches all shared buffers when it starts, so all of them take memory. With the default of 128 MB, the process would
 * take more than twice as much memory as with 32 MB.
 */
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];

/**
 * Kills this process if it outlives its parent. A second thread watches the parent, because a database whose files are gone may block
 * the event loop forever.
 */
const endWithParent = (): void => {
  const watch = `
    const parent = process.ppid;
    const watching = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watching);
      setTimeout(() => process.kill(process.pid, "SIGKILL"), ${maxShutdownMs});
    }, 1_000);`;
  new Worker(watch, { eval: true }).unref();
};

const end = (code: number): never => process.exit(code);

/**
 * While another process creates the database's files, `close` ends that process. Once the server listens, `close` closes the server and the
 * database. At all other times, `close` does nothing, and `shutDown` ends this process without closing the database. The database survives
 * this as it survives a crash.
 */
let close = async (): Promise<void> => undefined;
let ending = false;
const shutDown = async (): Promise<void> => {
  if (ending) return;
  ending = true;
  await close();
  end(0);
};
const fail = (message: Record<string, unknown>): void => {
  if (process.send === undefined) end(1);
  process.send?.(message, () => end(1));
};

/**
 * Creates the files of a new database in a draft folder, then renames this folder. So an interruption leaves no incomplete database. A
 * separate process creates the files, because this takes 800 MB of memory, which WebAssembly never returns.
 */
const initCluster = async (folder: string): Promise<void> => {
  const draft = `${folder}-new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const child = forkProgram("init-cluster", [draft]);
  close = async () => void child.kill("SIGKILL");
  let reason: string | undefined;
  child.once("message", ({ failed }: { readonly failed: string }) => {
    reason = failed;
  });
  const [code, signal] = await once(child, "exit");
  close = async () => undefined;
  if (code === 0) return renameSync(draft, folder);
  rmSync(draft, { recursive: true, force: true });
  throw new Error(reason ?? `the database's files were not created: ${signal ?? `exit code ${code}`}`);
};

const noteWait = (): void => {
  process.stderr.write("waiting until the database process of the previous server has ended\n");
};

const run = async (dataDir: string, socket: string): Promise<void> => {
  process.umask(0o077);
  const paths = embeddedPaths(dataDir);
  if ((await lockFiles(dataDir, noteWait)) === undefined) {
    fail({ failed: `${dataDir} is in use by another process`, inUse: true });
    return;
  }
  completeSwap(paths);
  // Other users may be able to read files that were copied here or that an earlier version created.
  makePrivate(dataDir);
  if (!existsSync(path.join(paths.database, "PG_VERSION"))) await initCluster(paths.database);
  const database = await openPglite(paths.database, { startParams });
  const db = drizzle(database);
  for (const folder of await migrationFolders(async (statement) => (await db.execute(statement)).rows))
    await migrate(db, { migrationsFolder: folder });
  rmSync(socket, { force: true });
  const server = servePglite(database);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  // The umask alone would give the socket the mode 0700.
  chmodSync(socket, 0o600);

  close = async () => {
    server.close();
    // The process ends in any case. PostgreSQL recovers from its log at the next start.
    await database.close().catch(() => undefined);
    rmSync(socket, { force: true });
  };
  // The parent may have died while the database started.
  process.send?.({ ready: true }, (error) => {
    if (error !== null) void shutDown();
  });
};

// Ctrl-C in a terminal signals the whole process group. Only the parent may end the database.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

// The channel closes when the parent dies, even by SIGKILL.
process.on("disconnect", shutDown);
process.on("message", (message) => {
  if (message === "stop") void shutDown();
});

endWithParent();
const dataDir = path.resolve(process.argv[2] ?? ".data");
run(dataDir, process.argv[3] ?? embeddedPaths(dataDir).socket).catch((error: unknown) =>
  fail({ failed: describeFailure(error, dataDir) }),
);
