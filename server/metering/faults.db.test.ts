import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "@/db/connect";
import { accounts, apiKeys, usagePeriods } from "@/db/schema";
import { type TestDatabase, testDatabase } from "@/db/testing";
import type { CounterStore } from "@/server/metering/counter-store";
import { createMeter } from "@/server/metering/create-meter";
import type { RunningMeter } from "@/server/metering/meter";
import { awaitStore } from "@/server/metering/open-meter";
import { createRedisStore } from "@/server/metering/redis-store";
import { createStoreCalls } from "@/server/metering/store-calls";
import {
  addMeteredAccount,
  call,
  freeCall,
  type MeteredAccount,
  outcomeOf,
} from "@/server/metering/testing/metered-account";
import { hasRedisServer, startTestRedis, type TestRedis } from "@/server/metering/testing/redis-server";
import {
  type Fault,
  startUpstashGateway,
  type UpstashGateway,
} from "@/server/metering/testing/upstash-gateway";
import { createWatchedLog } from "@/server/metering/testing/watched-log";
import { createUpstashStore } from "@/server/metering/upstash-store";

const log = createWatchedLog();
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe.skipIf(!hasRedisServer)("metering under faults", () => {
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
  /** All figures come to the same number. @param inDoubt requests without a reply that a store forgot: it counts and logs them. */
  const settlesAt = async (
    meters: readonly RunningMeter[],
    account: MeteredAccount,
    used: number,
    inDoubt = () => 0,
  ): Promise<void> => {
    await healthy(meters);
    const figures = async (): Promise<number[]> => {
      await Promise.all(meters.map((meter) => meter.flush()));
      const shown = await Promise.all(meters.map((meter) => call(meter, account.key, freeCall)));
      return [
        await ledgerOf(account),
        ...shown.map((answer) => (answer === "unknown_key" ? -1 : answer.used)),
      ];
    };
    let last: number[] = [];
    // What was left unsettled is settled within a second; then the figures stand still.
    for (let look = 0; look < 400 && !(last.length > 0 && last.every((figure) => figure === used)); look++) {
      last = await figures();
      await turn();
    }
    expect(new Set(last).size).toBe(1);
    expect(Math.abs((last[0] ?? 0) - used), `${last[0]} counted, ${used} admitted`).toBeLessThanOrEqual(
      inDoubt(),
    );
  };

  type Load = { readonly done: Promise<{ admitted: number; other: string[] }>; stop: () => void };
  /** Workers that call without pause, give back each tenth request, and note what came of it. */
  const load = (meters: readonly RunningMeter[], account: MeteredAccount, callers: number): Load => {
    let going = true;
    let admitted = 0;
    const other: string[] = [];
    const worker = async (meter: RunningMeter, number: number): Promise<void> => {
      for (let n = number; going; n++) {
        const requestId = randomUUID();
        const answer = await call(meter, account.key, { requestId });
        if (answer === "unknown_key" || answer.outcome !== "admitted") {
          other.push(outcomeOf(answer));
          continue;
        }
        if (n % 10 === 0) await meter.refund(answer.caller, requestId);
        else admitted += 1;
        await turn();
      }
    };
    const running = Array.from({ length: callers }, (_, n) =>
      worker(meters[n % meters.length] as RunningMeter, n),
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
  const roomy = { allowance: 1_000_000 };

  it.each(["lose_reply", "silence", "cut", "refuse", "garbage"] satisfies Fault[])(
    "admits exactly what is left while 30 % of the requests end in: %s",
    async (fault) => {
      const meters = await two(overRest);
      const account = await addMeteredAccount(database.db, { allowance: 100 });
      let seed = 7;
      gateway.fault = () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed / 2_147_483_648 < 0.3 ? fault : undefined;
      };
      const answers: string[] = [];
      // In waves: one batch of 200 would see one fault or none.
      for (let wave = 0; wave < 20; wave++)
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 10 }, async (_, n) =>
              outcomeOf(await call(meters[n % 2] as RunningMeter, account.key)),
            ),
          )),
        );
      gateway.fault = () => undefined;
      let admitted = answers.filter((outcome) => outcome === "admitted").length;
      expect(admitted).toBeLessThanOrEqual(100);
      await settlesAt(meters, account, admitted);
      // A charge that was not sure yet may have stood for another one; nothing of the allowance is lost.
      for (let n = 0; outcomeOf(await call(meters[n % 2] as RunningMeter, account.key)) === "admitted"; n++)
        admitted += 1;
      expect(admitted).toBe(100);
      await settlesAt(meters, account, 100);
    },
  );

  it.each(stores)(
    "loses and doubles nothing when the store is emptied under load (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(database.db, roomy);
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
      await settlesAt(meters, account, admitted, log.forgotten);
    },
  );

  it.each(stores)(
    "never admits more than the allowance when the store is emptied under load (%s)",
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

  it.each(stores)("needs no script that the store has forgotten (%s)", async (_, openStore) => {
    const meter = await instance(openStore);
    const account = await addMeteredAccount(database.db, roomy);
    await call(meter, account.key);
    await redis.admin.script("FLUSH");
    const answers = await Promise.all([1, 2, 3].map(() => call(meter, account.key)));
    expect(answers.map(outcomeOf)).toEqual(["admitted", "admitted", "admitted"]);
    expect(meter.degraded()).toEqual([]);
    await settlesAt([meter], account, 4);
  });

  const start = () => redis.start();
  const outages = [
    ["stopped and started with what it had saved", () => 0, () => redis.stop("SIGTERM"), start],
    ["killed and started with an older state", log.forgotten, () => redis.stop("SIGKILL"), start],
    ["frozen for a while", () => 0, async () => redis.freeze(), async () => redis.thaw()],
  ] as const;

  describe.each(stores)("over %s", (_, openStore) => {
    it.each(outages)("goes on exactly while the store is %s", async (_outage, inDoubt, goAway, comeBack) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(database.db, roomy);
      const working = load(meters, account, workers);
      await until(async () => (await ledgerOf(account)) > 50);
      await redis.admin.save();
      const saved = await ledgerOf(account);
      await until(async () => (await ledgerOf(account)) > saved + 50);
      await goAway();
      await until(() => meters.every((meter) => meter.degraded()[0] === "counter_store"));
      const before = await ledgerOf(account);
      await until(async () => (await ledgerOf(account)) > before + 50);
      await comeBack();
      await healthy(meters);
      const back = await ledgerOf(account);
      await until(async () => (await ledgerOf(account)) > back + 50);
      working.stop();
      const { admitted, other } = await working.done;
      expect(other).toEqual([]);
      await settlesAt(meters, account, admitted, inDoubt);
    });
  });

  it("keeps the speed limit in the process while the store is away, and revoked keys out", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(database.db, { speedLimit: 5 });
    await call(meter, account.key, freeCall);
    gateway.fault = () => "cut";
    await until(async () => {
      await call(meter, account.key, freeCall);
      return meter.degraded().length === 1;
    });
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(meter, account.key, freeCall)));
    // Forty calls may meet the end of one window and the beginning of the next.
    expect(answers.filter((answer) => outcomeOf(answer) === "admitted").length).toBeLessThanOrEqual(10);
    expect(answers.map(outcomeOf)).toContain("speed_limit");
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    expect(["invalid", "unknown_key"]).toContain(outcomeOf(await call(meter, account.key, freeCall)));
  });

  it.each(stores)(
    "does not say that a change is effective while the store cannot be told (%s)",
    async (_, openStore) => {
      const meters = await two(openStore);
      const account = await addMeteredAccount(database.db, roomy);
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

  it("does not let a load that began before a change bring back what it read", async () => {
    const store = overTcp();
    await awaitStore(store);
    const calls = createStoreCalls(store, Date.now);
    const line = { accountId: randomUUID(), periodStart: 0 };
    const install = (token: string) => calls.install(line.accountId, token, "free:-:-:0", randomUUID(), true);
    await calls.claim(line, "before");
    await calls.forget(line.accountId);
    await calls.claim(line, "after");
    expect(await install("before")).toBe(false);
    expect(await install("after")).toBe(true);
    expect(await install("after")).toBe(false);
    await store.close();
  });

  it("brings no revoked key back with an older state of the store", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(database.db, roomy);
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

  it("logs no warning where keys that were just used are revoked and terms changed as usual", async () => {
    const meter = await instance(overTcp);
    const [revoked, changed, untold] = [
      await addMeteredAccount(database.db, { allowance: 7 }),
      await addMeteredAccount(database.db, { allowance: 7 }),
      await addMeteredAccount(database.db, { allowance: 7 }),
    ];
    for (const account of [revoked, changed]) await call(meter, account.key);
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, revoked.keyId));
    await database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, changed.accountId));
    for (const account of [revoked, changed]) await meter.noteAccountChanged(account.accountId);
    await meter.flush();
    // One that is worth a warning comes after them.
    await call(meter, untold.key);
    await database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, untold.accountId));
    await meter.flush();
    await until(() => log.drifted().length > 0);
    expect(log.drifted()).toEqual([untold.accountId]);
  });

  it("refuses a revoked key that the store was never told of once its use is written, and warns", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(database.db, roomy);
    await call(meter, account.key);
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    await meter.flush();
    await until(async () => outcomeOf(await call(meter, account.key, freeCall)) === "invalid");
    expect(log.drifted()).toEqual([account.accountId]);
  });

  it("heals a change that the store was never told of when the key's use is written", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(database.db, { allowance: 7 });
    await call(meter, account.key);
    await database.db.update(accounts).set({ allowance: 8 }).where(eq(accounts.id, account.accountId));
    await meter.flush();
    await until(async () => {
      const answer = await call(meter, account.key, freeCall);
      return answer !== "unknown_key" && answer.caller.allowance === 8;
    });
  });

  it("goes on without a database for keys that the store knows, and confirms no others", async () => {
    const lost = database.connect();
    const meter = await instance(overTcp, { db: lost });
    const known = await addMeteredAccount(database.db, roomy);
    const unknown = await addMeteredAccount(database.db, roomy);
    await call(meter, known.key);
    await meter.flush();
    const other = await instance(overTcp, { db: lost });
    await lost.$client.end({ timeout: 0 });
    expect(await call(meter, known.key)).toMatchObject({ outcome: "admitted", used: 2 });
    expect(await call(other, known.key, freeCall)).toMatchObject({ outcome: "admitted", used: 2 });
    await expect(call(meter, unknown.key)).rejects.toThrow();
    await redis.admin.flushall();
    await expect(call(meter, known.key)).rejects.toThrow();
  });

  it("writes what an instance that was killed left behind", async () => {
    const lost = database.connect();
    const killed = await instance(overTcp, { db: lost, clock: () => Date.now() - 3_000 });
    const account = await addMeteredAccount(database.db, roomy);
    await call(killed, account.key);
    await killed.flush();
    await lost.$client.end({ timeout: 0 });
    for (let n = 0; n < 5; n++) await call(killed, account.key);
    expect(await ledgerOf(account)).toBe(1);
    await instance(overTcp);
    await until(async () => (await ledgerOf(account)) === 6);
  });

  it("keeps the allowance exact when the clocks of two instances are two seconds apart, at a period's end too", async () => {
    let now = Date.now();
    const meters = [
      await instance(overTcp, { clock: () => now }),
      await instance(overTcp, { clock: () => now - 2_000 }),
    ];
    const account = await addMeteredAccount(database.db, { allowance: 20 });
    const [first] = meters;
    if (first === undefined) throw new Error("no instance");
    const answer = await call(first, account.key);
    if (answer === "unknown_key") throw new Error(answer);
    now = answer.caller.periodEnd + 1_000;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => call(meters[n % 2] as RunningMeter, account.key)),
    );
    // One instance is in the next period already: each counts in its own, no period beyond its allowance.
    expect(answers.map(outcomeOf).filter((outcome) => outcome === "admitted")).toHaveLength(19 + 20);
    await Promise.all(meters.map((meter) => meter.flush()));
    const rows = await database.db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, account.accountId));
    expect(rows).toEqual([{ used: 20 }, { used: 20 }]);
  });

  it("counts a call that comes late to its second with the others of that second", async () => {
    const meters = await two(overTcp);
    const account = await addMeteredAccount(database.db, { speedLimit: 3 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      for (const meter of [meters[0], meters[1], meters[0]])
        expect(outcomeOf(await call(meter, account.key, freeCall))).toBe("admitted");
      // The store's clock goes on.
      await delay(1_100);
      expect(outcomeOf(await call(meters[1], account.key, freeCall))).toBe("speed_limit");
    } finally {
      vi.useRealTimers();
    }
  });

  it("settles what is in doubt before it stops", async () => {
    const [meter, other] = await two(overRest);
    const account = await addMeteredAccount(database.db, roomy);
    const requestId = randomUUID();
    const answer = await call(meter, account.key, { requestId });
    if (answer === "unknown_key") throw new Error(answer);
    await call(meter, account.key);
    // It takes effect on the store, which says so to nobody.
    gateway.fault = () => "lose_reply";
    await meter.refund(answer.caller, requestId);
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
    expect(meter.degraded()).toEqual(["counter_store"]);
    gateway.fault = () => undefined;
    open.splice(open.indexOf(meter), 1);
    await meter.close();
    await settlesAt([other], account, 2);
  });

  it("sends the commands that come while a request is in flight together in the next one", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(database.db, roomy);
    await call(meter, account.key);
    await meter.flush();
    const { requests, commands } = gateway.seen;
    await Promise.all(Array.from({ length: 64 }, () => call(meter, account.key)));
    expect(gateway.seen.commands - commands).toBeGreaterThanOrEqual(64);
    expect(gateway.seen.requests - requests).toBeLessThan(10);
  });
});
