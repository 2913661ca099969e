import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { CommandFailure } from "@/server/ops/command-line";

const execute = promisify(execFile);

/** Parameters of a connection's address that PostgreSQL's own programs know; postgres.js has others. */
const knownParameter = /^(?:ssl(?:mode|rootcert|cert|key|crl)|options|connect_timeout|target_session_attrs)$/;

/** A server's address without its password, which goes by the environment: a process list shows arguments to everyone. */
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
  const { stdout } = await execute(program, ["--version"]).catch(() => ({ stdout: "" }));
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  return major === undefined ? undefined : Number(major);
};

/**
 * The program of PostgreSQL's client tools that fits a server: that on the PATH, else where Debian keeps it.
 * @throws CommandFailure when there is none of the server's major version.
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
      : `the ${name} on the PATH is of version ${found[0]}`;
  throw new CommandFailure(
    `the server is PostgreSQL ${serverMajor} and ${instead}: install PostgreSQL ${serverMajor}'s client programs`,
  );
};

/** One word of a command line as a shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export type Running = {
  readonly child: ChildProcess;
  /** @throws CommandFailure with what the program last said where it did not end well. */
  readonly ended: Promise<void>;
};

/** Starts a program; what it says on stderr is kept for the error. */
export const start = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  [stdin, stdout]: readonly ["ignore" | "pipe", "ignore" | "pipe"],
): Running => {
  const options: SpawnOptions = { env, stdio: [stdin, stdout, "pipe"] };
  const child = spawn(program, args, options);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const ended = once(child, "close").then(([code, signal]) => {
    if (code === 0) return;
    throw new CommandFailure(`${program} failed: ${said.trim() || signal || `exit code ${code}`}`);
  });
  // It may end before anybody waits for it.
  ended.catch(() => undefined);
  return { child, ended };
};
