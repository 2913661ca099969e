import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { reservePort } from "@/server/account/metering/testing/reserve-port";
import type { SentinelAddress } from "@/server/config";

export type TestSentinel = {
  readonly address: SentinelAddress;
  /** The URL of the Sentinel itself. */
  readonly sentinelUrl: string;
  /** The port of the server that the Sentinel names as the primary. */
  readonly primaryPort: () => Promise<number>;
  /** Sends a signal to the server at a port. Waits for its end if the signal is SIGKILL. */
  readonly signal: (port: number, signal: "SIGKILL" | "SIGSTOP" | "SIGCONT") => Promise<void>;
  /** Starts a killed server again, with the replica's or primary's settings that the Sentinel wrote to its file. */
  readonly restart: (port: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const name = "counters";
const password = "password-of-the-servers";
const sentinelPassword = "password-of-the-sentinel";

/**
 * Starts a Redis primary with one replica, and a Sentinel that replaces the primary half a second after it stops responding.
 * @param user a user with all rights and the same password, besides the default user.
 */
export const startTestSentinel = async (user?: string): Promise<TestSentinel> => {
  const dir = await mkdtemp(path.join(tmpdir(), "oddskeeper-sentinel-"));
  const children = new Map<number, ChildProcess>();
  const admins: Redis[] = [];

  const start = async (lines: readonly string[], extra: readonly string[] = []): Promise<number> => {
    const port = await reservePort();
    const file = path.join(dir, `${port}.conf`);
    await writeFile(file, [`port ${port}`, "bind 127.0.0.1", `dir ${dir}`, ...lines, ""].join("\n"));
    children.set(port, spawn("redis-server", [file, ...extra], { stdio: "ignore" }));
    return port;
  };
  const restart = async (port: number): Promise<void> => {
    const file = path.join(dir, `${port}.conf`);
    children.set(port, spawn("redis-server", [file], { stdio: "ignore" }));
    const admin = connect(port, password);
    await admin.ping();
  };
  const connect = (port: number, secret: string): Redis => {
    const admin = new Redis(port, "127.0.0.1", { password: secret, maxRetriesPerRequest: null });
    admin.on("error", () => undefined);
    admins.push(admin);
    return admin;
  };

  const users = user === undefined ? [] : [`user ${user} on >${password} ~* &* +@all`];
  const secrets = ['save ""', `requirepass ${password}`, `masterauth ${password}`, ...users];
  const primary = await start([...secrets, `dbfilename ${name}-1.rdb`]);
  await connect(primary, password).ping();
  const replica = await start([
    ...secrets,
    `dbfilename ${name}-2.rdb`,
    "repl-diskless-sync-delay 0",
    `replicaof 127.0.0.1 ${primary}`,
  ]);
  const replicaAdmin = connect(replica, password);
  while (!(await replicaAdmin.info("replication")).includes("master_link_status:up")) await delay(50);
  const port = await start(
    [
      `requirepass ${sentinelPassword}`,
      `sentinel monitor ${name} 127.0.0.1 ${primary} 1`,
      `sentinel auth-pass ${name} ${password}`,
      `sentinel down-after-milliseconds ${name} 500`,
      `sentinel failover-timeout ${name} 3000`,
    ],
    ["--sentinel"],
  );
  const sentinel = connect(port, sentinelPassword);
  // Until the Sentinel has found the replica, it cannot replace the primary.
  while (((await sentinel.call("SENTINEL", "replicas", name)) as unknown[]).length === 0) await delay(50);

  return {
    address: {
      sentinels: [{ host: "127.0.0.1", port }],
      name,
      username: undefined,
      password,
      sentinelPassword,
      tls: false,
    },
    sentinelUrl: `redis://:${sentinelPassword}@127.0.0.1:${port}`,
    primaryPort: async () => {
      const [, found] = (await sentinel.call("SENTINEL", "get-master-addr-by-name", name)) as string[];
      return Number(found);
    },
    signal: async (server, signal) => {
      const child = children.get(server);
      const ended = signal === "SIGKILL" && child?.exitCode === null ? once(child, "exit") : undefined;
      child?.kill(signal);
      await ended;
    },
    restart,
    close: async () => {
      for (const admin of admins) admin.disconnect();
      for (const child of children.values()) {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
        child.kill("SIGKILL");
        await ended;
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
};
