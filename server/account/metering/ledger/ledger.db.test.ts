import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase } from "@/db/connect";
import { usagePeriods } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { createMeter } from "@/server/account/metering/create-meter";
import {
  askLedger,
  type Report,
  readLedger,
  type UsagePeriod,
  writeReports,
} from "@/server/account/metering/ledger/ledger";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const charge = {
  cost: 1,
  unitMustRemain: false,
  countsAgainstSpeedLimit: false,
  pin: false,
  open: false,
} as const;

it("a charge that the database executes only after its report was final does not count", async () => {
  const { db } = database;
  const meter = createMeter({ db, store: undefined, log: pino({ level: "silent" }), clock: Date.now });
  const { key } = await addMeteredAccount(db);
  const caller = await createIdentifyKey(meter)(key);
  if (caller === undefined) throw new Error("no caller");
  const lost = "0.lost";
  await askLedger(db, caller, charge, lost);
  // The caller received no reply, so its report says that the charge was not made.
  const notMade = { confirmed: 0, inFlight: 0 };
  const report = {
    period: caller,
    charges: new Map([[lost, notMade]]),
    final: [lost],
    retire: undefined,
    closed: undefined,
  };
  await writeReports(db, [report]);
  expect(await readLedger(db, caller)).toBe(0);
  await expect(askLedger(db, caller, charge, lost)).rejects.toThrow();
  expect(await readLedger(db, caller)).toBe(0);
  expect(await askLedger(db, caller, charge, "0.next")).toMatchObject({ outcome: "admitted", used: 1 });
  await meter.close();
});

it("writing a report does not read the whole table of billing periods", async () => {
  const db = connectDatabase(database.address, 1);
  await db.execute(sql`
    with a as (
      insert into accounts (id, email, plan, created_at)
      select gen_random_uuid(), n || '@example.com', 'growth', now() from generate_series(1, 10000) n returning id
    ) insert into usage_periods (account_id, period_start, used) select id, '2026-11-01T00:00:00Z', 0 from a`);
  await db.execute(sql`analyze usage_periods`);
  const [row] = await db.execute<{ id: string }>(sql`
    select id from accounts where email = '1@example.com'`);
  const period = { accountId: row?.id ?? "", periodStart: Date.parse("2026-11-01T00:00:00Z") };
  const charges = new Map([["0.reporter", { confirmed: 1, inFlight: 0 }]]);
  const report = { period, charges, final: [], retire: undefined, closed: undefined };
  // These counts are visible at once only in their own transaction. They can include a few rows that this test read before.
  await db.execute(sql`begin`);
  const written = await writeReports(db, [report]);
  const [read] = await db.execute<{ rows: number }>(sql`
    select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'usage_periods'`);
  await db.execute(sql`commit`);
  await db.$client.end();
  expect(written).toMatchObject([{ used: 1 }]);
  expect(read?.rows).toBeLessThan(100);
});

const addPeriod = async (epoch: number): Promise<UsagePeriod> => {
  const { db } = database;
  const { accountId } = await addMeteredAccount(db);
  const periodStart = new Date("2026-11-01T00:00:00Z");
  await db.insert(usagePeriods).values({ accountId, periodStart, used: 0, epoch });
  return { accountId, periodStart: periodStart.getTime() };
};

const reportOn = (period: UsagePeriod, confirmed: number): Report => ({
  period,
  charges: new Map([["1.reporter", { confirmed, inFlight: Number.POSITIVE_INFINITY }]]),
  final: [],
  retire: undefined,
  closed: undefined,
});

it("a report on a counter in use does not lower the usage if it is written after a later report", async () => {
  const period = await addPeriod(1);
  expect(await writeReports(database.db, [reportOn(period, 8)])).toMatchObject([{ used: 8 }]);
  expect(await writeReports(database.db, [reportOn(period, 5)])).toMatchObject([{ used: 8 }]);
});

it("a report on a counter in use does not lower the usage if it is written after the counter was closed", async () => {
  const period = await addPeriod(1);
  const closed = { epoch: 1, byReporter: new Map([["reporter", 8]]) };
  const close = { ...reportOn(period, 0), charges: new Map(), closed };
  expect(await writeReports(database.db, [close])).toMatchObject([{ epoch: 2, used: 8 }]);
  expect(await writeReports(database.db, [reportOn(period, 5)])).toMatchObject([{ used: 8 }]);
});
