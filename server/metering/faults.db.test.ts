import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { accounts, apiKeys, usagePeriods } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createCounterCommands } from "@/server/metering/counter/counter-commands";
import type { CounterStore } from "@/server/metering/counter/counter-store";
import { createRedisStore } from "@/server/metering/counter/redis-store";
import { admitScript, closeScript } from "@/server/metering/counter/scripts";
import { createUpstashStore } from "@/server/metering/counter/upstash-store";
import { createMeter } from "@/server/metering/create-meter";
import type { UsagePeriod } from "@/server/metering/ledger/ledger";
import type { RunningMeter } from "@/server/metering/meter";
import { awaitStore } from "@/server/metering/open-meter";
import { connectLossy } from "@/server/metering/testing/lossy-database";
import {
  addMeteredAccount,
  call,
  freeCall,
  type MeteredAccount,
  outcomeOf,
} from "@/server/metering/testing/metered-account";
import { startTestRedis, type TestRedis, testsCounterStores } from "@/server/metering/testing/redis-server";
import {
  type Fault,
  startUpstashGateway,
  type UpstashGateway,
} from "@/server/metering/testing/upstash-gateway";
import { createWatchedLog } from "@/server/metering/testing/watched-log";

const log = createWatchedLog();
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe.skipIf(!testsCounterStores)("metering under faults", () => {
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
    await awaitStore(store);
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

  const overTcp = () => createRedisStore(redis.url);
  const overRest = () => createUpstashStore(gateway.url, gateway.token);
  const stores = [
    ["TCP", overTcp],
    ["REST", overRest],
  ] as const;

  const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await condition())) await turn();
  };
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

  type Load = { readonly done: Promise<{ admitted: number; other: string[] }>; stop: () => void };
  /** Starts workers that call continuously, and counts the outcomes. */
  const load = (meters: readonly RunningMeter[], account: MeteredAccount, callers: number): Load => {
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
  const workers = 16;
  /** An allowance so large that no call waits for reports of charges. */
  const largeAllowance = { allowance: 2_000_000_000 };

  it.each<[string, Fault[]]>([
    ["a lost reply", ["lose_reply"]],
    ["silence or late execution", ["silence", "late"]],
    ["a cut connection, an error or an invalid reply", ["cut", "error_500", "garbage"]],
  ])(
    "exactly the allowance is admitted although three in ten requests to the store end in %s",
    async (_, faults) => {
      const meters = await two(overRest);
      const account = await addMeteredAccount(database.db, { allowance: 100 });
      let seed = 7;
      gateway.fault = () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed / 2_147_483_648 < 0.3 ? faults[seed % faults.length] : undefined;
      };
      const outcomes: string[] = [];
      // Calls made at the same time share a request to the store. One batch of 200 calls would meet few faults, so the calls come in waves.
      for (let wave = 0; wave < 20; wave++)
        outcomes.push(
          ...(await Promise.all(
            Array.from({ length: 10 }, async (_, n) =>
              outcomeOf(await call(meters[n % 2] as RunningMeter, account.key)),
            ),
          )),
        );
      gateway.fault = () => undefined;
      let admitted = outcomes.filter((outcome) => outcome === "admitted").length;
      expect(admitted).toBeLessThanOrEqual(100);
      await settlesAt(meters, account, admitted);
      // If a reply was lost, both the counter and the ledger may contain the same charge.
      // Until the figures settle, this charge counts twice, so fewer calls are admitted.
      for (let n = 0; outcomeOf(await call(meters[n % 2] as RunningMeter, account.key)) === "admitted"; n++)
        admitted += 1;
      expect(admitted).toBe(100);
      await settlesAt(meters, account, 100);
    },
  );

  it("each admitted call is counted once while replies of the store and of the database are lost", async () => {
    const databases = [await connectLossy(database.address), await connectLossy(database.address)];
    const meters = await Promise.all(databases.map(({ db }) => instance(overRest, { db })));
    const account = await addMeteredAccount(database.db, { allowance: 80 });
    let requests = 0;
    gateway.fault = () => (requests++ % 5 === 0 ? "lose_reply" : undefined);
    let admitted = 0;
    let failed = 0;
    for (let wave = 0; wave < 16; wave++) {
      databases[wave % 2]?.loseNextReply();
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          call(meters[n % 2] as RunningMeter, account.key).then(outcomeOf, () => "failed"),
        ),
      );
      admitted += outcomes.filter((outcome) => outcome === "admitted").length;
      failed += outcomes.filter((outcome) => outcome === "failed").length;
    }
    gateway.fault = () => undefined;
    expect(failed).toBeGreaterThan(0);
    await settlesAt(meters, account, admitted);
    await Promise.all(open.splice(0).map((meter) => meter.close()));
    await Promise.all(databases.map(({ close }) => close()));
  });

  it.each(stores)(
    "each admitted call is counted once while the store is emptied under load (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(database.db, largeAllowance);
      const working = load(meters, account, workers);
      for (let time = 0; time < 3; time++) {
        const before = await ledgerOf(account);
        await until(async () => (await ledgerOf(account)) > before + 50);
        await redis.admin.flushall();
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
    "exactly the allowance is admitted while the store is emptied under load (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(database.db, { allowance: 150 });
      const calls = Array.from({ length: 200 }, async (_none, n) => {
        for (let pause = 0; pause < n / 10; pause++) await turn();
        if (n === 100) await redis.admin.flushall();
        return outcomeOf(await call(meters[n % 2] as RunningMeter, account.key));
      });
      const outcomes = await Promise.all(calls);
      expect(outcomes.filter((outcome) => outcome === "admitted")).toHaveLength(150);
      await settlesAt(meters, account, 150);
    },
  );

  it.each(stores)(
    "exactly the allowance is admitted if the store is emptied while an instance cannot report its charges (%s)",
    async (_, openStore) => {
      const db = connectDatabase(database.address, 1);
      const stalled = await instance(openStore, { db });
      const other = await instance(openStore);
      const account = await addMeteredAccount(database.db, { allowance: 10 });
      for (const meter of [stalled, other])
        expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
      await Promise.all([stalled.flush(), other.flush()]);
      // The test holds the stalled instance's only connection to the database, so the instance cannot report.
      const connection = await db.$client.reserve();
      for (let n = 0; n < 4; n++) expect(outcomeOf(await call(stalled, account.key))).toBe("admitted");
      await redis.admin.flushall();
      const ended = delay(1_000).then(() => connection.release());
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, async () => outcomeOf(await call(other, account.key))),
      );
      await ended;
      expect(outcomes.filter((outcome) => outcome === "admitted")).toHaveLength(4);
      await settlesAt([stalled, other], account, 10);
      await db.$client.end({ timeout: 0 });
    },
  );

  it("exactly the allowance is admitted if only one of two instances can reach the store", async () => {
    const [connected, cutOff] = [await instance(overTcp), await instance(overRest)];
    const account = await addMeteredAccount(database.db, { allowance: 10 });
    for (let n = 0; n < 4; n++) expect(outcomeOf(await call(connected, account.key))).toBe("admitted");
    // After this flush, the connected instance has nothing to report, so no reply to a report can tell it that the ledger took over.
    await connected.flush();
    gateway.fault = () => "cut";
    let admitted = 0;
    while (outcomeOf(await call(cutOff, account.key)) === "admitted") admitted += 1;
    expect(admitted).toBe(6);
    expect(outcomeOf(await call(connected, account.key))).toBe("allowance_spent");
    gateway.fault = () => undefined;
    await settlesAt([connected, cutOff], account, 10);
  });

  it.each(stores)(
    "each admitted call is counted once if a counter reverts to an older state (%s)",
    async (_, openStore) => {
      const meter = await instance(openStore);
      const account = await addMeteredAccount(database.db, largeAllowance);
      await call(meter, account.key);
      await meter.flush();
      const [counter = ""] = await redis.admin.keys(`*c:${account.accountId}:*`);
      const older = await redis.admin.dumpBuffer(counter);
      for (let n = 0; n < 5; n++) await call(meter, account.key);
      await meter.flush();
      await redis.admin.restore(counter, 0, older, "REPLACE");
      for (let n = 0; n < 3; n++) expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
      await settlesAt([meter], account, 9);
    },
  );

  it.each(stores)("calls are admitted after the store has lost its scripts (%s)", async (_, openStore) => {
    const meter = await instance(openStore);
    const account = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, account.key);
    await redis.admin.script("FLUSH");
    const admissions = await Promise.all([1, 2, 3].map(() => call(meter, account.key)));
    expect(admissions.map(outcomeOf)).toEqual(["admitted", "admitted", "admitted"]);
    expect(meter.degraded()).toEqual([]);
    await settlesAt([meter], account, 4);
  });

  const start = () => redis.start();
  const outages = [
    ["stopped and restarted with its saved state", () => redis.stop("SIGTERM"), start],
    ["killed and restarted with an older state", () => redis.stop("SIGKILL"), start],
    ["frozen for a while", async () => redis.freeze(), async () => redis.thaw()],
  ] as const;

  describe.each(stores)("over %s", (_, openStore) => {
    it.each(outages)(
      "each admitted call is counted once while the store is %s",
      async (_outage, stopStore, returnStore) => {
        const meters = await two(openStore);
        const account = await addMeteredAccount(database.db, largeAllowance);
        const working = load(meters, account, workers);
        await until(async () => (await ledgerOf(account)) > 50);
        await redis.admin.save();
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

  it("while the store is unavailable, the speed limit applies in each process, and revoked keys are rejected", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(database.db, { speedLimit: 5 });
    await call(meter, account.key, freeCall);
    gateway.fault = () => "cut";
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
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    expect(["invalid", "unknown_key"]).toContain(outcomeOf(await call(meter, account.key, freeCall)));
  });

  it.each(stores)(
    "announcing an account's change fails while the store is unavailable, and succeeds afterwards (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(database.db, largeAllowance);
      for (const meter of meters) await call(meter, account.key);
      redis.freeze();
      await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
      await expect(meters[0].noteAccountChanged(account.accountId)).rejects.toThrow();
      redis.thaw();
      await healthy(meters);
      await meters[0].noteAccountChanged(account.accountId);
      for (const meter of meters)
        expect(["invalid", "unknown_key"]).toContain(outcomeOf(await call(meter, account.key)));
    },
  );

  it("if an account changes while an instance loads the account's record, the outdated record is not stored", async () => {
    const store = overTcp();
    await awaitStore(store);
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
    const account = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, account.key);
    await redis.admin.save();
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    await meter.noteAccountChanged(account.accountId);
    await redis.stop("SIGKILL");
    await redis.start();
    const other = await instance(overTcp);
    for (const after of [meter, other])
      expect(["invalid", "unknown_key"]).toContain(outcomeOf(await call(after, account.key)));
  });

  it("an announced revocation or change of terms causes no warning", async () => {
    const meter = await instance(overTcp);
    const [revoked, changed, unannounced] = [
      await addMeteredAccount(database.db, { allowance: 7 }),
      await addMeteredAccount(database.db, { allowance: 7 }),
      await addMeteredAccount(database.db, { allowance: 7 }),
    ];
    for (const account of [revoked, changed]) await call(meter, account.key);
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, revoked.keyId));
    await database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, changed.accountId));
    for (const account of [revoked, changed]) await meter.noteAccountChanged(account.accountId);
    await meter.flush();
    // The test waits for the warning of a third, unannounced change. If the announced changes caused a warning, it would be logged by then.
    await call(meter, unannounced.key);
    await database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, unannounced.accountId));
    await meter.flush();
    await until(() => log.drifted().length > 0);
    expect(log.drifted()).toEqual([unannounced.accountId]);
  });

  it("an unannounced revocation takes effect once the time of the key's last use is written, and a warning is logged", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, account.key);
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    await meter.flush();
    await until(async () => outcomeOf(await call(meter, account.key, freeCall)) === "invalid");
    expect(log.drifted()).toEqual([account.accountId]);
  });

  it("an unannounced expiry takes effect once the time of the key's last use is written", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, account.key);
    await database.db
      .update(apiKeys)
      .set({ expiresAt: new Date(0) })
      .where(eq(apiKeys.id, account.keyId));
    expect(outcomeOf(await call(meter, account.key, freeCall))).toBe("admitted");
    await meter.flush();
    await until(async () => outcomeOf(await call(meter, account.key, freeCall)) === "invalid");
    expect(log.drifted()).toEqual([account.accountId]);
  });

  it("an unannounced change of terms takes effect once the time of the key's last use is written", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(database.db, { allowance: 7 });
    await call(meter, account.key);
    await database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, account.accountId));
    await meter.flush();
    await until(async () => {
      const admission = await call(meter, account.key, freeCall);
      return admission !== "unknown_key" && admission.caller.allowance === 8;
    });
  });

  it("without a database, only calls whose key is recorded in the store are admitted", async () => {
    const lost = database.connect();
    const meter = await instance(overTcp, { db: lost });
    const cached = await addMeteredAccount(database.db, largeAllowance);
    const uncached = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, cached.key);
    await meter.flush();
    const other = await instance(overTcp, { db: lost });
    await lost.$client.end({ timeout: 0 });
    expect(await call(meter, cached.key)).toMatchObject({ outcome: "admitted", used: 2 });
    expect(await call(other, cached.key, freeCall)).toMatchObject({ outcome: "admitted", used: 2 });
    await expect(call(meter, uncached.key)).rejects.toThrow();
    await redis.admin.flushall();
    await expect(call(meter, cached.key)).rejects.toThrow();
  });

  const periodOf = async ({ accountId }: MeteredAccount): Promise<UsagePeriod> => {
    const [row] = await database.db
      .select({ start: usagePeriods.periodStart })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, accountId));
    if (row === undefined) throw new Error("the account has no period");
    return { accountId, periodStart: row.start.getTime() };
  };
  const setRow = async ({ accountId }: MeteredAccount, assignments: string): Promise<void> => {
    await database.db.$client.unsafe(
      `update usage_periods set ${assignments} where account_id = '${accountId}'`,
    );
  };

  const closeInStore = async (account: MeteredAccount): Promise<void> => {
    const store = overTcp();
    await awaitStore(store);
    await createCounterCommands(store, Date.now).close(await periodOf(account), 1);
    await store.close();
  };
  const takeOver = (account: MeteredAccount) =>
    setRow(account, "epoch = 2, epoch_at = now() - interval '1 minute'");

  /** Adds an account with six charges. The instance that made them reported only the first, and can make no more reports. */
  const chargeUnreported = async (): Promise<MeteredAccount> => {
    const lost = database.connect();
    const killed = await instance(overTcp, { db: lost, clock: () => Date.now() - 3_000 });
    const account = await addMeteredAccount(database.db, largeAllowance);
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

  it("a call whose charge is in both the counter and the ledger counts once, even if the ledger stops waiting for reports before the counter is closed", async () => {
    const [meter, other] = await two(overRest);
    const account = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, account.key);
    const faults: Fault[] = ["lose_reply"];
    gateway.fault = () => faults.shift() ?? "cut";
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
    await setRow(account, "epoch_at = now() - interval '1 minute'");
    await meter.flush();
    gateway.fault = () => undefined;
    await settlesAt([meter, other], account, 2);
  });

  it("a waiting call is decided when its counter is closed, even if the reply to the first close command is lost", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(database.db, { allowance: 2 });
    await call(meter, account.key);
    await redis.admin.script("LOAD", closeScript.lua);
    const lost = new Set<string>();
    gateway.fault = (body) => {
      const script = [admitScript, closeScript].find(({ sha }) => body.includes(sha) && !lost.has(sha));
      if (script !== undefined) lost.add(script.sha);
      return script && "lose_reply";
    };
    let decided = false;
    const waiting = call(meter, account.key).finally(() => {
      decided = true;
    });
    // Restarts the wait for reports repeatedly, so that the call cannot be decided before the counter is closed.
    await until(async () => {
      await setRow(account, "epoch_at = case when epoch_at is not null then now() end");
      return decided;
    });
    expect(outcomeOf(await waiting)).toBe("admitted");
    expect(lost.size).toBe(2);
    await settlesAt([meter], account, 2);
  });

  it("if the database's clock is set back after a counter was opened or lost, no call waits until the clock catches up", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(database.db, { allowance: 3 });
    await call(meter, account.key);
    await meter.flush();
    const ahead = "now() + interval '1 hour'";
    await setRow(account, `epoch_at = ${ahead}`);
    await redis.admin.flushall();
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
    const account = await addMeteredAccount(database.db, { allowance: 20 });
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
    const rows = await database.db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, account.accountId));
    expect(rows).toEqual([{ used: 20 }, { used: 20 }]);
  });

  it("a call counts in the second in which its instance received it, even if the call reaches the store later", async () => {
    const meters = await two(overTcp);
    for (;;) {
      log.reset();
      const account = await addMeteredAccount(database.db, { speedLimit: 3 });
      const began = performance.now();
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      try {
        for (const meter of [meters[0], meters[1], meters[0]])
          expect(outcomeOf(await call(meter, account.key, freeCall))).toBe("admitted");
        // The instances' clock stands still, and the store's clock advances.
        await delay(1_100);
        const outcome = outcomeOf(await call(meters[1], account.key, freeCall));
        // The store forgets the second's calls after two seconds. Without the store, each instance counts only its own calls.
        if (performance.now() - began > 2_000 || log.storeWasUnavailable()) continue;
        expect(outcome).toBe("speed_limit");
        return;
      } finally {
        vi.useRealTimers();
      }
    }
  });

  it("the figures stay exact if an instance stops after the reply to a charge was lost", async () => {
    const [meter, other] = await two(overRest);
    const account = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, account.key);
    gateway.fault = () => "lose_reply";
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
    expect(meter.degraded()).toEqual(["counter_store"]);
    gateway.fault = () => undefined;
    open.splice(open.indexOf(meter), 1);
    await meter.close();
    await settlesAt([other], account, 2);
  });

  it("calls that arrive while a request to the store is in flight share the next request and its commands", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(database.db, largeAllowance);
    await call(meter, account.key);
    await meter.flush();
    const { requests, commands } = gateway.seen;
    const admissions = await Promise.all(Array.from({ length: 200 }, () => call(meter, account.key)));
    expect(new Set(admissions.map(outcomeOf))).toEqual(new Set(["admitted"]));
    expect(gateway.seen.requests - requests).toBeLessThan(10);
    expect(gateway.seen.commands - commands).toBeLessThan(20);
    await settlesAt([meter], account, 201);
  });
});
