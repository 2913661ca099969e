import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { connectDatabase } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { startRelay } from "@/db/testing/relay";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { createMeter } from "@/server/account/metering/create-meter";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";
import { meterCall } from "@/server/web/api/admission";

// On PostgreSQL only: a connection to the embedded database is a socket of a process on the same machine, so no packet is lost.
describe.skipIf(process.env.TEST_STORE !== "postgres")("a call on PostgreSQL that drops packets", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await postgresDatabase();
  });
  afterAll(() => database.close());
  let ticking: NodeJS.Timeout | undefined;
  afterEach(() => {
    clearInterval(ticking);
    vi.useRealTimers();
  });
  /** From now on, the clock stands still while this process stalls: each ms passes in a turn of the event loop. */
  const tickInTurns = (): void => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "performance"],
      shouldClearNativeTimers: true,
    });
    ticking = setInterval(() => vi.advanceTimersByTime(1), 1);
  };

  test("A call fails within ten seconds and costs nothing, even if its read, its charge and every other statement get no reply", async () => {
    const relay = await startRelay("url" in database.address ? database.address.url : "");
    const db = connectDatabase({ url: relay.url });
    const meter = createMeter({ db, store: undefined, log: silentLog, clock: Date.now });
    const { key, accountId } = await addMeteredAccount(database.db);
    const services = {
      meter,
      identifyKey: createIdentifyKey(meter),
      identifySession: async () => undefined,
      noteUsage: () => undefined,
    };
    const read = (counted: boolean) =>
      meterCall(
        services,
        {
          requestId: "1",
          credentials: { kind: "headers", apiKey: key, authorization: undefined },
          access: "key",
          counted,
          operationId: "listOdds",
        },
        async () => {
          await retryRead(db, () => db.execute(sql`select 1`));
          return { response: "prices", isFree: false };
        },
      );
    expect(await read(true)).toMatchObject({ ok: true });
    tickInTurns();
    relay.freeze();
    const ten = new Promise((resolve) => setTimeout(resolve, 10_000, "ten seconds"));
    for (const call of [read(true), read(false)])
      expect(await Promise.race([call, ten])).toMatchObject({
        ok: false,
        error: { code: "READ_TIMEOUT" },
      });
    relay.restore();
    while (!(await read(true)).ok);
    await meter.close();
    const [row] = await database.db.execute(
      sql`select used from usage_periods where account_id = ${accountId}::uuid`,
    );
    expect(row).toEqual({ used: 2 });
    await db.$client.end({ timeout: 0 });
    await relay.close();
  });
});
