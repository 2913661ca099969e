import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { startRelay } from "@/db/testing/relay";
import { createCounterCommands } from "@/server/account/metering/counter/counter-commands";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { faultRig, largeAllowance, until } from "@/server/account/metering/testing/fault-rig";
import {
  addMeteredAccount,
  call,
  freeCall,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import { testsCounterStores } from "@/server/account/metering/testing/redis-server";

describe.skipIf(!testsCounterStores)("metering while a store is unavailable", () => {
  const rig = faultRig();
  const { instance, two, overTcp, overRest, storesInTime, healthy, ledgerOf, settlesAt, load } = rig;

  it("exactly the allowance is admitted if only one of two instances can reach the store", async () => {
    const [connected, cutOff] = [await instance(overTcp), await instance(overRest)];
    const account = await addMeteredAccount(rig.database.db, { allowance: 10 });
    for (let n = 0; n < 4; n++) expect(outcomeOf(await call(connected, account.key))).toBe("admitted");
    // After this flush, the connected instance has nothing to report, so no reply to a report can tell it that the ledger took over.
    await connected.flush();
    rig.gateway.fault = () => "cut";
    let admitted = 0;
    while (outcomeOf(await call(cutOff, account.key)) === "admitted") admitted += 1;
    expect(admitted).toBe(6);
    expect(outcomeOf(await call(connected, account.key))).toBe("allowance_spent");
    rig.gateway.fault = () => undefined;
    await settlesAt([connected, cutOff], account, 10);
  });

  const start = () => rig.redis.start();
  const outages = [
    ["stopped and restarted with its saved state", () => rig.redis.stop("SIGTERM"), start],
    ["killed and restarted with an older state", () => rig.redis.stop("SIGKILL"), start],
    ["frozen for a while", async () => rig.redis.freeze(), async () => rig.redis.thaw()],
  ] as const;

  describe.each(storesInTime)("over %s", (_, openStore) => {
    it.each(outages)(
      "each admitted call is counted once while the store is %s",
      async (_outage, stopStore, returnStore) => {
        const meters = await two(openStore);
        const account = await addMeteredAccount(rig.database.db, largeAllowance);
        const working = load(meters, account);
        await until(async () => (await ledgerOf(account)) > 50);
        await rig.redis.admin.save();
        const saved = await ledgerOf(account);
        await until(async () => (await ledgerOf(account)) > saved + 50);
        await stopStore();
        await until(() => meters.every((meter) => meter.degraded()[0] === "counter_store"));
        const before = await ledgerOf(account);
        await until(async () => (await ledgerOf(account)) > before + 50);
        await returnStore();
        await healthy(meters);
        const back = await ledgerOf(account);
        await until(async () => (await ledgerOf(account)) > back + 50);
        working.stop();
        const { admitted, other } = await working.done;
        expect(other).toEqual([]);
        await settlesAt(meters, account, admitted);
      },
    );
  });

  it("each admitted call is counted once while the store responds to one of two instances 300 ms late", async () => {
    const relay = await startRelay(rig.redis.url);
    const far = await instance(() => createRedisStore(relay.url));
    const meters = [await instance(overTcp), far];
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    const working = load(meters, account);
    await until(async () => (await ledgerOf(account)) > 50);
    relay.slowDown(150);
    await until(() => far.degraded()[0] === "counter_store");
    const before = await ledgerOf(account);
    await until(async () => (await ledgerOf(account)) > before + 50);
    relay.slowDown(0);
    await healthy(meters);
    working.stop();
    const { admitted, other } = await working.done;
    expect(other).toEqual([]);
    await settlesAt(meters, account, admitted);
    await Promise.all(rig.open.splice(0).map((meter) => meter.close()));
    await relay.close();
  });

  it("while the store is unavailable, the speed limit applies in each process, and revoked keys are rejected", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(rig.database.db, { speedLimit: 5 });
    await call(meter, account.key, freeCall);
    rig.gateway.fault = () => "cut";
    await until(async () => {
      await call(meter, account.key, freeCall);
      return meter.degraded().length === 1;
    });
    const admissions = await Promise.all(
      Array.from({ length: 40 }, () => call(meter, account.key, freeCall)),
    );
    // The forty calls may fall into two windows. Each window admits five.
    expect(admissions.filter((admission) => outcomeOf(admission) === "admitted").length).toBeLessThanOrEqual(
      10,
    );
    expect(admissions.map(outcomeOf)).toContain("speed_limit");
    await rig.database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    expect(["invalid", "unknown_key"]).toContain(outcomeOf(await call(meter, account.key, freeCall)));
  });

  it.each(storesInTime)(
    "announcing an account's change fails while the store is unavailable, and succeeds afterwards (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(rig.database.db, largeAllowance);
      for (const meter of meters) await call(meter, account.key);
      rig.redis.freeze();
      await rig.database.db
        .update(apiKeys)
        .set({ revokedAt: new Date() })
        .where(eq(apiKeys.id, account.keyId));
      await expect(meters[0].announceAccountChanged(account.accountId)).rejects.toThrow();
      rig.redis.thaw();
      await healthy(meters);
      await meters[0].announceAccountChanged(account.accountId);
      for (const meter of meters)
        expect(["invalid", "unknown_key"]).toContain(outcomeOf(await call(meter, account.key)));
    },
  );

  it("if an account changes while an instance loads the account's record, the outdated record is not stored", async () => {
    const store = overTcp();
    await untilStoreResponds(store);
    const calls = createCounterCommands(store, Date.now);
    const accountId = randomUUID();
    const install = (token: string) =>
      calls.install({ accountId, keyId: randomUUID() }, token, "free:-:-:0", 60_000);
    await calls.beginLoad(accountId, "before");
    await calls.forget(accountId);
    await calls.beginLoad(accountId, "after");
    expect(await install("before")).toBe(false);
    expect(await install("after")).toBe(true);
    expect(await install("after")).toBe(false);
    await store.close();
  });

  it("a revoked key stays rejected after the store returns with an older state", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, account.key);
    await rig.redis.admin.save();
    await rig.database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    await meter.announceAccountChanged(account.accountId);
    await rig.redis.stop("SIGKILL");
    await rig.redis.start();
    const other = await instance(overTcp);
    for (const after of [meter, other])
      expect(["invalid", "unknown_key"]).toContain(outcomeOf(await call(after, account.key)));
  });

  it("an announced revocation or change of terms causes no warning", async () => {
    const meter = await instance(overTcp);
    const [revoked, changed, unannounced] = [
      await addMeteredAccount(rig.database.db, { allowance: 7 }),
      await addMeteredAccount(rig.database.db, { allowance: 7 }),
      await addMeteredAccount(rig.database.db, { allowance: 7 }),
    ];
    for (const account of [revoked, changed]) await call(meter, account.key);
    await rig.database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, revoked.keyId));
    await rig.database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, changed.accountId));
    for (const account of [revoked, changed]) await meter.announceAccountChanged(account.accountId);
    await meter.flush();
    // The test waits for the warning of a third, unannounced change. If the announced changes caused a warning, it would be logged by then.
    await call(meter, unannounced.key);
    await rig.database.db
      .update(accounts)
      .set({ allowance: 8 })
      .where(eq(accounts.id, unannounced.accountId));
    await meter.flush();
    await until(() => rig.log.drifted().length > 0);
    expect(rig.log.drifted()).toEqual([unannounced.accountId]);
  });

  it("an unannounced revocation takes effect once the time of the key's last use is written, and a warning is logged", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, account.key);
    await rig.database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    await meter.flush();
    await until(async () => outcomeOf(await call(meter, account.key, freeCall)) === "invalid");
    expect(rig.log.drifted()).toEqual([account.accountId]);
  });

  it("an unannounced expiry takes effect once the time of the key's last use is written", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, account.key);
    await rig.database.db
      .update(apiKeys)
      .set({ expiresAt: new Date(0) })
      .where(eq(apiKeys.id, account.keyId));
    expect(outcomeOf(await call(meter, account.key, freeCall))).toBe("admitted");
    await meter.flush();
    await until(async () => outcomeOf(await call(meter, account.key, freeCall)) === "invalid");
  });

  it("an unannounced change of terms takes effect once the time of the key's last use is written", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(rig.database.db, { allowance: 7 });
    await call(meter, account.key);
    await rig.database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, account.accountId));
    await meter.flush();
    await until(async () => {
      const admission = await call(meter, account.key, freeCall);
      return admission !== "unknown_key" && admission.caller.allowance === 8;
    });
  });

  it("without a database, only calls whose key is recorded in the store are admitted", async () => {
    const lost = rig.database.connect();
    const meter = await instance(overTcp, { db: lost });
    const cached = await addMeteredAccount(rig.database.db, largeAllowance);
    const uncached = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, cached.key);
    await meter.flush();
    const other = await instance(overTcp, { db: lost });
    await lost.$client.end({ timeout: 0 });
    expect(await call(meter, cached.key)).toMatchObject({ outcome: "admitted", used: 2 });
    expect(await call(other, cached.key, freeCall)).toMatchObject({ outcome: "admitted", used: 2 });
    await expect(call(meter, uncached.key)).rejects.toThrow();
    await rig.redis.admin.flushall();
    await expect(call(meter, cached.key)).rejects.toThrow();
  });
});
