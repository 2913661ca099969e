import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createAccount } from "@/server/account/owner/create-account";
import { endedKeysKept, expireRevokedKeys, expireUsageDays } from "@/server/account/owner/expire";
import { maxSessions } from "@/server/account/sessions/start-session";
import { createAuthAdapter } from "@/server/account/sign-in/auth-adapter";
import { hourMs } from "@/server/domain/durations";
import { expireSetAsidePoints } from "@/server/ingest/recorder/state/discard-ahead";

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const newAccount = async (): Promise<string> => {
  const account = await createAccount(
    store.db,
    { email: `${randomUUID()}@example.com`, plan: "free" },
    new Date(),
  );
  if (account === "email_taken") throw new Error("taken");
  return account.id;
};

const read = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> =>
  Array.from((await store.db.execute(query)) as Iterable<Row>);

test("an account keeps its live keys and the last 1,000 ended keys, and loses the keys that ended first", async () => {
  const [busy, quiet] = [await newAccount(), await newAccount()];
  const insert = (
    accountId: string,
    label: string,
    count: number,
    revoked: string | null,
    expires: string | null,
  ) =>
    store.db.execute(sql`
      insert into api_keys (id, account_id, hash, prefix, last_four, label, test, created_at, revoked_at, expires_at)
      select gen_random_uuid(), ${accountId}::uuid, gen_random_uuid()::text, 'ok_live_', 'abcd', ${label}, false, now(),
        now() - ${revoked}::interval, now() - ${expires}::interval from generate_series(1, ${count}::int)`);
  await insert(busy, "live", 3, null, null);
  await insert(busy, "rotated, ends tomorrow", 1, null, "-1 day");
  await insert(busy, "revoked a week ago", endedKeysKept - 1, "7 days", null);
  await insert(busy, "ended a month ago", 2, null, "30 days");
  await insert(busy, "revoked two months ago", 5, "60 days", "10 days");
  await insert(quiet, "revoked years ago", 2, "900 days", null);
  await expireRevokedKeys(store.db);
  expect(
    await read(sql`
      select label, count(*)::int as keys from api_keys where account_id in (${busy}::uuid, ${quiet}::uuid) group by 1 order by 1`),
  ).toEqual([
    { label: "ended a month ago", keys: 1 },
    { label: "live", keys: 3 },
    { label: "revoked a week ago", keys: endedKeysKept - 1 },
    { label: "revoked years ago", keys: 2 },
    { label: "rotated, ends tomorrow", keys: 1 },
  ]);
});

test("numbers of calls per day are kept for 400 days", async () => {
  const account = await newAccount();
  // A transaction keeps its date, also at midnight.
  await store.db.transaction(async (tx) => {
    for (const days of [401, 400, 0]) {
      await tx.execute(sql`
      insert into usage_key_days (account_id, day, key_id, endpoint, kind, calls)
      values (${account}::uuid, current_date - ${days}::int, gen_random_uuid(), 'listOdds', 'counted', ${days}::int)`);
      await tx.execute(sql`
      insert into usage_days (account_id, day, endpoint, kind, calls)
      values (${account}::uuid, current_date - ${days}::int, 'listOdds', 'counted', ${days}::int)`);
    }
    await expireUsageDays(tx);
  });
  expect(
    await read(sql`
      select 'key' as kind, calls from usage_key_days union all select 'all', calls from usage_days order by 1, 2`),
  ).toEqual([
    { kind: "all", calls: 0 },
    { kind: "all", calls: 400 },
    { kind: "key", calls: 0 },
    { kind: "key", calls: 400 },
  ]);
});

test("points that a wrong clock set aside are kept for a year", async () => {
  for (const days of [366, 364])
    await store.db.execute(sql`
      insert into set_aside_points (set_aside_at, recorded_at, series_id, outcomes)
      values (now() - ${days}::int * interval '1 day', now(), ${days}::int, '')`);
  await expireSetAsidePoints(store.db);
  expect(await read(sql`select series_id from set_aside_points`)).toEqual([{ series_id: 364 }]);
});

test("an account has at most 100 sessions: a further sign-in ends the oldest session of this account only", async () => {
  const [busy, quiet] = [await newAccount(), await newAccount()];
  const began = Date.now();
  const signIn = (userId: string, at: number, sessionToken: string) =>
    createAuthAdapter(store.db, () => at, { device: null, network: null, way: "GitHub" }).createSession({
      sessionToken,
      userId,
      expires: new Date(began + hourMs),
    });
  await signIn(quiet, began, "quiet");
  for (let index = 0; index <= maxSessions; index++) await signIn(busy, began + index, `busy ${index}`);
  const ages = await read<{ age: number }>(sql`
    select (extract(epoch from created_at) * 1000)::float8 - ${began}::float8 as age from sessions where user_id = ${busy}::uuid order by 1`);
  expect(ages.map(({ age }) => age)).toEqual(Array.from({ length: maxSessions }, (_, index) => index + 1));
  expect(await read(sql`select 1 as found from sessions where user_id = ${quiet}::uuid`)).toHaveLength(1);
});
