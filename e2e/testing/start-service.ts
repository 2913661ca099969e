import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

/** If a service is not ready after this time, its start has failed. The time is long enough for a start on a busy machine. */
export const maxStartMs = 300_000;

/**
 * The arguments that a script of a release's package.json passes to node. The tests run node with these arguments instead of `npm run`, so
 * that signals reach the service itself.
 */
const argumentsOf = (root: string, script: "start" | "dev"): string[] => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<typeof script, string>;
  };
  return scripts[script].split(" ").slice(1);
};

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type RunningService = {
  readonly url: string;
  readonly dataDir: string;
  /** The service's output so far. */
  readonly printed: () => string;
  /** The demo key that the service printed; empty if it printed none. */
  readonly demoKey: () => string;
  readonly process: ChildProcess;
  readonly ops: (...args: string[]) => Promise<CommandResult>;
  /** Sends a signal and waits for the end of the process. Keeps the data directory. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

const run = (args: readonly string[], env: NodeJS.ProcessEnv, root: string): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", ...args],
      { env, cwd: root, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ code, stdout, stderr });
      },
    );
  });

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  );

/** The environment without the variables that vitest sets for itself. */
export const inherited = (): NodeJS.ProcessEnv => {
  const { BASE_URL, NODE_ENV, MODE, DEV, PROD, SSR, VITEST, ...rest } = process.env;
  return rest as NodeJS.ProcessEnv;
};

/** Runs the operator's command line on the stores of `env`. */
export const runOps = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> =>
  run(["server/ops/ops.ts", ...args], env, process.cwd());

/** Creates a directory for one service's data. The caller must call `remove`. */
export const createDataDir = async (): Promise<{ dataDir: string; remove: () => Promise<void> }> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-e2e-"));
  // The database process may still write files during the deletion, so `rm` retries.
  return {
    dataDir,
    remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
};

/**
 * Starts the built service as `npm start` does and waits until it is ready.
 * @param environment with `PORT`, the service starts at this port, otherwise at a free one.
 * @param root the folder of the release to start.
 * @param script `dev` starts the service as `npm run dev` does.
 */
export const startService = async (
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>> = {},
  root = process.cwd(),
  script: "start" | "dev" = "start",
): Promise<RunningService> => {
  const port = environment.PORT === undefined ? await reservePort() : Number(environment.PORT);
  const url = `http://localhost:${port}`;
  const env = {
    ...inherited(),
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: "warn",
    ...environment,
  };
  const child = spawn(process.execPath, argumentsOf(root, script), {
    env,
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const until = Date.now() + maxStartMs;
  while (!((await isReady(url)) && /ready at/.test(printed))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`the service did not start:\n${printed}`);
    }
    await delay(100);
  }
  return {
    url,
    dataDir,
    printed: () => printed,
    demoKey: () => /demo key\s+(ok_live_\S+)/.exec(printed)?.[1] ?? "",
    process: child,
    ops: (...args) => run(["server/ops/ops.ts", ...args], env, root),
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      await ended;
    },
  };
};
