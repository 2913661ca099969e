import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createIdentifyKey } from "@/server/accounts/identify-key";
import { createMeter } from "@/server/metering/create-meter";
import { askLedger, readLedger, writeReports } from "@/server/metering/ledger/ledger";
import { addMeteredAccount } from "@/server/metering/testing/metered-account";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const charge = { cost: 1, unitMustRemain: false, countWindow: false, pin: false, open: false } as const;

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
