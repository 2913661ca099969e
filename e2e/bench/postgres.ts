import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

export type BenchPostgres = { readonly url: string; readonly name: string; readonly close: () => void };

const installed = "/usr/lib/postgresql";

/** The folder with the programs of the newest PostgreSQL on this machine. Undefined if no PostgreSQL is installed. */
export const newestBin = (): string | undefined => {
  if (!existsSync(installed)) return undefined;
  const versions = readdirSync(installed).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => path.join(installed, version, "bin"))
    .find((bin) => existsSync(path.join(bin, "initdb")));
};

const isRoot = process.getuid?.() === 0;

const userId = (name: string): number => Number(execFileSync("id", ["-u", name]).toString());

/** Runs a program of PostgreSQL. PostgreSQL refuses to run as root, so root runs the program as the user `postgres`. */
export const runAsPostgres = (program: string, args: readonly string[]): void => {
  const [command, ...rest] = isRoot
    ? ["runuser", "-u", "postgres", "--", program, ...args]
    : [program, ...args];
  execFileSync(command ?? program, rest, { stdio: "ignore" });
};

/** Creates a folder that PostgreSQL's programs can write to. The caller removes it. */
export const createPostgresFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "oddskeeper-bench-pg-"));
  if (isRoot) chownSync(folder, userId("postgres"), -1);
  return folder;
};

/** Starts a server with new data. @returns undefined if PostgreSQL is not installed. */
export const startOwnPostgres = async (): Promise<BenchPostgres | undefined> => {
  const bin = newestBin();
  if (bin === undefined) return undefined;
  const scratch = createPostgresFolder();
  const data = path.join(scratch, "data");
  const port = await reservePort();
  runAsPostgres(path.join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust"]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${scratch} -c max_connections=200`;
  runAsPostgres(path.join(bin, "pg_ctl"), [
    "-D",
    data,
    "-w",
    "-l",
    path.join(scratch, "log"),
    "-o",
    options,
    "start",
  ]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    name: `PostgreSQL ${path.basename(path.dirname(bin))} started by the benchmark, default settings`,
    close: () => {
      runAsPostgres(path.join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"]);
      rmSync(scratch, { recursive: true, force: true });
    },
  };
};

/** Returns the server of TEST_DATABASE_URL, or else starts one. @returns undefined if PostgreSQL is not installed. */
export const startPostgres = async (): Promise<BenchPostgres | undefined> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given === undefined) return startOwnPostgres();
  return { url: given, name: "PostgreSQL as given by TEST_DATABASE_URL", close: () => undefined };
};
