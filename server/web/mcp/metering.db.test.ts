import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usagePeriods } from "@/db/schema/accounts";
import { createCallLog } from "@/server/account/call-log/create-call-log";
import { readCalls } from "@/server/account/call-log/read-calls";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createMeter } from "@/server/account/metering/create-meter";
import type { RunningMeter } from "@/server/account/metering/meter";
import { awaitStore } from "@/server/account/metering/open-meter";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import {
  startTestRedis,
  type TestRedis,
  testsCounterStores,
} from "@/server/account/metering/testing/redis-server";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";
import { readUsageRows } from "@/server/account/owner/read-usage";
import { createUsageDays } from "@/server/account/usage/usage-days";
import type { V1Services } from "@/server/web/http/services.types";
import { type ApiRig, rigConfig, startApiRig } from "@/server/web/http/testing/api-rig";
import { slateRig, sport, upcoming } from "@/server/web/http/testing/slate";
import { mcpPath } from "@/server/web/http/v1/completed-call";
import { createHandleV1 } from "@/server/web/http/v1/handle-v1";
import { createHandleMcp } from "@/server/web/mcp/handle-mcp";

let rig: ApiRig;
let redis: TestRedis | undefined;
beforeAll(async () => {
  rig = await startApiRig(slateRig);
  if (testsCounterStores) redis = await startTestRedis();
});
afterAll(async () => {
  await rig?.close();
  await redis?.close();
});

/** All usage is on this day, even if midnight passes during a test. */
const began = Date.now();

const oddsTarget = `/v1/sports/${sport}/events/${upcoming}/odds`;

describe.each(testsCounterStores ? (["database", "redis"] as const) : (["database"] as const))(
  "with the real meter on %s",
  (kind) => {
    const open = async () => {
      const { db } = rig.database;
      const store = kind === "redis" && redis !== undefined ? createRedisStore(redis.url) : undefined;
      if (store !== undefined) await awaitStore(store);
      const meter: RunningMeter = createMeter({ db, store, log: createWatchedLog(), clock: Date.now });
      const callLog = createCallLog(db, Date.now, () => true);
      const usageDays = createUsageDays(
        db,
        () => began,
        () => true,
      );
      const services: V1Services = {
        ...rig.services,
        meter,
        noteUsage: usageDays.note,
        identifyKey: createIdentifyKey(meter),
        observeCall: callLog.note,
      };
      const handleV1 = createHandleV1(services);
      const handleMcp = createHandleMcp(services);
      const host = new URL(rigConfig.baseUrl).host;
      const getOdds = (key: string) =>
        handleV1(new Request("http://localhost/", { headers: { "x-api-key": key } }), {
          address: () => "192.0.2.1",
          target: oddsTarget,
        });
      const callTool = async (key: string, name: string, args: Record<string, unknown>) => {
        const request = new Request("http://localhost/mcp", {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name, arguments: args },
          }),
        });
        const response = await handleMcp(request, { address: () => "192.0.2.1", target: mcpPath, host });
        return ((await response.json()) as { result: { isError?: boolean } }).result.isError ?? false;
      };
      const close = async () => {
        await callLog.close();
        await usageDays.close();
        await meter.close();
      };
      return { db, meter, usageDays, callLog, getOdds, callTool, close };
    };

    const odds = { league: sport, fixture_id: upcoming };

    test("calls over REST and over /mcp at the same time spend one allowance to the unit, and never more", async () => {
      const { db, meter, getOdds, callTool, close } = await open();
      const { key, accountId } = await addMeteredAccount(db, { plan: "business", allowance: 30 });
      const served = await Promise.all(
        Array.from({ length: 50 }, async (_, index) =>
          index % 2 === 0 ? (await getOdds(key)).status === 200 : !(await callTool(key, "get_odds", odds)),
        ),
      );
      let spent = served.filter(Boolean).length;
      expect(spent).toBeLessThanOrEqual(30);
      if (kind === "database") expect(spent).toBe(30);
      // If the counter store was late, a charge may count twice until the figures settle, so fewer calls were served.
      while (spent < 30) if (!(await callTool(key, "get_odds", odds))) spent += 1;
      expect(await callTool(key, "find_fixtures", {})).toBe(false);
      expect(await callTool(key, "get_odds", odds)).toBe(true);
      const used = async () => {
        await meter.flush();
        const [row] = await db
          .select({ used: usagePeriods.used })
          .from(usagePeriods)
          .where(eq(usagePeriods.accountId, accountId));
        return row?.used;
      };
      await expect.poll(used).toBe(30);
      await close();
    });

    test("usage and the request log show each tool under a name of its own", async () => {
      const { db, usageDays, callLog, callTool, close } = await open();
      const { key, accountId, keyId } = await addMeteredAccount(db, { plan: "business" });
      await callTool(key, "get_odds", odds);
      await callTool(key, "get_odds", { league: "nothing" });
      await callTool(key, "get_usage", {});
      await usageDays.flush();
      await callLog.flush();
      const rows = await readUsageRows(db, accountId, 2, began);
      expect(
        rows.map(({ endpoint, kind: result, calls, keyId: of }) => [endpoint, result, calls, of]),
      ).toEqual([
        ["POST /mcp get_odds", "UNKNOWN_SPORT", 1, keyId],
        ["POST /mcp get_odds", "counted", 1, keyId],
        ["POST /mcp get_usage", "free", 1, keyId],
      ]);
      const logged = await readCalls(db, accountId, new Date());
      expect(
        logged.map(({ method, endpoint, status, code, cost }) => [method, endpoint, status, code, cost]),
      ).toEqual(
        expect.arrayContaining([
          ["POST", "/mcp get_odds", 200, null, 1],
          ["POST", "/mcp get_odds", 200, "UNKNOWN_SPORT", 0],
          ["POST", "/mcp get_usage", 200, null, 0],
        ]),
      );
      expect(logged).toHaveLength(3);
      await close();
    });
  },
);
