import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { type Relay, startRelay } from "@/db/testing/relay";
import { canReplicate, type Replication, startReplication } from "@/e2e/long/testing/replication";
import {
  maxDurationMs,
  requestWithKey,
  startLoad,
  successful,
  type TimedResponse,
  tally,
} from "@/e2e/testing/start-load";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { importPrices, pricesPath } from "@/e2e/testing/two-instances";
import { addMeteredAccount, type MeteredAccount } from "@/server/account/metering/testing/metered-account";
import { startTestSentinel, type TestSentinel } from "@/server/account/metering/testing/redis-sentinel";
import { hasRedisServer } from "@/server/account/metering/testing/redis-server";

const print = (text: string): void => void process.stderr.write(`${text}\n`);
const missing = !canReplicate || !hasRedisServer;
if (missing) print("skipped: the table of faults (PostgreSQL or redis-server is not installed)");

const instanceCount = 3;
const workers = 9;
export const faultMs = 4_000;
/** Time for a failover, for reports of an instance that was cut off, and for the charges of a killed instance. */
const settledWithinMs = 30_000;
/** The Redis user of the second instance. All other clients use the default user. */
const userOfSecond = "second";

/** Three instances, each with a relay of its own to a replicated PostgreSQL, and with Redis behind a Sentinel. The third has two workers. */
export type Rig = {
  readonly sentinel: TestSentinel;
  readonly replication: Replication;
  readonly relays: readonly Relay[];
  readonly services: RunningService[];
  readonly start: (position: number) => Promise<void>;
  /** A pool on the database that the instances use. */
  db: Database;
  readonly useStandby: () => Promise<void>;
  /** Runs commands on the Redis server that is the primary now. */
  readonly onPrimary: <T>(work: (redis: Redis) => Promise<T>) => Promise<T>;
  /** The process ids of the third instance's workers. */
  readonly workerPids: () => readonly number[];
  readonly close: () => Promise<void>;
};

const openRig = async (): Promise<Rig> => {
  const replication = await startReplication();
  const sentinel = await startTestSentinel(userOfSecond);
  const { dataDir, remove } = await createDataDir();
  const relays = await Promise.all(
    Array.from({ length: instanceCount }, () => startRelay(replication.primaryUrl)),
  );
  const { sentinels, name, password = "", sentinelPassword = "" } = sentinel.address;
  const environment = {
    REDIS_SENTINELS: sentinels.map(({ host, port }) => `${host}:${port}`).join(","),
    REDIS_SENTINEL_NAME: name,
    REDIS_SENTINEL_PASSWORD: sentinelPassword,
    REDIS_PASSWORD: password,
    HOST: "127.0.0.1",
    FEEDS: "none",
    AUTH_SECRET: "a secret that all instances share, for tests alone",
  };
  const services: RunningService[] = [];
  const start = async (position: number): Promise<void> => {
    const url = relays[position]?.url ?? "";
    services[position] = await startService(dataDir, {
      ...environment,
      DATABASE_URL: url,
      ...(position === 1 && { REDIS_USERNAME: userOfSecond }),
      ...(position === 2 && { WEB_CONCURRENCY: "2" }),
    });
  };
  for (let position = 0; position < instanceCount; position++) await start(position);
  await importPrices(services[0] as RunningService, dataDir);
  const rig: Rig = {
    sentinel,
    replication,
    relays,
    services,
    start,
    db: connectDatabase({ url: replication.primaryUrl }, 2),
    useStandby: async () => {
      for (const relay of relays) relay.switchTo(replication.standbyUrl);
      await rig.db.$client.end({ timeout: 0 });
      rig.db = connectDatabase({ url: replication.standbyUrl }, 2);
    },
    onPrimary: async (work) => {
      const redis = new Redis(await sentinel.primaryPort(), "127.0.0.1", { password });
      redis.on("error", () => undefined);
      try {
        return await work(redis);
      } finally {
        redis.disconnect();
      }
    },
    workerPids: () =>
      execFileSync("ps", ["-o", "pid=", "--ppid", String(services[2]?.process.pid)], { encoding: "utf8" })
        .trim()
        .split(/\s+/)
        .map(Number),
    close: async () => {
      await Promise.all(services.map((service) => service.stop("SIGKILL")));
      await rig.db.$client.end({ timeout: 0 }).catch(() => undefined);
      for (const relay of relays) await relay.close();
      await sentinel.close();
      replication.close();
      await remove();
    },
  };
  return rig;
};

type Row = Readonly<Record<"fault", string>> & Readonly<Record<string, string | number>>;

