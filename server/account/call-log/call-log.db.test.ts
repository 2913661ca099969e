import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountCalls } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import type { AccountCall, CallDetail } from "@/server/account/call-log/account-call";
import { createCallLog } from "@/server/account/call-log/create-call-log";
import { findCall, readCalls } from "@/server/account/call-log/read-calls";
import type { Admission } from "@/server/account/metering/meter";
import { expireRequestLogs } from "@/server/account/owner/expire";
import { dayMs, hourMs } from "@/server/domain/durations";
import type { ErrorCode } from "@/server/domain/errors/errors";

const keyId = "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10";

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
  // Only the tests write the logs. On a busy machine, a log would also be written a second after it was opened.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await store.close();
});

const callOf = (
  accountId: string,
  { code, last = 0, detail }: { code?: ErrorCode; last?: 0 | 1; detail?: CallDetail } = {},
): AccountCall => ({
  requestId: randomUUID(),
  method: "GET",
  endpoint: "/v1/sports/{sport}/odds",
  status: code === undefined ? 200 : 429,
  code,
  cost: last,
  seconds: 0.0125,
  detail,
  admission: { last, caller: { accountId, keyId } } as unknown as Admission,
});

/** The call log of one instance. Its clock advances by a millisecond with each call. */
const openLog = ({ startAt = Date.now() - dayMs, db = store.db } = {}) => {
  let now = startAt;
  const warnings: string[] = [];
  const log = createCallLog(
    db,
    () => now++,
    (about) => warnings.push(about) > 0,
  );
  return { ...log, warnings };
};
const read = (accountId: string) => readCalls(store.db, accountId, new Date());

test("An account reads only its own calls, newest first, and finds a call by its request id", async () => {
  const [owner, stranger] = [randomUUID(), randomUUID()];
  const log = openLog();
  const served = callOf(owner, { last: 1 });
  const refused = callOf(owner, { code: "ALLOWANCE_SPENT" });
  log.note(served);
  log.note(callOf(stranger));
  log.note(refused);
  log.note({ ...callOf(owner), admission: undefined });
  await log.close();
  const calls = await read(owner);
  expect(calls.map(({ requestId }) => requestId)).toEqual([refused.requestId, served.requestId]);
  expect(calls[1]).toEqual({
    requestId: served.requestId,
    at: expect.any(Date),
    method: "GET",
    endpoint: "/v1/sports/{sport}/odds",
    status: 200,
    code: null,
    cost: 1,
    durationMs: 12.5,
    keyId,
    skipped: 0,
    target: null,
    message: null,
    requiredPlan: null,
  });
  const now = new Date();
  expect(await findCall(store.db, owner, refused.requestId, now)).toEqual(calls[0]);
  expect(await findCall(store.db, stranger, refused.requestId, now)).toBeUndefined();
});

test("A call's path, message and required plan are logged, and a plan that this version does not know is left out", async () => {
  const owner = randomUUID();
  const log = openLog();
  const target = "/v1/sports/americanfootball_nfl/props?markets=player_pass_yds";
  const message = 'Player props require the Growth plan or above. "é🏀"';
  log.note(callOf(owner, { code: "PLAN_REQUIRED", detail: { target, message, requiredPlan: "growth" } }));
  await log.close();
  expect(await read(owner)).toMatchObject([{ target, message, requiredPlan: "growth" }]);
  await store.db
    .update(accountCalls)
    .set({ requiredPlan: "platinum" })
    .where(eq(accountCalls.accountId, owner));
  expect(await read(owner)).toMatchObject([{ target, message, requiredPlan: null }]);
});

test("A request log shows the newest 500 calls, and stores a bounded number of older calls, even if two instances trim it at the same time", async () => {
  const owner = randomUUID();
  const startAt = Date.now() - dayMs;
  const logs = [openLog({ startAt }), openLog({ startAt, db: store.connect() })];
  let newest = "";
  for (let batch = 0; batch < 10; batch++) {
    for (const log of logs)
      for (let n = 0; n < 95; n++) {
        const call = callOf(owner);
        newest = call.requestId;
        log.note(call);
      }
    await Promise.all(logs.map((log) => log.flush()));
  }
  const calls = await read(owner);
  expect(calls).toHaveLength(500);
  expect(calls.slice(0, 2).map(({ requestId }) => requestId)).toContain(newest);
  const stored = await store.db.$count(accountCalls, eq(accountCalls.accountId, owner));
  expect(stored).toBeLessThan(500 + 2 * (250 + 95));
  expect(logs.flatMap(({ warnings }) => warnings)).toEqual([]);
  for (const log of logs) await log.close();
});

test("A flood of one error hides no other call, and the log counts the calls that it left out", async () => {
  const [flooded, other] = [randomUUID(), randomUUID()];
  const log = openLog();
  const first = callOf(flooded, { code: "UNKNOWN_SPORT" });
  log.note(first);
  for (let n = 0; n < 3_000; n++) log.note(callOf(flooded, { code: "SPEED_LIMIT" }));
  for (let n = 0; n < 30; n++) log.note(callOf(other));
  await log.close();
  const calls = await read(flooded);
  expect(calls.map(({ code }) => code)).toEqual([...Array(20).fill("SPEED_LIMIT"), "UNKNOWN_SPORT"]);
  expect(calls.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(2_980);
  expect(await read(other)).toHaveLength(30);
});

test("While calls cannot be written, a limited number of calls wait in memory, and the log counts the skipped calls", async () => {
  const [owner, late] = [randomUUID(), randomUUID()];
  const log = openLog();
  for (let n = 0; n < 30; n++) log.note(callOf(owner));
  await store.db.execute(sql`alter table account_calls rename to account_calls_away`);
  await log.flush();
  expect(log.warnings).toHaveLength(1);
  // At most 16,384 calls wait in total. Of one account's calls without an error, at most 100 wait.
  for (let account = 0; account < 170; account++) {
    const other = randomUUID();
    for (let n = 0; n < 100; n++) log.note(callOf(other));
  }
  log.note(callOf(late));
  log.note(callOf(owner));
  await store.db.execute(sql`alter table account_calls_away rename to account_calls`);
  await log.flush();
  expect((await read(owner)).map(({ skipped }) => skipped)).toEqual([30]);
  expect(await read(late)).toEqual([]);
  expect(await store.db.$count(accountCalls)).toBeLessThan(4_000);
  log.note(callOf(late));
  await log.close();
  expect((await read(late)).map(({ skipped }) => skipped)).toEqual([1]);
});

test("A call leaves its account's request log after seven days", async () => {
  const owner = randomUUID();
  for (const ageMs of [7 * dayMs + hourMs, 7 * dayMs - hourMs]) {
    const log = openLog({ startAt: Date.now() - ageMs });
    log.note(callOf(owner));
    await log.close();
  }
  expect(await read(owner)).toHaveLength(1);
  expect(await store.db.$count(accountCalls, eq(accountCalls.accountId, owner))).toBe(2);
  await expireRequestLogs(store.db);
  expect(await store.db.$count(accountCalls, eq(accountCalls.accountId, owner))).toBe(1);
});
