import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

export const hasRedisServer = spawnSync("redis-server", ["--version"]).status === 0;

/**
 * Whether to test metering on counter stores, which takes a minute of processor time. If PostgreSQL is tested too, the run on the embedded
 * database omits these tests.
 */
export const testsCounterStores =
  hasRedisServer && !(process.env.TEST_STORE === "embedded" && process.env.TEST_DATABASE_URL !== undefined);

if (!hasRedisServer) process.stderr.write("skipped: metering on Redis (there is no redis-server)\n");

export type TestRedis = {
  readonly url: string;
  /** A separate connection for tests that inspect or damage data. */
  readonly admin: Redis;
  readonly stop: (how: "SIGTERM" | "SIGKILL") => Promise<void>;
  readonly start: () => Promise<void>;
  /** Makes the server stop responding, without closing its connections. `thaw` makes the server respond again. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly close: () => Promise<void>;
};

/** Starts a Redis server that saves its data on SIGTERM. `options` are further arguments of the server. */
export const startTestRedis = async (options: readonly string[] = []): Promise<TestRedis> => {
  const port = await reservePort();
  const dir = await mkdtemp(path.join(tmpdir(), "oddskeeper-redis-"));
  const admin = new Redis(port, "127.0.0.1", {
    lazyConnect: true,
    retryStrategy: (attempts) => Math.min(20 * attempts, 100),
    maxRetriesPerRequest: null,
  });
  admin.on("error", () => undefined);
  let child: ChildProcess | undefined;
  const start = async () => {
    const args = [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      dir,
      "--save",
      "3600 1",
      ...options,
    ];
    child = spawn("redis-server", args, { stdio: "ignore" });
    if (admin.status === "wait") await admin.connect().catch(() => undefined);
    await admin.ping();
  };
  const stop = async (how: "SIGTERM" | "SIGKILL") => {
    const running = child;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(how);
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    admin,
    start,
    stop,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    close: async () => {
      admin.disconnect();
      child?.kill("SIGCONT");
      await stop("SIGKILL");
      await rm(dir, { recursive: true, force: true });
    },
  };
};
