import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startEmbeddedDatabase } from "@/db/embedded";
import { postgresDatabase, testDataDir } from "@/db/testing";

export type CommandResult = { readonly code: number | null; readonly out: string; readonly err: string };
type Environment = Readonly<Record<string, string>>;

const script = fileURLToPath(new URL("../ops.ts", import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** Runs a command in its own process, as an operator does. This takes seconds, so most tests call the function `ops` instead. */
export const spawnOps = (env: Environment, args: readonly string[]): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(process.execPath, ["--import", loader, script, ...args], {
      env: { PATH, HOME, ...env } as unknown as NodeJS.ProcessEnv,
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });

export const onPostgres = process.env.TEST_STORE === "postgres";

/** Opens one database for all tests of this file. In embedded mode, commands treat this database like the database of a running server. */
export const openStore = async () => {
  if (onPostgres) {
    const { address, close } = await postgresDatabase();
    const url = "url" in address ? address.url : "";
    return { address, env: { DATABASE_URL: url, AUTH_SECRET: "a secret for the tests" }, close };
  }
  const { dataDir, remove } = await testDataDir();
  const owner = await startEmbeddedDatabase(dataDir);
  const close = async () => {
    await owner.close();
    await remove();
  };
  return { address: { socketPath: owner.socketPath }, env: { DATA_DIR: dataDir }, close };
};
