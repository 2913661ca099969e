import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiKeys, usagePeriods } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createMeter } from "@/server/account/metering/create-meter";
import type { RunningMeter } from "@/server/account/metering/meter";
import {
  addKey,
  addMeteredAccount,
  call,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import { startTestSentinel, type TestSentinel } from "@/server/account/metering/testing/redis-sentinel";
import { testsCounterStores } from "@/server/account/metering/testing/redis-server";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";

/** The outcomes of a revoked key: with and without a cached caller. */
const rejected = ["invalid", "unknown_key"];

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await delay(20);
};

describe.skipIf(!testsCounterStores)("metering on Redis behind a Sentinel", () => {
  let database: TestDatabase;
  let servers: TestSentinel;
  let meters: RunningMeter[];
  const log = createWatchedLog();

  beforeEach(async () => {
    log.reset();
    database = await testDatabase();
    servers = await startTestSentinel();
    meters = await Promise.all(
      [1, 2].map(async () => {
        const store = createRedisStore(servers.address);
        await untilStoreResponds(store);
        return createMeter({ db: database.connect(), store, log, clock: Date.now });
      }),
    );
  });
  afterEach(async () => {
    await Promise.all(meters.map((meter) => meter.close()));
    await servers.close();
    await database.close();
  });

  test.each(["SIGKILL", "SIGSTOP"] as const)(
    "if the primary gets %s, the replica takes over, usage equals the admitted calls, and a revoked key is rejected, also after the old primary is back",
    async (signal) => {
      const account = await addMeteredAccount(database.db, { allowance: 1_000_000 });
      const spare = await addKey(database.db, account.accountId);
      let admitted = 0;
      let calling = true;
      const callers = meters.flatMap((meter) =>
        [1, 2, 3].map(async () => {
          while (calling) {
            if (outcomeOf(await call(meter, account.key)) === "admitted") admitted += 1;
            await delay(2);
          }
        }),
      );
      for (const meter of meters) expect(outcomeOf(await call(meter, spare.key))).toBe("admitted");
      admitted += meters.length;
      await until(() => admitted > 200);
      const old = await servers.primaryPort();
      await servers.signal(old, signal);
      await until(log.storeWasUnavailable);

      await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, spare.keyId));
      const announced = () =>
        meters[0]?.announceAccountChanged(account.accountId).then(
          () => true,
          () => false,
        ) ?? false;
      await until(announced);
      expect(await servers.primaryPort()).not.toBe(old);
      await until(() => meters.every((meter) => meter.degraded().length === 0));
      for (const meter of meters) expect(rejected).toContain(outcomeOf(await call(meter, spare.key)));

      // A thawed server still believes that it is the primary, until the Sentinel demotes it.
      await servers.signal(old, "SIGCONT");
      const before = admitted;
      await until(() => admitted > before + 200);
      for (const meter of meters) expect(rejected).toContain(outcomeOf(await call(meter, spare.key)));
      calling = false;
      await Promise.all(callers);
      const used = async () => {
        await Promise.all(meters.map((meter) => meter.flush()));
        const [row] = await database.db
          .select({ used: usagePeriods.used })
          .from(usagePeriods)
          .where(eq(usagePeriods.accountId, account.accountId));
        return row?.used;
      };
      // A charge whose reply was lost can count twice until the figures settle.
      await expect.poll(used).toBe(admitted);
    },
  );
});
