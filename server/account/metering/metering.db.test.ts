import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/db/connect";
import { accounts, apiKeys, usagePeriods } from "@/db/schema/accounts";
import { milliseconds } from "@/db/sql";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createUpstashStore } from "@/server/account/metering/counter/upstash-store";
import { createMeter } from "@/server/account/metering/create-meter";
import type { Admission, RunningMeter } from "@/server/account/metering/meter";
import { connectLossy } from "@/server/account/metering/testing/lossy-database";
import {
  addKey,
  addMeteredAccount,
  call,
  freeCall,
  type MeteredAccount,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { patientMs, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import {
  startTestRedis,
  type TestRedis,
  testsCounterStores,
} from "@/server/account/metering/testing/redis-server";
import { startUpstashGateway, type UpstashGateway } from "@/server/account/metering/testing/upstash-gateway";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";
import { billingPeriod } from "@/server/domain/plans/billing-period";
import { createApiKey } from "@/server/domain/secrets/api-key";

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

const openStore = {
  database: (): CounterStore | undefined => undefined,
  redis: (): CounterStore | undefined => redis && createRedisStore(redis.url, patientMs),
  upstash: (): CounterStore | undefined =>
    gateway && createUpstashStore(gateway.url, gateway.token, patientMs),
};
const kinds = testsCounterStores ? (["database", "redis", "upstash"] as const) : (["database"] as const);

describe.each(kinds)("metering on %s", (kind) => {
  const open: RunningMeter[] = [];
  let pools: Database[] = [];
  beforeAll(() => {
    pools = [database.connect(), database.connect()];
  });
  const instance = async (
    clock: () => number = Date.now,
    db = pools[open.length % 2] ?? database.db,
  ): Promise<RunningMeter> => {
    const store = openStore[kind]();
    if (store !== undefined) await untilStoreResponds(store);
    const meter = createMeter({ db, store, log, clock });
    open.push(meter);
    return meter;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((meter) => meter.close()));
  });

  const ledgerOf = async (account: MeteredAccount): Promise<number[]> => {
    const rows = await database.db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, account.accountId))
      .orderBy(usagePeriods.periodStart);
    return rows.map((row) => row.used);
  };
  const admitted = (admissions: readonly (Admission | "unknown_key")[]) =>
    admissions.filter((admission) => outcomeOf(admission) === "admitted");

  it("the admissions and the ledger show one charge for a counted call and no charge for a free call", async () => {
    const meter = await instance();
    const account = await addMeteredAccount(database.db, { allowance: 10 });
    expect(await call(meter, account.key)).toMatchObject({
      outcome: "admitted",
      used: 1,
      remaining: 9,
      last: 1,
    });
    expect(await call(meter, account.key, freeCall)).toMatchObject({ used: 1, remaining: 9, last: 0 });
    await meter.flush();
    expect(await ledgerOf(account)).toEqual([1]);
  });

  it("if two instances get 200 calls at once, the number of admitted calls is exactly the number of requests left", async () => {
    const meters = [await instance(), await instance()];
    const account = await addMeteredAccount(database.db, { allowance: 120 });
    const [first] = meters;
    if (first === undefined) throw new Error("no instance");
    for (let used = 0; used < 20; used++) await call(first, account.key);
    const admissions = await Promise.all(
      Array.from({ length: 200 }, (_, n) => call(meters[n % 2] ?? first, account.key)),
    );
    expect(admitted(admissions)).toHaveLength(100);
    const used = admitted(admissions).map((admission) => (admission as Admission).used);
    expect(used.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => 21 + n));
    for (const admission of admissions) {
      const { outcome, used, remaining, last } = admission as Admission;
      expect(used + remaining).toBe(120);
      expect(last).toBe(outcome === "admitted" ? 1 : 0);
      if (outcome !== "admitted") expect([outcome, remaining]).toEqual(["allowance_spent", 0]);
    }
    await Promise.all(meters.map((meter) => meter.flush()));
    expect(await ledgerOf(account)).toEqual([120]);
  });

  it("once the allowance is spent, free calls are admitted, but calls for prices are rejected even if they cost nothing (HEAD, 304)", async () => {
    const meter = await instance();
    const account = await addMeteredAccount(database.db, { allowance: 1 });
    const needsOne = { cost: 0, unitMustRemain: true } as const;
    expect(await call(meter, account.key, needsOne)).toMatchObject({ outcome: "admitted", used: 0, last: 0 });
    await call(meter, account.key);
    expect(outcomeOf(await call(meter, account.key))).toBe("allowance_spent");
    expect(outcomeOf(await call(meter, account.key, needsOne))).toBe("allowance_spent");
    expect(await call(meter, account.key, freeCall)).toMatchObject({
      outcome: "admitted",
      used: 1,
      remaining: 0,
    });
  });

  it("two instances together admit at most the speed limit in each second, over all keys of an account", async () => {
    const meters = [await instance(), await instance()];
    const account = await addMeteredAccount(database.db, { speedLimit: 10 });
    const second = await addKey(database.db, account.accountId);
    const keys = [account.key, second.key];
    // These calls fill the caches. If they fall into the same second as the first burst below, fewer calls of this burst are admitted.
    await Promise.all(meters.flatMap((meter) => keys.map((key) => call(meter, key, freeCall))));
    const seconds = new Map<number, number>();
    // Discards a burst that spans two seconds. Also discards a burst during which the counter store was unavailable, because each instance
    // then counts only its own calls.
    while (seconds.size < 2) {
      while (Date.now() % 1000 > 500) await new Promise((resolve) => setTimeout(resolve, 10));
      log.reset();
      const began = Math.floor(Date.now() / 1000);
      const admissions = await Promise.all(
        Array.from({ length: 24 }, (_, n) => {
          const meter = meters[n % 2];
          if (meter === undefined) throw new Error("no instance");
          return call(meter, keys[n % 3 === 0 ? 1 : 0] ?? "", n % 4 === 0 ? {} : freeCall);
        }),
      );
      if (Math.floor(Date.now() / 1000) !== began || log.storeWasUnavailable()) continue;
      seconds.set(began, (seconds.get(began) ?? 0) + admitted(admissions).length);
      for (const admission of admissions) {
        if (outcomeOf(admission) === "admitted") continue;
        expect(admission).toMatchObject({ outcome: "speed_limit", last: 0, windowRemaining: 0 });
        expect((admission as Admission).retryAfterSeconds).toBeGreaterThanOrEqual(1);
      }
    }
    for (const count of seconds.values()) expect(count).toBeLessThanOrEqual(10);
    expect(Math.max(...seconds.values())).toBeGreaterThan(0);
  });

  it("every instance applies a change of plan and custom limits to the next request", async () => {
    const meters = [await instance(), await instance()];
    const account = await addMeteredAccount(database.db, { plan: "free", allowance: 3 });
    for (const meter of meters) await call(meter, account.key);
    await database.db
      .update(accounts)
      .set({ plan: "scale", allowance: 2 })
      .where(eq(accounts.id, account.accountId));
    await meters[0]?.announceAccountChanged(account.accountId);
    for (const meter of meters) {
      const admission = await call(meter, account.key);
      expect(admission).toMatchObject({ outcome: "allowance_spent", used: 2, remaining: 0 });
      expect((admission as Admission).caller).toMatchObject({ plan: "scale", allowance: 2 });
    }
  });

  it("no request sent after a key's revocation is admitted, and other keys stay valid", async () => {
    const meters = [await instance(), await instance()];
    const account = await addMeteredAccount(database.db);
    const other = await addKey(database.db, account.accountId);
    let revoked = false;
    const late: string[] = [];
    let calls = 0;
    const worker = async (meter: RunningMeter): Promise<void> => {
      for (let after = 0; after < 5; ) {
        const sentAfter = revoked;
        const outcome = outcomeOf(await call(meter, account.key, freeCall));
        calls += 1;
        if (!sentAfter) continue;
        after += 1;
        late.push(outcome);
      }
    };
    const workers = Array.from({ length: 50 }, (_, n) => worker(meters[n % 2] as RunningMeter));
    while (calls < 300) await new Promise((resolve) => setImmediate(resolve));
    await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
    await meters[0]?.announceAccountChanged(account.accountId);
    revoked = true;
    await Promise.all(workers);
    expect(late.length).toBe(250);
    expect(late.filter((outcome) => outcome !== "invalid" && outcome !== "unknown_key")).toEqual([]);
    for (const meter of meters) expect(outcomeOf(await call(meter, other.key))).toBe("admitted");
  });

  it("a key works until its planned end, and one second later every instance rejects it", async () => {
    const meters = [await instance(), await instance()];
    const account = await addMeteredAccount(database.db);
    const other = await addKey(database.db, account.accountId);
    for (const meter of meters) await call(meter, account.key);
    /** ms after the planned end, by the database's clock. */
    const lateness = async (): Promise<number> => {
      const [row] = await database.db.execute<{ late: number }>(
        sql`select ${milliseconds("clock_timestamp() - expires_at")} as late from api_keys where id = ${account.keyId}::uuid`,
      );
      return row?.late ?? 0;
    };
    const isRejected = (outcome: string) => outcome === "invalid" || outcome === "unknown_key";
    const calls: { sentLate: number; decidedLate: number; outcomes: string[] }[] = [];
    const callInTurn = async (): Promise<void> => {
      const sentLate = await lateness();
      const outcomes: string[] = [];
      // The instances are called in turn. If both loaded the account's record at the same time, the test could miss a bug that removes
      // the record's expiry.
      for (const meter of meters) outcomes.push(outcomeOf(await call(meter, account.key)));
      calls.push({ sentLate, decidedLate: await lateness(), outcomes });
      // A call with another key of the account loads the account's record again.
      for (const meter of meters) expect(outcomeOf(await call(meter, other.key))).toBe("admitted");
    };
    // A busy machine may need seconds to announce the end and to make a call. Then the end is moved, because the first calls must be before it.
    let leadSeconds = 0.5;
    do {
      leadSeconds *= 2;
      await database.db.execute(
        sql`update api_keys set expires_at = now() + ${leadSeconds}::float8 * interval '1 second' where id = ${account.keyId}::uuid`,
      );
      await meters[0]?.announceAccountChanged(account.accountId);
      calls.length = 0;
      await callInTurn();
    } while ((calls[0]?.decidedLate ?? 0) >= 0);
    while ((calls.at(-1)?.sentLate ?? 0) < 1_000) {
      // Without a pause, the calls would take all processor time from the tests beside this one.
      await delay(10);
      await callInTurn();
    }
    const early = calls.filter(({ decidedLate }) => decidedLate < 0);
    expect(early.length).toBeGreaterThan(0);
    expect(early.flatMap(({ outcomes }) => outcomes).filter(isRejected)).toEqual([]);
    expect(calls.at(-1)?.outcomes.every(isRejected)).toBe(true);
    // Once an instance has rejected the key, it never admits a call with the key again.
    for (const place of meters.keys()) {
      const outcomes = calls.map((each) => each.outcomes[place] ?? "");
      expect(outcomes.slice(outcomes.findIndex(isRejected)).every(isRejected)).toBe(true);
    }
    const fresh = await instance();
    expect(isRejected(outcomeOf(await call(fresh, account.key)))).toBe(true);
    expect(outcomeOf(await call(fresh, other.key))).toBe("admitted");
  });

  it("a key is valid as soon as it is created, and a malformed or unknown key is rejected", async () => {
    const meter = await instance();
    const account = await addMeteredAccount(database.db);
    await call(meter, account.key);
    const fresh = await addKey(database.db, account.accountId);
    expect(outcomeOf(await call(meter, fresh.key))).toBe("admitted");
    const identifyKey = createIdentifyKey(meter);
    expect(await identifyKey("ok_live_nothing")).toBeUndefined();
    expect(await identifyKey(fresh.key.slice(0, -1))).toBeUndefined();
    const unknown = createApiKey(false).key;
    expect(await identifyKey(unknown)).toBeUndefined();
  });

  it("a call with a website session is admitted, and an unknown account is not identified", async () => {
    const meter = await instance();
    const account = await addMeteredAccount(database.db, { speedLimit: 2 });
    const caller = await meter.identifyAccount(account.accountId);
    if (caller === undefined) throw new Error("no account");
    expect(await meter.admit(caller, { cost: 0, unitMustRemain: false })).toMatchObject({
      outcome: "admitted",
      last: 0,
    });
    expect(await meter.identifyAccount(randomUUID())).toBeUndefined();
  });

  it.runIf(kind === "database")(
    "a call that fails because the database's reply was lost costs nothing",
    async () => {
      const { db, loseNextReply, close } = await connectLossy(database.address);
      const meter = await instance(Date.now, db);
      const account = await addMeteredAccount(database.db);
      let used = outcomeOf(await call(meter, account.key)) === "admitted" ? 1 : 0;
      // The lost reply may belong to a background write. Then the call is admitted.
      for (let failed = 0; failed < 2; ) {
        loseNextReply();
        const outcome = await call(meter, account.key).then(outcomeOf, () => "failed");
        if (outcome === "admitted") used += 1;
        else failed += 1;
      }
      for (let n = 0; n < 2; n++) await call(meter, account.key);
      while ((await ledgerOf(account))[0] !== used + 2) await meter.flush();
      expect(await call(meter, account.key)).toMatchObject({ outcome: "admitted", used: used + 3 });
      await meter.flush();
      expect(await ledgerOf(account)).toEqual([used + 3]);
      await close();
    },
  );

  it("the next billing period starts at zero", async () => {
    let now = Date.now();
    const meter = await instance(() => now);
    const account = await addMeteredAccount(database.db, { allowance: 2 });
    const admission = await call(meter, account.key);
    if (admission === "unknown_key") throw new Error(admission);
    await call(meter, account.key);
    expect(outcomeOf(await call(meter, account.key))).toBe("allowance_spent");
    now = admission.caller.periodEnd;
    const next = await meter.admit(admission.caller, { cost: 1, unitMustRemain: false });
    expect(next).toMatchObject({ outcome: "admitted", used: 1, remaining: 1 });
    expect(next.caller.periodStart).toBe(billingPeriod(admission.caller.periodStart, now).start);
    await meter.flush();
    expect(await ledgerOf(account)).toEqual([2, 1]);
  });

  it("counting continues from the ledger after a restart", async () => {
    const before = await instance();
    const account = await addMeteredAccount(database.db, { allowance: 3 });
    await call(before, account.key);
    await call(before, account.key);
    await before.close();
    const after = await instance();
    expect(await call(after, account.key)).toMatchObject({ outcome: "admitted", used: 3 });
    expect(outcomeOf(await call(after, account.key))).toBe("allowance_spent");
  });

  it("the last use of a key is recorded, and never moves backwards", async () => {
    const now = Date.UTC(2026, 10, 21, 23, 59, 59, 500);
    let at = now;
    const meter = await instance(() => at);
    const account = await addMeteredAccount(database.db, { createdAt: new Date(now - 1_000) });
    const lastUse = async () => {
      await meter.flush();
      const [key] = await database.db
        .select({ lastUsedAt: apiKeys.lastUsedAt })
        .from(apiKeys)
        .where(eq(apiKeys.id, account.keyId));
      return key?.lastUsedAt;
    };
    await call(meter, account.key);
    expect(await lastUse()).toEqual(new Date(now));
    at = now - 500;
    await call(meter, account.key, freeCall);
    expect(await lastUse()).toEqual(new Date(now));
  });
});
