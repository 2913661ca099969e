import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "@/db/connect";
import { accounts, usagePeriods } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { callerOf, type Terms } from "@/server/account/metering/callers/terms";
import { createCounterCommands } from "@/server/account/metering/counter/counter-commands";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { readLedger, type UsagePeriod } from "@/server/account/metering/ledger/ledger";
import { createLedgerSync } from "@/server/account/metering/ledger/sync-ledger";
import { patientMs, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import {
  startTestRedis,
  type TestRedis,
  testsCounterStores,
} from "@/server/account/metering/testing/redis-server";

describe.skipIf(!testsCounterStores)("synchronizing the ledger", () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let store: CounterStore;
  beforeAll(async () => {
    database = await testDatabase();
    redis = await startTestRedis();
    store = createRedisStore(redis.url, patientMs);
    await untilStoreResponds(store);
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

  /** The charges in the ledger's rows of these accounts. */
  const usedBy = async (periods: readonly UsagePeriod[]): Promise<number[]> => {
    const ids = periods.map(({ accountId }) => accountId);
    const rows = await database.db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(inArray(usagePeriods.accountId, ids));
    return rows.map(({ used }) => used);
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
    const written = await usedBy(periods);
    await sync.close();
    expect(written).toEqual(periods.map(() => 3));
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
    expect(await usedBy([period])).toEqual([charges]);
  });

  /** Opens a counter and an instance that charges it. The instance's reports use a pool of their own, with one connection. */
  const openCounter = async () => {
    const [period] = await addPeriods(1);
    if (period === undefined) throw new Error("no period");
    const terms: Terms = {
      plan: "growth",
      allowance: null,
      speedLimit: null,
      streams: null,
      anchor: period.periodStart,
    };
    const caller = callerOf(period.accountId, undefined, terms, Date.now());
    const commands = createCounterCommands(store, Date.now);
    await commands.beginLoad(caller.accountId, "load");
    await commands.install(caller, "load", caller.version, 0);
    await commands.open(caller, { epoch: 1, used: 0 }, caller.periodEnd);
    const db = connectDatabase(database.address, 1);
    const sync = createLedgerSync(db, commands, Date.now, () => false);
    await sync.use(caller, 1);
    /** Charges the counter in the store. The returned function tells the instance whether the charge counts. By default, it does. */
    const charge = async (): Promise<(counts?: boolean) => void> => {
      const { epoch, reporter, end } = sync.begin(caller, 1);
      const cost = { cost: 1, unitMustRemain: false, countsAgainstSpeedLimit: false } as const;
      const reply = await commands.admit(caller, cost, { epoch, reporter });
      expect(reply).toMatchObject({ kind: "decided", outcome: "admitted" });
      return (counts = true) => end(counts);
    };
    return { caller, sync, charge, client: db.$client };
  };

  /** All microtasks run before the callback, so `flush` has composed its report. */
  const untilComposed = () => new Promise<void>((resolve) => process.nextTick(resolve));

  it("a charge that is confirmed while a report is being written is not lost if the instance is killed before its next report", async () => {
    const { caller, sync: killed, charge, client } = await openCounter();
    const [confirmFirst, confirmSecond] = [await charge(), await charge()];
    await killed.flush();
    confirmFirst();
    const written = killed.flush();
    await untilComposed();
    confirmSecond();
    await written;
    await Promise.all([client.end({ timeout: 0 }), killed.close()]);

    const survivor = openSync();
    await survivor.sweep(Date.now() + 1_000);
    await survivor.close();
    expect(await readLedger(database.db, caller)).toBe(2);
  });

  it("a sweep writes the charges of two killed instances on one counter", async () => {
    const { caller, sync: killed, charge, client } = await openCounter();
    await charge();
    const reply = await createCounterCommands(store, Date.now).admit(
      caller,
      { cost: 1, unitMustRemain: false, countsAgainstSpeedLimit: false },
      { epoch: 1, reporter: "another" },
    );
    expect(reply).toMatchObject({ kind: "decided", outcome: "admitted" });
    await Promise.all([client.end({ timeout: 0 }), killed.close()]);
    const survivor = openSync();
    await survivor.sweep(Date.now() + 1_000);
    await survivor.close();
    expect(await readLedger(database.db, caller)).toBe(2);
  });

  it("a charge whose reply was lost does not count, even if the ledger loses the report that says so, and the counter is then closed", async () => {
    const { caller, sync, charge, client } = await openCounter();
    (await charge())();
    (await charge())(false);
    await sync.flush();
    await sync.retire(caller, 1);
    // The row is settled once the charges of the closed counter are written.
    const epochAt = async () =>
      (await database.db.select().from(usagePeriods).where(eq(usagePeriods.accountId, caller.accountId)))[0]
        ?.epochAt;
    while ((await epochAt()) !== null) await sync.flush();
    expect(await readLedger(database.db, caller)).toBe(1);
    // The database is as it was before the counter was retired.
    await database.db
      .update(usagePeriods)
      .set({ used: 0, epoch: 1, epochAt: null, reports: {} })
      .where(eq(usagePeriods.accountId, caller.accountId));
    const other = openSync();
    await other.sweep(Date.now() + 1_000);
    // The store still has the charge.
    expect(await readLedger(database.db, caller)).toBe(2);
    await sync.retire(caller, 1);
    expect(await readLedger(database.db, caller)).toBe(1);
    await Promise.all([sync.close(), other.close()]);
    await client.end({ timeout: 1 });
  });

  it("a report that waits for a connection while the counter is charged and closed does not lower the usage", async () => {
    const { caller, sync, charge, client } = await openCounter();
    const confirmFirst = await charge();
    await sync.flush();
    const connection = await client.reserve();
    confirmFirst();
    const written = sync.flush();
    await untilComposed();
    (await charge())();
    (await charge())();
    const other = openSync();
    await other.sweep(Date.now() + 1_000);
    expect(await readLedger(database.db, caller)).toBe(3);
    connection.release();
    await written;
    // Without a connection, the next report cannot correct the figure.
    await Promise.all([client.end({ timeout: 0 }), sync.close(), other.close()]);
    expect(await readLedger(database.db, caller)).toBe(3);
  });
});
