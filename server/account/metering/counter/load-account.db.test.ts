import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { connectDatabase } from "@/db/connect";
import { testDatabase } from "@/db/testing";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { createCounterCommands } from "@/server/account/metering/counter/counter-commands";
import { createLoadAccount } from "@/server/account/metering/counter/load-account";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createMeter } from "@/server/account/metering/create-meter";
import { addMeteredAccount, call, outcomeOf } from "@/server/account/metering/testing/metered-account";
import { patientMs, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import { startTestRedis, testsCounterStores } from "@/server/account/metering/testing/redis-server";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";
import { hourMs } from "@/server/domain/durations";

it.skipIf(!testsCounterStores)(
  "a key is not rejected before its planned end if the read of its account waited longer than the key's remaining life",
  async () => {
    const database = await testDatabase();
    const redis = await startTestRedis();
    const store = createRedisStore(redis.url, patientMs);
    await untilStoreResponds(store);
    const meter = createMeter({ db: database.db, store, log: createWatchedLog(), clock: Date.now });
    const { key, keyId } = await addMeteredAccount(database.db);
    await database.db.execute(
      sql`update api_keys set expires_at = now() + interval '1 hour' where id = ${keyId}::uuid`,
    );
    const caller = await createIdentifyKey(meter)(key);
    if (caller === undefined) throw new Error("no caller");

    const db = connectDatabase(database.address, 1);
    const connection = await db.$client.reserve();
    vi.useFakeTimers({ toFake: ["performance"] });
    const commands = createCounterCommands(store, Date.now);
    const loaded = createLoadAccount(db, commands)(caller);
    // The load first asks the store. After the reply to a later command, the load waits for the only connection to the database.
    await commands.beginLoad(randomUUID(), "later");
    vi.advanceTimersByTime(2 * hourMs);
    connection.release();
    expect(await loaded.finally(() => vi.useRealTimers())).toBe(true);
    expect(outcomeOf(await call(meter, key))).toBe("admitted");

    await db.$client.end({ timeout: 0 });
    await meter.close();
    await redis.close();
    await database.close();
  },
);
