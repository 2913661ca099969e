import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts, usagePeriods } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { callerOf, type Terms } from "@/server/metering/callers/terms";
import { createCounterCommands } from "@/server/metering/counter/counter-commands";
import type { CounterStore } from "@/server/metering/counter/counter-store";
import { createRedisStore } from "@/server/metering/counter/redis-store";
import { readLedger, type UsagePeriod } from "@/server/metering/ledger/ledger";
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

  it("a charge that is confirmed while a report is being written is not lost if the instance is killed before its next report", async () => {
    const [period] = await addPeriods(1);
    if (period === undefined) throw new Error("no period");
    const terms: Terms = { plan: "growth", allowance: null, speedLimit: null, anchor: period.periodStart };
    const caller = callerOf(period.accountId, undefined, terms, Date.now());
    const commands = createCounterCommands(store, Date.now);
    await commands.beginLoad(caller.accountId, "load");
    await commands.install(caller, "load", caller.version, 0);
    await commands.open(caller, { epoch: 1, used: 0 }, caller.periodEnd);

    const db = database.connect();
    const killed = createLedgerSync(db, commands, Date.now, () => false);
    const chargeInStore = async () => {
      const { epoch, reporter, end } = killed.begin(caller, 1);
      const charge = { cost: 1, unitMustRemain: false, countWindow: false } as const;
      const reply = await commands.admit(caller, charge, { epoch, reporter });
      expect(reply).toMatchObject({ kind: "judged", outcome: "admitted" });
      return end;
    };
    await killed.use(caller, 1);
    const [confirmFirst, confirmSecond] = [await chargeInStore(), await chargeInStore()];
    await killed.flush();
    confirmFirst(true);
    const written = killed.flush();
    // All microtasks run before this callback, so the report was composed without the second charge.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    confirmSecond(true);
    await written;
    await Promise.all([db.$client.end({ timeout: 0 }), killed.close()]);

    const survivor = openSync();
    await survivor.sweep(Date.now() + 1_000);
    await survivor.close();
    expect(await readLedger(database.db, caller)).toBe(2);
  });
});
