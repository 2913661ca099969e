import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createUpstashStore } from "@/server/account/metering/counter/upstash-store";
import { createMeter } from "@/server/account/metering/create-meter";
import type { Caller, RunningMeter } from "@/server/account/metering/meter";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { patientMs, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import {
  startTestRedis,
  type TestRedis,
  testsCounterStores,
} from "@/server/account/metering/testing/redis-server";
import { startUpstashGateway, type UpstashGateway } from "@/server/account/metering/testing/upstash-gateway";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";

const log = createWatchedLog();
let database: TestDatabase;
let redis: TestRedis | undefined;
let gateway: UpstashGateway | undefined;
beforeAll(async () => {
  database = await testDatabase();
  if (!testsCounterStores) return;
  redis = await startTestRedis();
  gateway = await startUpstashGateway(redis.url);
});
afterAll(async () => {
  await gateway?.close();
  await redis?.close();
  await database.close();
});

const kinds = testsCounterStores ? (["none", "redis", "upstash"] as const) : (["none"] as const);

describe.each(kinds)("open streams with the counter store %s", (kind) => {
  const meters: RunningMeter[] = [];
  const openMeter = async (): Promise<RunningMeter> => {
    const store =
      kind === "redis" && redis
        ? createRedisStore(redis.url, patientMs)
        : kind === "upstash" && gateway
          ? createUpstashStore(gateway.url, gateway.token, patientMs)
          : undefined;
    if (store !== undefined) await untilStoreResponds(store);
    const meter = createMeter({ db: database.db, store, log, clock: Date.now });
    meters.push(meter);
    return meter;
  };
  afterAll(() => Promise.all(meters.map((meter) => meter.close())));

  const callerOf = async (meter: RunningMeter, key: string): Promise<Caller> => {
    const caller = await createIdentifyKey(meter)(key);
    if (caller === undefined) throw new Error("the key is unknown");
    return caller;
  };

  it("an account has as many streams open as its plan allows, and a released place is free at once", async () => {
    const [one, two] = [await openMeter(), await openMeter()];
    const account = await addMeteredAccount(database.db, { plan: "growth" });
    const caller = await callerOf(one, account.key);
    expect(caller.streams).toBe(2);
    const first = randomUUID();
    expect(await one.streamPlaces.take(caller, first)).toBe(1);
    // Without a store, each process counts its own streams.
    const second = kind === "none" ? one : two;
    expect(await second.streamPlaces.take(caller, randomUUID())).toBe(2);
    expect(await one.streamPlaces.take(caller, randomUUID())).toBeUndefined();
    one.streamPlaces.release(account.accountId, first);
    await expect.poll(() => one.streamPlaces.take(caller, randomUUID())).toBe(2);
    await one.streamPlaces.renew();
    expect(await one.streamPlaces.take(caller, randomUUID())).toBeUndefined();
  });

  it("an instance that ends frees its places before it has ended", async () => {
    const [ending, other] = [await openMeter(), await openMeter()];
    const account = await addMeteredAccount(database.db, { plan: "scale" });
    const caller = await callerOf(ending, account.key);
    const places = Array.from({ length: 10 }, () => randomUUID());
    for (const place of places) await ending.streamPlaces.take(caller, place);
    // Some streams close, are renewed and open while the instance ends.
    for (const place of places.slice(0, 5)) ending.streamPlaces.release(account.accountId, place);
    const renewed = ending.streamPlaces.renew();
    const taken = ending.streamPlaces.take(caller, randomUUID());
    await ending.close();
    await renewed;
    expect(await taken).toBeUndefined();
    expect(await other.streamPlaces.take(caller, randomUUID())).toBe(1);
  });

  it("concurrent openings never exceed the number of places", async () => {
    const meter = await openMeter();
    const account = await addMeteredAccount(database.db, { plan: "scale" });
    const caller = await callerOf(meter, account.key);
    const taken = await Promise.all(
      Array.from({ length: 30 }, () => meter.streamPlaces.take(caller, randomUUID())),
    );
    expect(taken.filter((place) => place !== undefined)).toHaveLength(10);
  });

  it("a custom number of streams replaces the plan's, but gives none to a plan without streams", async () => {
    const meter = await openMeter();
    const account = await addMeteredAccount(database.db, { plan: "growth" });
    await callerOf(meter, account.key);
    const change = (terms: { streams?: number; plan?: string }) =>
      database.db.update(accounts).set(terms).where(eq(accounts.id, account.accountId));
    await change({ streams: 7 });
    await meter.announceAccountChanged(account.accountId);
    const { caller } = await meter.recheck(await callerOf(meter, account.key));
    expect(caller.streams).toBe(7);
    await change({ plan: "starter" });
    await meter.announceAccountChanged(account.accountId);
    expect(await meter.recheck(caller)).toMatchObject({ outcome: "changed", caller: { streams: 0 } });
  });

  it("every process finds a revoked key when it confirms an open stream, and confirming counts no call", async () => {
    const [one, two] = [await openMeter(), await openMeter()];
    const account = await addMeteredAccount(database.db, { plan: "growth", speedLimit: 1 });
    const caller = await callerOf(one, account.key);
    for (let round = 0; round < 5; round++)
      expect(await one.recheck(caller)).toMatchObject({ outcome: "admitted", used: 0 });
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    await two.announceAccountChanged(account.accountId);
    expect(await one.recheck(caller)).toMatchObject({ outcome: "invalid" });
  });
});
