import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { Database } from "@/db/connect";
import { usagePeriods } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createUpstashStore } from "@/server/account/metering/counter/upstash-store";
import { createMeter } from "@/server/account/metering/create-meter";
import type { RunningMeter } from "@/server/account/metering/meter";
import {
  call,
  freeCall,
  type MeteredAccount,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { patientMs, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import { startTestRedis, type TestRedis } from "@/server/account/metering/testing/redis-server";
import { startUpstashGateway, type UpstashGateway } from "@/server/account/metering/testing/upstash-gateway";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";

/** An allowance so large that no call waits for reports of charges. */
export const largeAllowance = { allowance: 2_000_000_000 };

export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await turn();
};

type Load = { readonly done: Promise<{ admitted: number; other: string[] }>; stop: () => void };

/**
 * Stores for the tests of one `describe` block, and instances of the service that meter calls on these stores: a database, and a Redis
 * server that instances reach over TCP or through a simulated Upstash REST API. Each test's instances are closed after the test.
 */
export const faultRig = () => {
  const log = createWatchedLog();
  let database: TestDatabase;
  let redis: TestRedis;
  let gateway: UpstashGateway;
  let pools: Database[];
  beforeAll(async () => {
    database = await testDatabase();
    redis = await startTestRedis();
    gateway = await startUpstashGateway(redis.url);
    pools = [database.connect(), database.connect()];
  });
  afterAll(async () => {
    await gateway.close();
    await redis.close();
    await database.close();
  });

  const open: RunningMeter[] = [];
  const instance = async (
    openStore: () => CounterStore,
    options: { readonly db?: Database; readonly clock?: () => number } = {},
  ): Promise<RunningMeter> => {
    const store = openStore();
    await untilStoreResponds(store);
    const db = options.db ?? pools[open.length % 2] ?? database.db;
    const meter = createMeter({ db, store, log, clock: options.clock ?? Date.now });
    open.push(meter);
    return meter;
  };
  const two = async (openStore: () => CounterStore): Promise<[RunningMeter, RunningMeter]> => [
    await instance(openStore),
    await instance(openStore),
  ];
  beforeEach(log.reset);
  afterEach(async () => {
    gateway.fault = () => undefined;
    await Promise.all(open.splice(0).map((meter) => meter.close()));
  });

  const overTcp = () => createRedisStore(redis.url, patientMs);
  const overRest = () => createUpstashStore(gateway.url, gateway.token, patientMs);
  const overRestInTime = () => createUpstashStore(gateway.url, gateway.token);
  const stores = [
    ["TCP", overTcp],
    ["REST", overRest],
  ] as const;
  const storesInTime = [
    ["TCP", () => createRedisStore(redis.url)],
    ["REST", overRestInTime],
  ] as const;
  const healthy = (meters: readonly RunningMeter[]) =>
    until(() => meters.every((meter) => meter.degraded().length === 0));
  const ledgerOf = async (account: MeteredAccount): Promise<number> => {
    const [row] = await database.db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, account.accountId));
    return row?.used ?? 0;
  };
  /** Waits until the ledger and every meter show `used`. */
  const settlesAt = async (
    meters: readonly RunningMeter[],
    account: MeteredAccount,
    used: number,
  ): Promise<void> => {
    await healthy(meters);
    const figures = async (): Promise<number[]> => {
      await Promise.all(meters.map((meter) => meter.flush()));
      const shown = await Promise.all(meters.map((meter) => call(meter, account.key, freeCall)));
      return [
        await ledgerOf(account),
        ...shown.map((admission) => (admission === "unknown_key" ? -1 : admission.used)),
      ];
    };
    const expected = [used, ...meters.map(() => used)];
    // The timeout is just below the test's timeout, so that the error names the wrong figures.
    await vi.waitFor(async () => expect(await figures()).toEqual(expected), {
      interval: 5,
      timeout: 240_000,
    });
  };

  /**
   * Expects exactly `allowance` calls to be admitted in total. If a reply was lost, both the counter and the ledger may contain the same
   * charge. Until the figures settle, this charge counts twice, so fewer calls are admitted.
   */
  const admitsTheRest = async (
    meters: readonly RunningMeter[],
    account: MeteredAccount,
    admitted: number,
    allowance: number,
  ): Promise<void> => {
    let total = admitted;
    const next = async (n: number) =>
      outcomeOf(await call(meters[n % meters.length] as RunningMeter, account.key));
    for (let n = 0; (await next(n)) === "admitted"; n++) total += 1;
    expect(total).toBe(allowance);
    await settlesAt(meters, account, allowance);
  };

  /** Starts callers that call continuously, and counts the outcomes. */
  const load = (meters: readonly RunningMeter[], account: MeteredAccount, callers = 8): Load => {
    let going = true;
    let admitted = 0;
    const other: string[] = [];
    const worker = async (meter: RunningMeter): Promise<void> => {
      while (going) {
        const outcome = outcomeOf(await call(meter, account.key));
        if (outcome !== "admitted") {
          other.push(outcome);
          continue;
        }
        admitted += 1;
        await turn();
      }
    };
    const running = Array.from({ length: callers }, (_, n) =>
      worker(meters[n % meters.length] as RunningMeter),
    );
    const done = Promise.all(running).then(() => ({ admitted, other }));
    return {
      done,
      stop: () => {
        going = false;
      },
    };
  };
  return {
    log,
    get database() {
      return database;
    },
    get redis() {
      return redis;
    },
    get gateway() {
      return gateway;
    },
    /** The running instances. A test that closes an instance itself removes it. */
    open,
    /** Starts an instance. Consecutive instances use different connection pools. */
    instance,
    two,
    /** Stores that wait for each reply, so that only a fault of the test makes them unavailable. */
    overTcp,
    overRest,
    stores,
    /** Stores that wait for a reply as long as the service does. */
    overRestInTime,
    storesInTime,
    healthy,
    ledgerOf,
    settlesAt,
    admitsTheRest,
    load,
  };
};
