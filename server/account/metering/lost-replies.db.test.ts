import { describe, expect, it } from "vitest";
import { admitScript, closeScript } from "@/server/account/metering/counter/scripts";
import type { RunningMeter } from "@/server/account/metering/meter";
import { faultRig, largeAllowance, until } from "@/server/account/metering/testing/fault-rig";
import { connectLossy } from "@/server/account/metering/testing/lossy-database";
import {
  addMeteredAccount,
  call,
  type MeteredAccount,
  outcomeOf,
} from "@/server/account/metering/testing/metered-account";
import { testsCounterStores } from "@/server/account/metering/testing/redis-server";
import type { Fault } from "@/server/account/metering/testing/upstash-gateway";

describe.skipIf(!testsCounterStores)("metering while replies are lost", () => {
  const rig = faultRig();
  const { instance, two, overRest, overRestInTime, settlesAt } = rig;

  it.each<[string, Fault[]]>([
    ["a lost reply", ["lose_reply"]],
    ["silence or late execution", ["silence", "late"]],
    ["a cut connection, an error or an invalid reply", ["cut", "error_500", "garbage"]],
  ])(
    "exactly the allowance is admitted although three in ten requests to the store end in %s",
    async (_, faults) => {
      const meters = await two(overRestInTime);
      const account = await addMeteredAccount(rig.database.db, { allowance: 100 });
      let seed = 7;
      rig.gateway.fault = () => {
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
      rig.gateway.fault = () => undefined;
      const admitted = outcomes.filter((outcome) => outcome === "admitted").length;
      expect(admitted).toBeLessThanOrEqual(100);
      await settlesAt(meters, account, admitted);
      await rig.admitsTheRest(meters, account, admitted, 100);
    },
  );

  it("each admitted call is counted once while replies of the store and of the database are lost", async () => {
    const databases = [await connectLossy(rig.database.address), await connectLossy(rig.database.address)];
    const meters = await Promise.all(databases.map(({ db }) => instance(overRest, { db })));
    const account = await addMeteredAccount(rig.database.db, { allowance: 80 });
    let requests = 0;
    rig.gateway.fault = () => (requests++ % 5 === 0 ? "lose_reply" : undefined);
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
    rig.gateway.fault = () => undefined;
    expect(failed).toBeGreaterThan(0);
    await settlesAt(meters, account, admitted);
    await Promise.all(rig.open.splice(0).map((meter) => meter.close()));
    await Promise.all(databases.map(({ close }) => close()));
  });

  const setRow = async ({ accountId }: MeteredAccount, assignments: string): Promise<void> => {
    await rig.database.db.$client.unsafe(
      `update usage_periods set ${assignments} where account_id = '${accountId}'`,
    );
  };

  it("a call whose charge is in both the counter and the ledger counts once, even if the ledger stops waiting for reports before the counter is closed", async () => {
    const [meter, other] = await two(overRest);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, account.key);
    const faults: Fault[] = ["lose_reply"];
    rig.gateway.fault = () => faults.shift() ?? "cut";
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
    await setRow(account, "epoch_at = now() - interval '1 minute'");
    await meter.flush();
    rig.gateway.fault = () => undefined;
    await settlesAt([meter, other], account, 2);
  });

  it("a waiting call is decided when its counter is closed, even if the reply to the first close command is lost", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(rig.database.db, { allowance: 2 });
    await call(meter, account.key);
    await rig.redis.admin.script("LOAD", closeScript.lua);
    const lost = new Set<string>();
    rig.gateway.fault = (body) => {
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

  it("the figures stay exact if an instance stops after the reply to a charge was lost", async () => {
    const [meter, other] = await two(overRest);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, account.key);
    rig.gateway.fault = () => "lose_reply";
    expect(outcomeOf(await call(meter, account.key))).toBe("admitted");
    expect(meter.degraded()).toEqual(["counter_store"]);
    rig.gateway.fault = () => undefined;
    rig.open.splice(rig.open.indexOf(meter), 1);
    await meter.close();
    await settlesAt([other], account, 2);
  });

  it("calls that arrive while a request to the store is in flight share the next request and its commands", async () => {
    const meter = await instance(overRest);
    const account = await addMeteredAccount(rig.database.db, largeAllowance);
    await call(meter, account.key);
    await meter.flush();
    const { requests, commands } = rig.gateway.seen;
    const admissions = await Promise.all(Array.from({ length: 200 }, () => call(meter, account.key)));
    expect(new Set(admissions.map(outcomeOf))).toEqual(new Set(["admitted"]));
    expect(rig.gateway.seen.requests - requests).toBeLessThan(10);
    expect(rig.gateway.seen.commands - commands).toBeLessThan(20);
    await settlesAt([meter], account, 201);
  });
});
