import { randomUUID } from "node:crypto";
import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as schema from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { deleteAccount } from "@/server/account/deletion/delete-account";
import { forgetDeletedAccounts } from "@/server/account/deletion/forget-deleted";
import { restoreAccount } from "@/server/account/deletion/restore-account";
import { createKey } from "@/server/account/keys/create-key";
import { listKeys } from "@/server/account/keys/list-keys";
import { findKeyByHash } from "@/server/account/metering/callers/find-caller";
import { type ActionSource, recordAccountAction, writeAuditLine } from "@/server/account/owner/audit";
import { createAccount } from "@/server/account/owner/create-account";
import { findAccountByEmail } from "@/server/account/owner/find-account";
import { createAccessToken, identifyAccessToken } from "@/server/account/sign-in/access-token";
import { createAuthAdapter } from "@/server/account/sign-in/auth-adapter";
import { findSession } from "@/server/account/sign-in/find-session";
import { createSignInLink } from "@/server/account/sign-in/sign-in-tokens";
import { dayMs, hourMs } from "@/server/domain/durations";
import { createApiKey } from "@/server/domain/secrets/api-key";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

const now = new Date();
const expires = new Date(now.getTime() + hourMs);
const by: ActionSource = { actor: "owner", network: "203.0.113.x" };
const client = { device: "Firefox on Linux", network: "203.0.113.x", way: "email link" } as const;
const notifyNone = async () => undefined;

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const adapter = () => createAuthAdapter(store.db, () => now.getTime(), client);
const signIn = async (userId: string): Promise<string> => {
  const sessionToken = randomUUID();
  await adapter().createSession({ sessionToken, userId, expires });
  return sessionToken;
};
const note = (accountId: string) => (tx: Parameters<typeof recordAccountAction>[0]) =>
  recordAccountAction(tx, accountId, "account delete", by, now);
const remove = (accountId: string) => deleteAccount(store.db, notifyNone, accountId, note(accountId));

/** Moves the deletion into the past. */
const pass = (accountId: string, interval: string) =>
  store.db.execute(
    sql`update accounts set deleted_at = deleted_at - ${interval}::interval where id = ${accountId}::uuid`,
  );

/** An account with a session, a key, and rows in every table that refers to accounts or their emails. */
const newAccount = async () => {
  const email = `${randomUUID()}@example.com`;
  const account = await createAccount(store.db, { email, plan: "scale" }, now);
  if (account === "email_taken") throw new Error("taken");
  const { id } = account;
  const key = await createKey(store.db, id, { label: "production", test: false }, now, by);
  if (typeof key === "string") throw new Error(key);
  const cookie = await signIn(id);
  const { accessToken } = await createAccessToken(store.db, id, null, now);
  const day = now.toISOString().slice(0, 10);
  const calls = { accountId: id, day, endpoint: "listOdds", kind: "counted", calls: 3 };
  await store.db.insert(schema.usagePeriods).values({ accountId: id, periodStart: now, used: 42 });
  await store.db.insert(schema.usageDays).values(calls);
  await store.db.insert(schema.usageKeyDays).values({ ...calls, keyId: key.id });
  await store.db
    .insert(schema.usageEmails)
    .values({ accountId: id, periodStart: now, percent: 80, allowance: 10 });
  await store.db.insert(schema.accountCalls).values({
    accountId: id,
    at: now,
    requestId: randomUUID(),
    method: "GET",
    endpoint: "/v1/sports",
    status: 200,
    cost: 0,
    durationMs: 1,
    skipped: 0,
  });
  await adapter().linkAccount({
    userId: id,
    type: "oauth",
    provider: "github",
    providerAccountId: email,
  });
  await createSignInLink(store.db, email, "https://odds.test", now);
  await writeAuditLine(store.db, { action: "account plan", accountId: id, detail: { plan: "scale" } }, now);
  return { id, email, key, cookie, accessToken };
};

/** The number of rows that belong to an account or its email, by table. */
const rowsOf = async ({ id, email }: { readonly id: string; readonly email: string }) => {
  const counts: Record<string, number> = {};
  for (const table of Object.values(schema) as PgTable[]) {
    const { accountId, userId, identifier, id: own } = getTableColumns(table) as Record<string, never>;
    const column = accountId ?? userId ?? identifier ?? (table === schema.accounts ? own : undefined);
    if (column === undefined) continue;
    const rows = await store.db
      .select()
      .from(table)
      .where(eq(column, identifier === undefined ? id : email));
    if (rows.length > 0) counts[getTableName(table)] = rows.length;
  }
  return counts;
};

test("The deletion of an account ends its keys, access tokens, sessions and sign-in links, and keeps all its other rows", async () => {
  const account = await newAccount();
  const announced: string[] = [];
  const before = await rowsOf(account);
  const deletion = await deleteAccount(
    store.db,
    async (id) => void announced.push(id),
    account.id,
    note(account.id),
  );
  if (deletion === "not_found") throw new Error(deletion);
  expect(announced).toEqual([account.id]);
  expect(deletion.email).toBe(account.email);
  expect(deletion.restorableUntil.getTime() - deletion.deletedAt.getTime()).toBe(7 * dayMs);
  const [key] = await listKeys(store.db, account.id);
  expect(key?.revokedAt).not.toBeNull();
  expect(await findSession(store.db, account.cookie, now)).toBeUndefined();
  expect(await identifyAccessToken(store.db, account.accessToken, now)).toBeUndefined();
  const { sessions: _ended, verification_tokens: _links, ...kept } = before;
  expect(await rowsOf(account)).toEqual({ ...kept, audit_lines: (before.audit_lines ?? 0) + 1 });
  expect(await remove(account.id)).toBe("not_found");
});

