import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeys, usageKeyDays } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { createMeter } from "@/server/account/metering/create-meter";
import type { RunningMeter } from "@/server/account/metering/meter";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { createUsageDays, noKeyId } from "@/server/account/usage/usage-days";
import { ApiError } from "@/server/domain/errors/api-error";
import { meterCall, requireRequestLeft } from "@/server/web/api/admission";
import type { Credentials } from "@/server/web/api/context";

const quiet = { warn: () => undefined, info: () => undefined };

let database: TestDatabase;
let meter: RunningMeter;
let usageDays: ReturnType<typeof createUsageDays>;
let now = Date.now;
beforeAll(async () => {
  database = await testDatabase();
  meter = createMeter({ db: database.db, store: undefined, log: quiet, clock: Date.now });
  usageDays = createUsageDays(
    database.db,
    () => now(),
    () => true,
  );
});
afterAll(async () => {
  await usageDays.close();
  await meter.close();
  await database.close();
});

const services = () => ({
  meter,
  identifyKey: createIdentifyKey(meter),
  identifySession: async () => undefined,
  noteUsage: usageDays.note,
});

/** Calls a history endpoint, with `read` in place of its database read. @returns the error code of the call, or "ok". */
const callHistory = async (apiKey: string, read: () => void): Promise<string> => {
  const result = await meterCall(
    services(),
    {
      requestId: randomUUID(),
      credentials: { kind: "headers", apiKey, authorization: undefined },
      access: "key",
      counted: true,
      operationId: "getHistoricalOdds",
    },
    async ({ admission }) => {
      requireRequestLeft(admission);
      read();
      return { response: undefined, isFree: false };
    },
  );
  if (result.ok) return "ok";
  return result.error instanceof ApiError ? result.error.code : "failed";
};

const second = () => Math.floor(Date.now() / 1000);

test("the number of history reads that an account causes per second is at most twice its speed limit", async () => {
  const bursts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(bursts, fc.integer({ min: 1, max: 4 }), async (sizes, speedLimit) => {
      const account = await addMeteredAccount(database.db, { speedLimit });
      let reads = 0;
      const read = (): void => {
        reads += 1;
      };
      let succeeded = 0;
      const began = second();
      for (const size of sizes) {
        const codes = await Promise.all(Array.from({ length: size }, () => callHistory(account.key, read)));
        expect(codes.filter((code) => code !== "ok" && code !== "SPEED_LIMIT")).toEqual([]);
        succeeded += codes.filter((code) => code === "ok").length;
      }
      const seconds = second() - began + 1;
      expect(reads).toBeLessThanOrEqual(2 * speedLimit * seconds);
      expect(succeeded).toBeLessThanOrEqual(reads);
    }),
    { numRuns: 25 },
  );
});

test("a key whose allowance is spent causes no history read after its first ALLOWANCE_SPENT", async () => {
  const account = await addMeteredAccount(database.db, { allowance: 1 });
  let reads = 0;
  const read = (): void => {
    reads += 1;
  };
  expect(await callHistory(account.key, read)).toBe("ok");
  expect(await callHistory(account.key, read)).toBe("ALLOWANCE_SPENT");
  expect(reads).toBe(2);
  for (let n = 0; n < 5; n++) expect(await callHistory(account.key, read)).toBe("ALLOWANCE_SPENT");
  expect(reads).toBe(2);
});

test("a revoked key causes no history read after its first INVALID_KEY", async () => {
  const account = await addMeteredAccount(database.db);
  let reads = 0;
  const read = (): void => {
    reads += 1;
  };
  expect(await callHistory(account.key, read)).toBe("ok");
  await database.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
  expect(await callHistory(account.key, read)).toBe("INVALID_KEY");
  for (let n = 0; n < 5; n++) expect(await callHistory(account.key, read)).toBe("INVALID_KEY");
  expect(reads).toBe(2);
});

test("a call that is confirmed both before and after its history read counts only once against the speed limit", async () => {
  const account = await addMeteredAccount(database.db, { speedLimit: 1 });
  const noRead = () => undefined;
  let code = "";
  while (code !== "SPEED_LIMIT") code = await callHistory(account.key, noRead);
  await delay(1_005 - (Date.now() % 1_000));
  expect(await callHistory(account.key, noRead)).toBe("ok");
});

test("the daily usage counts calls by day, key, endpoint and kind, and a failed call only as its error", async () => {
  const evening = Date.UTC(2026, 10, 21, 23, 59, 59, 500);
  now = () => evening;
  const account = await addMeteredAccount(database.db, { allowance: 2 });
  const listed = (credentials: Credentials, operationId: string, error?: Error) =>
    meterCall(
      services(),
      {
        requestId: randomUUID(),
        credentials,
        access: "key",
        counted: operationId === "listOdds",
        operationId,
      },
      async () => {
        if (error !== undefined) throw error;
        return { response: undefined, isFree: false };
      },
    );
  const byKey = { kind: "headers", apiKey: account.key, authorization: undefined } as const;
  for (let n = 0; n < 3; n++) await listed(byKey, "listOdds");
  await listed(byKey, "listEvents");
  await listed(byKey, "listEvents", new ApiError("UNKNOWN_EVENT"));
  await listed(byKey, "listEvents", new ApiError("UNKNOWN_EVENT"));
  await listed(byKey, "listEvents", new Error("a fault"));
  await listed({ kind: "account", accountId: account.accountId }, "listKeys");
  await usageDays.flush();
  await listed(byKey, "listEvents");
  now = Date.now;
  await usageDays.flush();
  const rows = await database.db
    .select({
      day: usageKeyDays.day,
      keyId: usageKeyDays.keyId,
      endpoint: usageKeyDays.endpoint,
      kind: usageKeyDays.kind,
      calls: usageKeyDays.calls,
    })
    .from(usageKeyDays)
    .where(eq(usageKeyDays.accountId, account.accountId))
    .orderBy(usageKeyDays.endpoint, usageKeyDays.kind);
  const ofKey = { day: "2026-11-21", keyId: account.keyId };
  expect(rows).toEqual([
    { ...ofKey, endpoint: "listEvents", kind: "INTERNAL_ERROR", calls: 1 },
    { ...ofKey, endpoint: "listEvents", kind: "UNKNOWN_EVENT", calls: 2 },
    { ...ofKey, endpoint: "listEvents", kind: "free", calls: 2 },
    { ...ofKey, keyId: noKeyId, endpoint: "listKeys", kind: "free", calls: 1 },
    { ...ofKey, endpoint: "listOdds", kind: "ALLOWANCE_SPENT", calls: 1 },
    { ...ofKey, endpoint: "listOdds", kind: "counted", calls: 2 },
  ]);
});
