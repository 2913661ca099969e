import { describe, expect, it } from "vitest";
import type { RunningMeter } from "@/server/account/metering/meter";
import { faultRig, largeAllowance, until } from "@/server/account/metering/testing/fault-rig";
import {
  addMeteredAccount,
  call,
  type MeteredAccount,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { testsCounterStores } from "@/server/account/metering/testing/redis-server";

describe.skipIf(!testsCounterStores)("metering while the ledger loses its latest commits", () => {
  const rig = faultRig();
  const { instance, two, overTcp, overRest, settlesAt } = rig;

  /** Keeps the account's row. The returned function puts it back, as if PostgreSQL had lost all later commits. */
  const keepRow = async ({ accountId }: MeteredAccount): Promise<() => Promise<void>> => {
    const { $client } = rig.database.db;
    const kept = await $client<{ row: string }[]>`
      select to_jsonb(u)::text as row from usage_periods u where account_id = ${accountId}`;
    return () =>
      $client.begin(async (transaction) => {
        await transaction`delete from usage_periods where account_id = ${accountId}`;
        for (const { row } of kept)
          await transaction`
            insert into usage_periods select * from jsonb_populate_record(null::usage_periods, ${row}::text::jsonb)`;
      });
  };
  const epochOf = async ({ accountId }: MeteredAccount): Promise<number | undefined> => {
    const [row] = await rig.database.db.$client<{ epoch: number }[]>`
      select epoch from usage_periods where account_id = ${accountId}`;
    return row?.epoch;
  };
  /** The epoch of the account's counter in the store; undefined if no counter can be charged. */
  const counterOf = async ({ accountId }: MeteredAccount): Promise<number | undefined> => {
    const [counter = ""] = await rig.redis.admin.keys(`*c:${accountId}:*`);
    const epoch = await rig.redis.admin.hget(counter, "e");
    return epoch === null ? undefined : Number(epoch);
  };
  const admits = async (meter: RunningMeter, account: MeteredAccount): Promise<void> =>
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
  /** Admits three calls while the counter store is cut off, and then undoes their commits. */
  const loseCommits = async (meter: RunningMeter, account: MeteredAccount): Promise<void> => {
    const rewind = await keepRow(account);
    rig.gateway.fault = () => "cut";
    for (let n = 0; n < 3; n++) await admits(meter, account);
    await meter.flush();
    await rewind();
    rig.gateway.fault = () => undefined;
  };

  it("calls that the row decided stay counted", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    for (let n = 0; n < 2; n++) await admits(meter, account);
    await meter.flush();
    await loseCommits(meter, account);
    await admits(meter, account);
    await settlesAt([meter], account, 6);
  });

  it("calls stay counted even if their instance receives no later call of the account", async () => {
    const meters = await two(overRest);
    const [meter, other] = meters;
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    for (const each of meters) await admits(each, account);
    await Promise.all(meters.map((each) => each.flush()));
    await loseCommits(meter, account);
    meter.repeatReports();
    await rig.healthy(meters);
    await admits(other, account);
    await settlesAt(meters, account, 6);
  });

  it("calls stay counted if the billing period began in the lost commits", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    const rewind = await keepRow(account);
    for (let n = 0; n < 3; n++) await admits(meter, account);
    await meter.flush();
    await rewind();
    for (let n = 0; n < 2; n++) await admits(meter, account);
    await settlesAt([meter], account, 5);
  });

  it("calls stay counted if the counter was opened in the lost commits, and the next counter is one that the ledger knows", async () => {
    const meter = await instance(overTcp);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    let admitted = 0;
    const admit = async (): Promise<void> => {
      await admits(meter, account);
      admitted += 1;
    };
    await admit();
    await meter.flush();
    const rewind = await keepRow(account);
    await rig.redis.admin.flushall();
    await until(async () => {
      await admit();
      return (await counterOf(account)) === 3;
    });
    await meter.flush();
    await rewind();
    await until(async () => {
      await admit();
      const epoch = await counterOf(account);
      return epoch !== undefined && epoch !== 3;
    });
    expect(await counterOf(account)).toBe(await epochOf(account));
    await settlesAt([meter], account, admitted);
  });
});
