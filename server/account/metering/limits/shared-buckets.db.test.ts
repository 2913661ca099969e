import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createUpstashStore } from "@/server/account/metering/counter/upstash-store";
import { createMeter } from "@/server/account/metering/create-meter";
import { patientMs, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import {
  startTestRedis,
  type TestRedis,
  testsCounterStores,
} from "@/server/account/metering/testing/redis-server";
import { startUpstashGateway, type UpstashGateway } from "@/server/account/metering/testing/upstash-gateway";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";
import { hourMs } from "@/server/domain/durations";
import {
  consoleLimits,
  createViewingLimit,
  type ViewerKey,
  viewingLimitOf,
} from "@/server/web/http/screen/viewing-limit";

const { burst, perHour } = consoleLimits.views;

describe.skipIf(!testsCounterStores)("limits that all instances share", () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let gateway: UpstashGateway;
  beforeAll(async () => {
    database = await testDatabase();
    redis = await startTestRedis();
    gateway = await startUpstashGateway(redis.url);
  });
  afterAll(async () => {
    await gateway.close();
    await redis.close();
    await database.close();
  });

  /** One instance: its meter, and the viewing limit on it. */
  const instance = async (store: CounterStore | undefined) => {
    if (store !== undefined) await untilStoreResponds(store);
    const meter = createMeter({ db: database.db, store, log: createWatchedLog(), clock: Date.now });
    const limit = createViewingLimit(Date.now, { take: meter.takeShared, secret: "a-secret-of-the-service" });
    return { meter, limit };
  };

  test.each([
    ["TCP", () => createRedisStore(redis.url, patientMs)],
    ["REST", () => createUpstashStore(gateway.url, gateway.token, patientMs)],
  ] as const)(
    "a visitor's calls in the docs are limited over all instances, and the store has no address (%s)",
    async (name, openStore) => {
      await redis.admin.flushall();
      const instances = [await instance(openStore()), await instance(openStore())];
      try {
        const visitor = { kind: "console", id: name === "TCP" ? "192.0.2.1" : "192.0.2.2" } as const;
        const waits = await Promise.all(
          Array.from({ length: burst + 20 }, (_, n) => instances[n % 2]?.limit.take(visitor)),
        );
        expect(waits.filter((wait) => wait === 0)).toHaveLength(burst);
        for (const wait of waits.filter((one) => one !== 0)) {
          expect(wait).toBeGreaterThan(0);
          expect(wait).toBeLessThanOrEqual(3_600 / perHour);
        }
        const keys = await redis.admin.keys("ok:*b:console:*");
        expect(keys).toHaveLength(1);
        expect(keys[0]).not.toContain("192.0.2");
        expect(await redis.admin.pttl(keys[0] ?? "")).toBeGreaterThan(0);
        expect(await instances[0]?.limit.take({ ...visitor, id: "198.51.100.1" })).toBe(0);
      } finally {
        await Promise.all(instances.map(({ meter }) => meter.close()));
      }
    },
  );

  test.each([
    ["TCP", () => createRedisStore(redis.url, patientMs)],
    ["REST", () => createUpstashStore(gateway.url, gateway.token, patientMs)],
  ] as const)("the views of an account are limited over all instances (%s)", async (name, openStore) => {
    await redis.admin.flushall();
    const instances = [await instance(openStore()), await instance(openStore())];
    try {
      const viewer: ViewerKey = { kind: "account", id: `account-${name}`, plan: "free" };
      const { burst: views, perHour: regained } = viewingLimitOf(viewer, "views");
      const startedAt = Date.now();
      let read = 0;
      for (let round = 0; round < views / 50; round++)
        for (const waitSeconds of await Promise.all(
          Array.from({ length: 100 }, (_, n) => instances[n % 2]?.limit.take(viewer)),
        ))
          if (waitSeconds === 0) read += 1;
      const regainedViews = ((Date.now() - startedAt) / hourMs) * regained;
      expect(read).toBeGreaterThanOrEqual(views);
      expect(read).toBeLessThanOrEqual(views + regainedViews + 2 * (regained / 3_600));
      expect(read).toBeLessThan(2 * views);
    } finally {
      await Promise.all(instances.map(({ meter }) => meter.close()));
    }
  });

  test("while the store is away or hangs, each instance limits by its own count, and no call fails", async () => {
    await redis.admin.flushall();
    const instances = [
      await instance(createRedisStore(redis.url)),
      await instance(createUpstashStore(gateway.url, gateway.token)),
    ];
    try {
      const visitor = { kind: "console", id: "192.0.2.3" } as const;
      for (const { limit } of instances) expect(await limit.take(visitor)).toBe(0);
      redis.freeze();
      for (const { limit, meter } of instances) {
        const waits: number[] = [];
        for (let n = 0; n < burst + 5; n++) waits.push(await limit.take(visitor));
        expect(waits.filter((wait) => wait === 0)).toHaveLength(burst - 1);
        expect(meter.degraded()).toEqual(["counter_store"]);
      }
      redis.thaw();
      while (instances.some(({ meter }) => meter.degraded().length > 0)) await delay(20);
    } finally {
      redis.thaw();
      await Promise.all(instances.map(({ meter }) => meter.close()));
    }
  });

  test("the limit holds after the server has forgotten its scripts", async () => {
    await redis.admin.flushall();
    const { limit, meter } = await instance(createRedisStore(redis.url, patientMs));
    try {
      const visitor = { kind: "console", id: "192.0.2.4" } as const;
      const waits: number[] = [];
      for (let n = 0; n < burst + 1; n++) {
        if (n === 10) await redis.admin.script("FLUSH");
        waits.push(await limit.take(visitor));
      }
      expect(waits.map((wait) => wait === 0)).toEqual([...Array(burst).fill(true), false]);
    } finally {
      await meter.close();
    }
  });

  test("without a counter store, each process limits by its own count", async () => {
    const { limit, meter } = await instance(undefined);
    const visitor = { kind: "console", id: "192.0.2.5" } as const;
    const waits: number[] = [];
    for (let n = 0; n < burst + 1; n++) waits.push(await limit.take(visitor));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(burst);
    await meter.close();
  });
});
