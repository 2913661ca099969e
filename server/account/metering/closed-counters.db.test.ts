import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { usagePeriods } from "@/db/schema/accounts";
import { createCounterCommands } from "@/server/account/metering/counter/counter-commands";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { admitScript } from "@/server/account/metering/counter/scripts";
import { writeReports } from "@/server/account/metering/ledger/ledger";
import { faultRig, until } from "@/server/account/metering/testing/fault-rig";
import {
  addMeteredAccount,
  call,
  freeCall,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import { testsCounterStores } from "@/server/account/metering/testing/redis-server";
import { trustMs } from "@/server/account/metering/timing";

describe.skipIf(!testsCounterStores)("calls whose counter is closed before they learn of it", () => {
  const rig = faultRig();

  it("are admitted up to the allowance, even if another instance has written their charges to the ledger", async () => {
    let pause: Promise<unknown> | undefined;
    const meter = await rig.instance(() => {
      const store = rig.overTcp();
      const run: CounterStore["run"] = async (script, keys, args) => {
        const reply = await store.run(script, keys, args);
        if (script === admitScript) await pause;
        return reply;
      };
      return { ...store, run };
    });
    const account = await addMeteredAccount(rig.database.db, { allowance: 5 });
    await call(meter, account.key);
    await call(meter, account.key, freeCall);
    await meter.flush();
    let resume = (): void => undefined;
    pause = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const calls = Array.from({ length: 4 }, async () => outcomeOf(await call(meter, account.key)));
    const [row] = await rig.database.db
      .select({ start: usagePeriods.periodStart })
      .from(usagePeriods)
      .where(eq(usagePeriods.accountId, account.accountId));
    const period = { accountId: account.accountId, periodStart: row?.start.getTime() ?? 0 };
    const [counter = ""] = await rig.redis.admin.keys(`*c:${account.accountId}:*`);
    await until(async () => (await rig.redis.admin.hget(counter, "u")) === "5");
    // What another instance does that cannot use the counter.
    const other = rig.overTcp();
    await untilStoreResponds(other);
    const report = { period, charges: new Map(), final: [] };
    await writeReports(rig.database.db, [{ ...report, retire: 1, closed: undefined }]);
    const closed = await createCounterCommands(other, Date.now).close(period, 1);
    await writeReports(rig.database.db, [{ ...report, retire: undefined, closed }]);
    await other.close();
    expect(await rig.ledgerOf(account)).toBe(5);
    // From now on, the instance asks the ledger again before a charge counts.
    await delay(2 * trustMs);
    pause = undefined;
    resume();
    expect(await Promise.all(calls)).toEqual(["admitted", "admitted", "admitted", "admitted"]);
    await rig.settlesAt([meter], account, 5);
  });
});
