import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import packageJson from "@/package.json" with { type: "json" };
import { reservePort } from "@/server/account/metering/testing/reserve-port";
import { minuteMs } from "@/server/domain/durations";

const here = path.dirname(fileURLToPath(import.meta.url));
const startWithinMs = minuteMs;

export type Server = { readonly url: string; readonly pid: number; readonly stop: () => Promise<void> };

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
};

const isReachable = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** The heap flags of `npm start`. The servers of the benchmark get the same flags, so that all servers collect garbage equally often. */
const heapFlags = packageJson.scripts.start.split(" ").filter((word) => word.startsWith("--"));

const startServer = async (
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Server> => {
  const port = await reservePort();
  const child = spawn(process.execPath, [...heapFlags, ...args], {
    cwd,
    env: { ...process.env, ...env, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + startWithinMs;
  while (!(await isReachable(url))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${args.join(" ")} did not start`);
    await delay(100);
  }
  return { url, pid: child.pid ?? 0, stop: () => end(child) };
};

/** Starts a server on bare node:http that sends the files of `folder` by name. */
export const startBare = (folder: string, workers = 1): Promise<Server> =>
  startServer(["--import", "tsx", path.join(here, "servers/bare.ts")], process.cwd(), {
    BENCH_RESPONSES: folder,
    BARE_WORKERS: String(workers),
  });

/** Starts Upstash's REST interface in front of a Redis. */
export const startRestGateway = async (
  redisUrl: string,
): Promise<{ readonly url: string; readonly token: string; readonly stop: () => Promise<void> }> => {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(here, "servers/rest-gateway.ts")], {
    env: { ...process.env, REDIS_URL: redisUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { url, token, stop: () => end(child) };
};

const nextApp = path.join(here, "next-app");
const nextProgram = path.resolve("node_modules/next/dist/bin/next");

/** Builds the benchmark's Next app. */
export const buildNextApp = async (): Promise<void> => {
  const child = spawn(process.execPath, [nextProgram, "build"], { cwd: nextApp, stdio: "ignore" });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error("the benchmark's Next app could not be built");
};

/** Starts the benchmark's Next app, which serves /responses/NAME and /openapi/NAME. */
export const startNextApp = (folder: string): Promise<Server> =>
  startServer([nextProgram, "start", "-H", "127.0.0.1"], nextApp, { BENCH_RESPONSES: folder });

export type Changer = {
  /** The average number of price changes recorded per second, since the start or the last `resume`. */
  readonly reached: () => number;
  /** Pauses the changes. Resolves when the last change is recorded. */
  readonly pause: () => Promise<void>;
  /** Resumes the changes. */
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

/** Starts a separate process that records price changes. */
export const startChanges = async (
  databaseUrl: string,
  perSecond: number,
  slateNow: number,
): Promise<Changer> => {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(here, "servers/change-prices.ts")], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      CHANGES_PER_SECOND: String(perSecond),
      SLATE_NOW: String(slateNow),
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let reached = 0;
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const line = text.trim().split("\n").at(-1);
    if (line === undefined) return;
    const { seconds, recorded } = JSON.parse(line) as { seconds: number; recorded: number };
    reached = recorded / Math.max(seconds, 0.001);
  });
  const until = Date.now() + startWithinMs;
  while (reached === 0) {
    if (child.exitCode !== null || Date.now() > until) throw new Error("the price changes did not start");
    await delay(100);
  }
  const ended = once(child, "exit").then(() => "ended" as const);
  return {
    reached: () => reached,
    pause: async () => {
      const paused = once(child, "message");
      child.send("pause");
      if ((await Promise.race([paused, ended])) === "ended") throw new Error("the price changes have ended");
    },
    resume: () => {
      reached = 0;
      child.send("resume");
    },
    stop: () => end(child),
  };
};
