import { rmSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { createPostgresFolder, newestBin, runAsPostgres } from "@/e2e/bench/postgres";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

const installedBin = newestBin();

export const canReplicate = installedBin !== undefined;

export type Replication = {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Resolves when the standby has everything that is committed on the primary. */
  readonly catchUp: () => Promise<void>;
  /** From now on, the standby receives nothing. */
  readonly disconnect: () => Promise<void>;
  /** Ends the primary as a crash does. `startPrimary` lets it recover. */
  readonly crashPrimary: () => void;
  readonly startPrimary: () => void;
  /** Ends the primary as a crash does, and promotes the standby. */
  readonly failOver: () => void;
  readonly close: () => void;
};

/** Runs one statement on a connection of its own. */
const run = async (url: string, statement: string): Promise<readonly Record<string, unknown>[]> => {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await client.unsafe(statement);
  } finally {
    await client.end();
  }
};

/** Starts a PostgreSQL server and a standby that follows it by streaming replication. */
export const startReplication = async (): Promise<Replication> => {
  if (installedBin === undefined) throw new Error("PostgreSQL is not installed");
  const folder = createPostgresFolder();
  const program = (name: string, args: readonly string[]) =>
    runAsPostgres(path.join(installedBin, name), args);
  const [primary, standby] = [path.join(folder, "primary"), path.join(folder, "standby")];
  const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = (data: string, port: number): void => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
    program("pg_ctl", ["-D", data, "-w", "-l", `${data}.log`, "-o", options, "start"]);
  };
  const running = new Set<string>();
  const stop = (data: string): void => {
    if (running.delete(data)) program("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]);
  };
  const primaryPort = await reservePort();
  program("initdb", ["-D", primary, "-U", "postgres", "-A", "trust"]);
  start(primary, primaryPort);
  running.add(primary);
  const connection = ["-h", "127.0.0.1", "-p", String(primaryPort), "-U", "postgres"];
  program("pg_basebackup", [...connection, "-D", standby, "-R", "-X", "stream", "-c", "fast"]);
  const standbyPort = await reservePort();
  start(standby, standbyPort);
  running.add(standby);
  const [primaryUrl, standbyUrl] = [urlOf(primaryPort), urlOf(standbyPort)];
  return {
    primaryUrl,
    standbyUrl,
    catchUp: async () => {
      const [row] = await run(primaryUrl, "select pg_current_wal_lsn()::text as lsn");
      const hasAll = async () =>
        (await run(standbyUrl, `select pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn as whole`))[0]
          ?.whole;
      while ((await hasAll()) !== true);
    },
    disconnect: async () => {
      await run(standbyUrl, "alter system set primary_conninfo = ''");
      await run(standbyUrl, "select pg_reload_conf()");
      const isReceiving = async () => (await run(standbyUrl, "select from pg_stat_wal_receiver")).length > 0;
      while (await isReceiving());
    },
    crashPrimary: () => stop(primary),
    startPrimary: () => {
      start(primary, primaryPort);
      running.add(primary);
    },
    failOver: () => {
      stop(primary);
      program("pg_ctl", ["-D", standby, "-w", "promote"]);
    },
    close: () => {
      stop(standby);
      stop(primary);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
