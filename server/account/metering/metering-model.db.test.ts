import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/db/schema/accounts";
import { storeRuns, type TestDatabase, testDatabase } from "@/db/testing";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createMeter } from "@/server/account/metering/create-meter";
import { readLedger } from "@/server/account/metering/ledger/ledger";
import type { Admission, RunningMeter } from "@/server/account/metering/meter";
import {
  addMeteredAccount,
  call,
  freeCall,
  type MeteredAccount,
} from "@/server/account/metering/testing/metered-account";
import { patientMs, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import {
  startTestRedis,
  type TestRedis,
  testsCounterStores,
} from "@/server/account/metering/testing/redis-server";
import { billingPeriod } from "@/server/domain/plans/billing-period";

/** The expected state: the allowance, the time, and the requests used in each period. */
type Model = { allowance: number; now: number; readonly anchor: number; readonly used: Map<number, number> };
type Real = { meters: RunningMeter[]; readonly account: MeteredAccount; now: number; readonly lane: number };

/**
 * The test's runs are divided among parallel lanes, because a run often waits until a ledger row settles. A lane's number also selects its
 * Redis database.
 */
const lanes = [0, 1, 2, 3];

const periodOf = (model: Model) => billingPeriod(model.anchor, model.now);
const usedIn = (model: Model) => model.used.get(periodOf(model).start) ?? 0;

const quiet = { warn: () => undefined, info: () => undefined };

describe.each(testsCounterStores ? (["database", "redis"] as const) : (["database"] as const))(
  "metering on %s, compared with a model",
  (kind) => {
    let database: TestDatabase;
    let redis: TestRedis | undefined;
    beforeAll(async () => {
      database = await testDatabase();
      if (kind === "redis") redis = await startTestRedis();
    });
    afterAll(async () => {
      await redis?.close();
      await database.close();
    });

    const openMeter = async (real: Real): Promise<RunningMeter> => {
      const store = redis && createRedisStore(`${redis.url}/${real.lane}`, patientMs);
      if (store !== undefined) await untilStoreResponds(store);
      return createMeter({ db: database.db, store, log: quiet, clock: () => real.now });
    };
    const ask = async (real: Real, which: number, request = {}, confirmFirst = false): Promise<Admission> => {
      const meter = real.meters[which % real.meters.length];
      if (meter === undefined) throw new Error("no instance");
      const admission = await call(meter, real.account.key, request, confirmFirst);
      if (admission === "unknown_key") throw new Error(admission);
      return admission;
    };

    const which = fc.nat(1);
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant("call" as const), which }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("confirmed" as const), which }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("free" as const), which }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("head" as const), which }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant("terms" as const), which, allowance: fc.nat(8) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("periodEnd" as const), which }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("flush" as const), which }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const), which }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("emptied" as const), which }) },
    );
    type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

    const expectAdmission = (model: Model, admission: Admission, cost: 0 | 1, needsOne: boolean): boolean => {
      const spent = needsOne && usedIn(model) >= model.allowance;
      if (!spent && cost === 1) model.used.set(periodOf(model).start, usedIn(model) + 1);
      expect(admission).toMatchObject({
        outcome: spent ? "allowance_spent" : "admitted",
        used: usedIn(model),
        remaining: Math.max(0, model.allowance - usedIn(model)),
        last: spent ? 0 : cost,
      });
      expect(admission.caller.periodEnd).toBe(periodOf(model).end);
      return !spent;
    };

    const take = async (model: Model, real: Real, { kind: what, which: n, ...rest }: Step): Promise<void> => {
      if (what === "call") expectAdmission(model, await ask(real, n), 1, true);
      else if (what === "free") expectAdmission(model, await ask(real, n, freeCall), 0, false);
      else if (what === "head")
        expectAdmission(model, await ask(real, n, { cost: 0, unitMustRemain: true }), 0, true);
      else if (what === "confirmed") expectAdmission(model, await ask(real, n, {}, true), 1, true);
      else if (what === "terms") {
        const allowance = "allowance" in rest ? rest.allowance : 0;
        model.allowance = allowance;
        await database.db.update(accounts).set({ allowance }).where(eq(accounts.id, real.account.accountId));
        await real.meters[n]?.announceAccountChanged(real.account.accountId);
      } else if (what === "periodEnd") {
        model.now = periodOf(model).end;
        real.now = model.now;
      } else if (what === "flush") await real.meters[n]?.flush();
      else if (what === "restart") {
        await real.meters[n]?.close();
        real.meters[n] = await openMeter(real);
      } else {
        const admin = redis?.admin.duplicate({ db: real.lane });
        await admin?.flushdb();
        admin?.disconnect();
      }
    };

    it("in any order of steps, calls are admitted, counted and rejected as in the model", async () => {
      const property = (lane: number) =>
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(6), async (steps, allowance) => {
          const anchor = Date.UTC(2026, 0, 31, 12);
          const now = Date.UTC(2026, 10, 21);
          const account = await addMeteredAccount(database.db, { allowance, createdAt: new Date(anchor) });
          const model: Model = { allowance, now, anchor, used: new Map() };
          const real: Real = { meters: [], account, now, lane };
          real.meters = [await openMeter(real), await openMeter(real)];
          for (const next of steps) await take(model, real, next);
          await Promise.all(real.meters.map((meter) => meter.close()));
          for (const [periodStart, used] of model.used)
            expect(await readLedger(database.db, { accountId: account.accountId, periodStart })).toBe(used);
        });
      const numRuns = Math.ceil(storeRuns(40) / lanes.length);
      await Promise.all(lanes.map((lane) => fc.assert(property(lane), { numRuns })));
    });
  },
);
