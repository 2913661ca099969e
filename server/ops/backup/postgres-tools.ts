import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { CommandFailure } from "@/server/ops/command-line";

const execute = promisify(execFile);

/** URL parameters that PostgreSQL's client programs accept. A URL for postgres.js may have other parameters. */
const knownParameter = /^(?:ssl(?:mode|rootcert|cert|key|crl)|options|connect_timeout|target_session_attrs)$/;

/**
 * Prepares a URL for a client program: removes the password and the parameters that the program does not accept. Pass the password in the
 * environment, because every user can read arguments in the process list.
 */
export const withoutPassword = (databaseUrl: string): { readonly url: string; readonly password: string } => {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  for (const name of [...url.searchParams.keys()])
    if (!knownParameter.test(name)) url.searchParams.delete(name);
  return { url: url.href, password };
};

export const environmentFor = (password: string): NodeJS.ProcessEnv =>
  password === "" ? process.env : { ...process.env, PGPASSWORD: password };

const majorOf = async (program: string): Promise<number | undefined> => {
  // A program that is missing has no version. `findTool` reports it.
  const { stdout } = await execute(program, ["--version"]).catch(() => ({ stdout: "" }));
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  return major === undefined ? undefined : Number(major);
};

/**
 * Finds the PostgreSQL client program of the server's major version, on the PATH or where Debian installs it.
 * @throws CommandFailure if no such program is installed.
 */
export const findTool = async (
  name: "pg_dump" | "pg_restore" | "psql",
  serverMajor: number,
): Promise<string> => {
  const found: number[] = [];
  for (const program of [name, `/usr/lib/postgresql/${serverMajor}/bin/${name}`]) {
    const major = await majorOf(program);
    if (major === serverMajor) return program;
    if (major !== undefined) found.push(major);
  }
  const instead =
    found.length === 0
      ? `there is no ${name} on the PATH`
      : `the ${name} on the PATH has version ${found[0]}`;
  throw new CommandFailure(
    `the server is PostgreSQL ${serverMajor} and ${instead}: install PostgreSQL ${serverMajor}'s client programs`,
  );
};

/** Quotes an argument for a shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export type Running = {
  readonly child: ChildProcess;
  /** @throws CommandFailure with the last lines of stderr, unless the exit code is 0. */
  readonly ended: Promise<void>;
};

/** Starts a program and keeps the end of its stderr for the error message. */
export const start = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  [stdin, stdout]: readonly ["ignore" | "pipe", "ignore" | "pipe"],
): Running => {
  const options: SpawnOptions = { env, stdio: [stdin, stdout, "pipe"] };
  const child = spawn(program, args, options);
  let errorOutput = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  const ended = once(child, "close").then(([code, signal]) => {
    if (code === 0) return;
    throw new CommandFailure(`${program} failed: ${errorOutput.trim() || signal || `exit code ${code}`}`);
  });
  // Prevents an unhandled rejection if the program fails before the caller awaits `ended`.
  ended.catch(() => undefined);
  return { child, ended };
};