const toTable = (rows: readonly Row[]): string => {
  const heads = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map((row) => line(Object.values(row)))].join(
    "\n",
  );
};

export type Fault = {
  /** Runs under load. */
  readonly cause: (rig: Rig) => Promise<void>;
  /** Whether calls may fail with a status of 500 or more. */
  readonly mayFail?: boolean;
};

export const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await delay(50);
};

/** What a customer noticed of a fault. */
const describeResponses = (responses: readonly TimedResponse[]): string => {
  const other = Object.entries(tally(responses)).filter(([kind]) => kind !== "200");
  const kinds = other.map(([kind, calls]) => `${calls} x ${kind.replace(/^0 /, "no reply, ")}`);
  return [...(kinds.length === 0 ? ["only 200"] : kinds), `longest ${maxDurationMs(responses)} ms`].join(
    "; ",
  );
};

/** Describes one test for each fault, which compares the usage with the responses. All figures are printed as a table at the end. */
export const describeFaults = (title: string, faults: Readonly<Record<string, Fault>>): void => {
  describe.skipIf(missing)(title, () => {
    let rig: Rig;
    const rows: Row[] = [];
    beforeAll(async () => {
      rig = await openRig();
    });
    afterAll(async () => {
      print(`${title}\n${toTable(rows)}`);
      await rig?.close();
    });
    afterEach(({ task }) => {
      if (task.result?.state !== "fail") return;
      for (const service of rig.services) print(`--- ${service.url}\n${service.printed().slice(-3_000)}`);
    });

    const urls = (path: string): string[] =>
      rig.services.map(({ url }) => `${url.replace("localhost", "127.0.0.1")}${path}`);
    const readUsed = async ({ key }: MeteredAccount): Promise<(number | undefined)[]> =>
      Promise.all(
        urls("/v1/account/usage").map(async (url) => {
          const { body } = await requestWithKey(url, key);
          return (body as { requests_used_this_period?: number } | undefined)?.requests_used_this_period;
        }),
      );
    const allReady = async (): Promise<boolean> => {
      const replies = await Promise.all(
        urls("/readyz").map((url) =>
          fetch(url).then(
            async (response) => [response.status, ((await response.json()) as { degraded?: [] }).degraded],
            () => [0],
          ),
        ),
      );
      return replies.every(([status, degraded]) => status === 200 && !(degraded as [] | undefined)?.length);
    };

    test.each(Object.entries(faults))(
      "%s: no charge is lost or made twice",
      async (fault, { cause, mayFail = false }) => {
        const account = await addMeteredAccount(rig.db, { allowance: 2_000_000_000 });
        const load = startLoad(urls(pricesPath), [account.key], workers, 5);
        await delay(1_500);
        await cause(rig);
        await delay(1_500);
        const responses = await load.stop();
        await until(allReady);
        const ok = successful(responses).length;
        const interrupted = responses.filter(({ status, code }) => status === 0 && code !== "ECONNREFUSED");
        const failed = responses.filter(({ status }) => status >= 500).length;
        const isSettled = (used: readonly (number | undefined)[]) =>
          used.every((n) => n !== undefined && n >= ok && n <= ok + interrupted.length);
        let used = await readUsed(account);
        for (const since = Date.now(); !isSettled(used) && Date.now() - since < settledWithinMs; ) {
          await delay(200);
          used = await readUsed(account);
        }
        const [shown = Number.NaN] = used;
        rows.push({
          fault,
          sent: responses.length,
          admitted: ok,
          charged: shown,
          lost: Math.max(0, ok - shown),
          "charged twice": Math.max(0, shown - ok - interrupted.length),
          "what a customer saw": describeResponses(responses),
        });
        expect(isSettled(used), JSON.stringify({ used, ...tally(responses) })).toBe(true);
        expect(new Set(used).size).toBe(1);
        if (!mayFail) expect(failed).toBe(0);
        expect(
          Object.keys(tally(responses)).filter((kind) => !/^(200|500 INTERNAL_ERROR|0 .*)$/.test(kind)),
        ).toEqual([]);
      },
    );
  });
};

/** Takes all connections that PostgreSQL has left. @returns a function that gives them back. */
export const takeConnections = async ({ replication }: Rig): Promise<() => Promise<void>> => {
  const clients: postgres.Sql[] = [];
  for (;;) {
    const client = postgres(replication.primaryUrl, { max: 1, onnotice: () => undefined });
    clients.push(client);
    const isFull = await client`select 1`.then(
      () => false,
      () => true,
    );
    if (isFull) return async () => void (await Promise.all(clients.map((each) => each.end({ timeout: 1 }))));
  }
};
