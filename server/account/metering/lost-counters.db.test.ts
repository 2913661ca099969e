import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { connectDatabase } from "@/db/connect";
import { usagePeriods } from "@/db/schema/accounts";
import { createCounterCommands } from "@/server/account/metering/counter/counter-commands";
import type { UsagePeriod } from "@/server/account/metering/ledger/ledger";
import type { RunningMeter } from "@/server/account/metering/meter";
import { faultRig, largeAllowance, turn, until } from "@/server/account/metering/testing/fault-rig";
import {
  addMeteredAccount,
  call,
  freeCall,
  type MeteredAccount,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import { testsCounterStores } from "@/server/account/metering/testing/redis-server";
import { settleMs, settlePollMs } from "@/server/account/metering/timing";

describe.skipIf(!testsCounterStores)("metering while counters are lost or late", () => {
  const rig = faultRig();
  const { instance, two, overTcp, stores, ledgerOf, settlesAt, load } = rig;

  it.each(stores)(
    "each admitted call is counted once while the store is emptied under load (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(rig.database.db, largeAllowance);
      const working = load(meters, account);
      for (let time = 0; time < 3; time++) {
        const before = await ledgerOf(account);
        await until(async () => (await ledgerOf(account)) > before + 50);
        await rig.redis.admin.flushall();
      }
      const before = await ledgerOf(account);
      await until(async () => (await ledgerOf(account)) > before + 50);
      working.stop();
      const { admitted, other } = await working.done;
      expect(other).toEqual([]);
      await settlesAt(meters, account, admitted);
    },
  );

  it.each(stores)(
    "exactly the allowance is admitted while the store is emptied under load, and never more if a busy machine also loses replies (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(rig.database.db, { allowance: 150 });
      const calls = Array.from({ length: 200 }, async (_none, n) => {
        for (let pause = 0; pause < n / 10; pause++) await turn();
        if (n === 100) await rig.redis.admin.flushall();
        return outcomeOf(await call(meters[n % 2] as RunningMeter, account.key));
      });
      const outcomes = await Promise.all(calls);
      const admitted = outcomes.filter((outcome) => outcome === "admitted").length;
      // On a busy machine, the store can take longer than `storeDeadlineMs`. Its replies then count as lost.
      if (rig.log.storeWasUnavailable()) expect(admitted).toBeLessThanOrEqual(150);
      else expect(admitted).toBe(150);
      await settlesAt(meters, account, admitted);
      await rig.admitsTheRest(meters, account, admitted, 150);
    },
  );

  /** Whether the ledger's row has taken over from the account's first counter. */
  const hasTakenOver = async ({ accountId }: MeteredAccount): Promise<boolean> => {
    const [row] = await rig.database.db
      .select({ epoch: usagePeriods.epoch })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, accountId));
    return (row?.epoch ?? 0) > 1;
  };

  it.each(stores)(
    "exactly the allowance is admitted if the store is emptied while an instance cannot report its charges (%s)",
    async (_, openStore) => {
      const db = connectDatabase(rig.database.address, 1);
      const stalled = await instance(openStore, { db });
      const other = await instance(openStore);
      const account = await addMeteredAccount(rig.database.db, { allowance: 10 });
      for (const meter of [stalled, other])
        expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
      await Promise.all([stalled.flush(), other.flush()]);
      // The test holds the stalled instance's only connection to the database, so the instance cannot report.
      const connection = await db.$client.reserve();
      for (let n = 0; n < 4; n++) expect(outcomeOf(await call(stalled, account.key))).toBe("admitted");
      await rig.redis.admin.flushall();
      const began = performance.now();
      const calls = Array.from({ length: 10 }, async () => outcomeOf(await call(other, account.key)));
      await until(() => hasTakenOver(account));
      await delay(5 * settlePollMs);
      connection.release();
      const admitted = (await Promise.all(calls)).filter((outcome) => outcome === "admitted").length;
      // Reports that come later than `settleMs` are too late for the allowance.
      if (performance.now() - began < settleMs) expect(admitted).toBe(4);
      await settlesAt([stalled, other], account, 6 + admitted);
      await db.$client.end({ timeout: 0 });
    },
  );

  it.each(stores)(
    "each admitted call is counted once if a counter reverts to an older state (%s)",
    async (_, openStore) => {
      const meter = await instance(openStore);
      const account = await addMeteredAccount(rig.database.db, largeAllowance);
      await call(meter, account.key);
      await meter.flush();
      const [counter = ""] = await rig.redis.admin.keys(`*c:${account.accountId}:*`);
      const older = await rig.redis.admin.dumpBuffer(counter);
      for (let n = 0; n < 5; n++) await call(meter, account.key);
      await meter.flush();
      await rig.redis.admin.restore(counter, 0, older, "REPLACE");
      for (let n = 0; n < 3; n++) expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
      await settlesAt([meter], account, 9);
    },
  );

  it.each(stores)("calls are admitted after the store has lost its scripts (%s)", async (_, openStore) => {
    const meter = await instance(openStore);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, account.key);
    await rig.redis.admin.script("FLUSH");
    const admissions = await Promise.all([1, 2, 3].map(() => call(meter, account.key)));
    expect(admissions.map(outcomeOf)).toEqual(["admitted", "admitted", "admitted"]);
    expect(meter.degraded()).toEqual([]);
    await settlesAt([meter], account, 4);
  });

  const periodOf = async ({ accountId }: MeteredAccount): Promise<UsagePeriod> => {
    const [row] = await rig.database.db
      .select({ start: usagePeriods.periodStart })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, accountId));
    if (row === undefined) throw new Error("the account has no period");
    return { accountId, periodStart: row.start.getTime() };
  };
  const setRow = async ({ accountId }: MeteredAccount, assignments: string): Promise<void> => {
    await rig.database.db.$client.unsafe(
      `update usage_periods set ${assignments} where account_id = '${accountId}'`,
    );
  };

  const closeInStore = async (account: MeteredAccount): Promise<void> => {
    const store = overTcp();
    await untilStoreResponds(store);
    await createCounterCommands(store, Date.now).close(await periodOf(account), 1);
    await store.close();
  };
  const takeOver = (account: MeteredAccount) =>
    setRow(account, "epoch = 2, epoch_at = now() - interval '1 minute'");

  /** Adds an account with six charges. The instance that made them reported only the first, and can make no more reports. */
  const chargeUnreported = async (): Promise<MeteredAccount> => {
    const lost = rig.database.connect();
    const killed = await instance(overTcp, { db: lost, clock: () => Date.now() - 3_000 });
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(killed, account.key);
    await killed.flush();
    await lost.$client.end({ timeout: 0 });
    for (let n = 0; n < 5; n++) await call(killed, account.key);
    expect(await ledgerOf(account)).toBe(1);
    return account;
  };

  it.each([
    ["", async () => undefined],
    [", even if another instance closed the counter without writing them", closeInStore],
    [", even if the ledger has taken over and no longer waits for them", takeOver],
  ] as const)(
    "charges that a killed instance did not report are written to the ledger%s",
    async (_, disturb) => {
      const account = await chargeUnreported();
      await disturb(account);
      const other = await instance(overTcp);
      await until(async () => (await ledgerOf(account)) === 6);
      expect(outcomeOf(await call(other, account.key))).toBe("admitted");
      await settlesAt([other], account, 7);
    },
  );

  it("charges that a killed instance did not report are written to the ledger, even if a new instance opens the next counter first", async () => {
    const account = await chargeUnreported();
    await closeInStore(account);
    await takeOver(account);
    const other = await instance(overTcp);
    expect(outcomeOf(await call(other, account.key))).toBe("admitted");
    await settlesAt([other], account, 7);
  });

  it("if the database's clock is set back after a counter was opened or lost, no call waits until the clock catches up", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(rig.database.db, { allowance: 3 });
    await call(meter, account.key);
    await meter.flush();
    const ahead = "now() + interval '1 hour'";
    await setRow(account, `epoch_at = ${ahead}`);
    await rig.redis.admin.flushall();
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
    await setRow(account, `epoch_at = ${ahead}, pinned_until = ${ahead}`);
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
    await settlesAt([meter], account, 3);
    expect(outcomeOf(await call(meter, account.key))).toBe("allowance_spent");
  });

  it("in each period, exactly the allowance is admitted, even if the clocks of two instances differ by two seconds", async () => {
    let now = Date.now();
    const meters = [
      await instance(overTcp, { clock: () => now }),
      await instance(overTcp, { clock: () => now - 2_000 }),
    ];
    const account = await addMeteredAccount(rig.database.db, { allowance: 20 });
    const [first] = meters;
    if (first === undefined) throw new Error("no instance");
    const admission = await call(first, account.key);
    if (admission === "unknown_key") throw new Error(admission);
    now = admission.caller.periodEnd + 1_000;
    const admissions = await Promise.all(
      Array.from({ length: 60 }, (_, n) => call(meters[n % 2] as RunningMeter, account.key)),
    );
    // One instance is already in the next period. The first call used one request of the old period.
    expect(admissions.map(outcomeOf).filter((outcome) => outcome === "admitted")).toHaveLength(19 + 20);
    await Promise.all(meters.map((meter) => meter.flush()));
    const rows = await rig.database.db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, account.accountId));
    expect(rows).toEqual([{ used: 20 }, { used: 20 }]);
  });

  it("a call counts in the second in which its instance received it, even if the call reaches the store later", async () => {
    const meters = await two(overTcp);
    for (;;) {
      rig.log.reset();
      const account = await addMeteredAccount(rig.database.db, { speedLimit: 3 });
      const began = performance.now();
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      try {
        for (const meter of [meters[0], meters[1], meters[0]])
          expect(outcomeOf(await call(meter, account.key, freeCall))).toBe("admitted");
        // The instances' clock stands still, and the store's clock advances.
        await delay(1_100);
        const outcome = outcomeOf(await call(meters[1], account.key, freeCall));
        // The store forgets the second's calls after two seconds. Without the store, each instance counts only its own calls.
        if (performance.now() - began > 2_000 || rig.log.storeWasUnavailable()) continue;
        expect(outcome).toBe("speed_limit");
        return;
      } finally {
        vi.useRealTimers();
      }
    }
  });
});
