import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts, usagePeriods } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createCounterCommands } from "@/server/metering/counter/counter-commands";
import type { CounterStore } from "@/server/metering/counter/counter-store";
import { createRedisStore } from "@/server/metering/counter/redis-store";
import type { UsagePeriod } from "@/server/metering/ledger/ledger";
import { createLedgerSync } from "@/server/metering/ledger/sync-ledger";
import { awaitStore } from "@/server/metering/open-meter";
import { startTestRedis, type TestRedis, testsCounterStores } from "@/server/metering/testing/redis-server";

describe.skipIf(!testsCounterStores)("synchronizing the ledger", () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let store: CounterStore;
  beforeAll(async () => {
    database = await testDatabase();
    redis = await startTestRedis();
    store = createRedisStore(redis.url);
    await awaitStore(store);
  });
  afterAll(async () => {
    await store?.close();
    await redis?.close();
    await database?.close();
  });

  const addPeriods = async (number: number): Promise<UsagePeriod[]> => {
    const now = new Date();
    const ids = Array.from({ length: number }, () => randomUUID());
    const { db } = database;
    await db
      .insert(accounts)
      .values(ids.map((id) => ({ id, email: `${id}@example.com`, plan: "growth", createdAt: now })));
    await db
      .insert(usagePeriods)
      .values(ids.map((id) => ({ accountId: id, periodStart: now, used: 0, epoch: 1 })));
    return ids.map((accountId) => ({ accountId, periodStart: now.getTime() }));
  };

  const openSync = () =>
    createLedgerSync(database.db, createCounterCommands(store, Date.now), Date.now, () => false);

  it("a ledger flush writes every earlier charge, even for more accounts than fit in one statement", async () => {
    const periods = await addPeriods(1_200);
    const sync = openSync();
    for (const period of periods) {
      await sync.use(period, 1);
      for (let n = 0; n < 3; n++) sync.begin(period, 1).end(true);
    }
    await sync.flush();
    const written = await database.db.select({ used: usagePeriods.used }).from(usagePeriods);
    await sync.close();
    expect(written.map(({ used }) => used)).toEqual(periods.map(() => 3));
  });

  it("a ledger flush ends even if charges keep coming", async () => {
    const [period] = await addPeriods(1);
    if (period === undefined) throw new Error("no period");
    const sync = openSync();
    let charges = 0;
    let charging = true;
    const chargeOn = (): void => {
      if (!charging) return;
      charges += 1;
      sync.begin(period, 1).end(true);
      setImmediate(chargeOn);
    };
    await sync.use(period, 1);
    chargeOn();
    await sync.flush();
    charging = false;
    await sync.close();
    const used = await database.db.select({ used: usagePeriods.used }).from(usagePeriods);
    expect(used).toContainEqual({ used: charges });
  });
});