test("If the instances cannot be notified, the deletion of an account fails, ends no session and can be repeated", async () => {
  const account = await newAccount();
  const broken = () => Promise.reject(new Error("unreachable"));
  await expect(deleteAccount(store.db, broken, account.id, note(account.id))).rejects.toThrow("unreachable");
  expect(await findSession(store.db, account.cookie, now)).toBeDefined();
  expect(await remove(account.id)).toMatchObject({ email: account.email });
});

test("A key that is created while its account is being deleted does not work", async () => {
  const account = await newAccount();
  const create = () => createKey(store.db, account.id, { label: "late", test: false }, now);
  await Promise.all([create(), create(), remove(account.id), create(), create()]);
  expect(await create()).toBe("no_account");
  expect((await listKeys(store.db, account.id)).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
});

test("A sign-in within 7 days restores a deleted account with its plan and usage, but without its keys", async () => {
  for (const find of [
    (email: string) => adapter().getUserByEmail(email),
    (email: string) => adapter().getUserByAccount({ provider: "github", providerAccountId: email }),
  ]) {
    const account = await newAccount();
    await remove(account.id);
    await pass(account.id, "6 days 23 hours");
    await forgetDeletedAccounts(store.db);
    const user = await find(account.email);
    expect(user?.id).toBe(account.id);
    const cookie = await signIn(account.id);
    expect(await findSession(store.db, cookie, now)).toMatchObject({ accountId: account.id, plan: "scale" });
    await forgetDeletedAccounts(store.db);
    expect(await rowsOf(account)).toMatchObject({ accounts: 1, usage_periods: 1, usage_key_days: 1 });
    const keys = await listKeys(store.db, account.id);
    expect(keys.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  }
});

test("After 7 days, exactly one instance removes a deleted account, and keeps only the audit lines of the operator and the service", async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  const before = await rowsOf(other);
  await remove(account.id);
  await pass(account.id, "7 days");
  const instances = Array.from({ length: 4 }, () => store.connect());
  const removed = await Promise.all(instances.map((db) => forgetDeletedAccounts(db)));
  expect(removed.reduce((sum, each) => sum + each)).toBe(1);
  expect(await rowsOf(account)).toEqual({ audit_lines: 2 });
  const lines = await store.db
    .select()
    .from(schema.auditLines)
    .where(eq(schema.auditLines.accountId, account.id));
  expect(lines.map(({ action, actor, network }) => [action, actor, network])).toEqual([
    ["account plan", "operator", null],
    ["account remove", "service", null],
  ]);
  expect(JSON.stringify(lines)).not.toContain(account.email);
  expect(await rowsOf(other)).toEqual(before);
});

test("A sign-in 8 days after an account's deletion creates a new free account, even if the old account is not removed yet", async () => {
  for (const removalRan of [true, false]) {
    const account = await newAccount();
    await remove(account.id);
    await pass(account.id, "8 days");
    if (removalRan) await forgetDeletedAccounts(store.db);
    expect(
      await adapter().getUserByAccount({ provider: "github", providerAccountId: account.email }),
    ).toBeNull();
    expect(await adapter().getUserByEmail(account.email)).toBeNull();
    const user = await adapter().createUser({ email: account.email, emailVerified: null });
    expect(user.id).not.toBe(account.id);
    expect(await findAccountByEmail(store.db, account.email)).toMatchObject({ id: user.id, plan: "free" });
    expect(await rowsOf({ id: account.id, email: "nothing" })).toEqual({ audit_lines: 2 });
    await expect(signIn(account.id)).rejects.toThrow("no longer exists");
  }
});

test("After 7 days, and not before, a new account can use the email of a deleted account", async () => {
  const account = await newAccount();
  await remove(account.id);
  const again = () => createAccount(store.db, { email: account.email, plan: "free" }, now);
  expect(await again()).toBe("email_taken");
  await pass(account.id, "7 days");
  expect(await restoreAccount(store.db, account.id)).toBe("not_restorable");
  expect(await again()).toMatchObject({ email: account.email, plan: "free" });
});

test("A key or access token that an older release creates for a deleted account does not work", async () => {
  const account = await newAccount();
  await remove(account.id);
  const { key, identity } = createApiKey(false);
  await store.db.insert(schema.apiKeys).values({
    id: randomUUID(),
    accountId: account.id,
    ...identity,
    label: "created by an older instance",
    test: false,
    createdAt: now,
  });
  expect(await findKeyByHash(store.db, hashSecret(key))).toBeUndefined();
  const { accessToken } = await createAccessToken(store.db, account.id, null, now);
  expect(await identifyAccessToken(store.db, accessToken, now)).toBeUndefined();
});
