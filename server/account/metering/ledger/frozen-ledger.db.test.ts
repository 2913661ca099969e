import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase } from "@/db/connect";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { startRelay } from "@/db/testing/relay";
import { createMeter } from "@/server/account/metering/create-meter";
import { addMeteredAccount, call, outcomeOf } from "@/server/account/metering/testing/metered-account";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";

// On PostgreSQL only: a connection to the embedded database is a socket of a process on the same machine, so no packet is lost.
describe.skipIf(process.env.TEST_STORE !== "postgres")("a ledger on PostgreSQL that drops packets", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await postgresDatabase();
  });
  afterAll(() => database.close());

  test("a charge that the database does not confirm fails and does not count, and later charges use new connections", async () => {
    const relay = await startRelay("url" in database.address ? database.address.url : "");
    // With one connection, a hung connection that stays in the pool would block every later charge.
    const db = connectDatabase({ url: relay.url }, 1);
    const meter = createMeter({ db, store: undefined, log: silentLog, clock: Date.now });
    const { key, accountId } = await addMeteredAccount(database.db);
    expect(outcomeOf(await call(meter, key))).toBe("admitted");
    relay.hangOpen();
    await expect(call(meter, key)).rejects.toMatchObject({ code: "READ_TIMEOUT" });
    expect(outcomeOf(await call(meter, key))).toBe("admitted");
    await meter.close();
    const [row] = await database.db.execute(
      sql`select used from usage_periods where account_id = ${accountId}::uuid`,
    );
    expect(row).toEqual({ used: 2 });
    await db.$client.end({ timeout: 0 });
    await relay.close();
  });
});
