import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessTokens, apiKeys, sessions } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createKey } from "@/server/account/keys/create-key";
import { maxActiveKeys } from "@/server/account/keys/insert-key";
import { listKeys } from "@/server/account/keys/list-keys";
import { revokeKey } from "@/server/account/keys/revoke-key";
import type { Account } from "@/server/account/owner/account";
import { changeTerms } from "@/server/account/owner/change-terms";
import { createAccount } from "@/server/account/owner/create-account";
import { findAccountByEmail } from "@/server/account/owner/find-account";
import { createAccessToken, identifyAccessToken } from "@/server/account/sign-in/access-token";
import { hourMs } from "@/server/domain/durations";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

const now = new Date("2026-11-21T10:00:00.000Z");
const notifyNone = async () => undefined;

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

let accountCount = 0;
const newAccount = async (): Promise<Account> => {
  const account = await createAccount(
    store.db,
    { email: `user${++accountCount}@example.com`, plan: "free" },
    now,
  );
  if (account === "email_taken") throw new Error("taken");
  return account;
};
const newKey = async (accountId: string, label = "production") => {
  const created = await createKey(store.db, accountId, { label, test: false }, now);
  if (typeof created === "string") throw new Error(created);
  return created;
};

describe("accounts", () => {
  it("an account's email is stored trimmed and in lower case, and a search by email ignores case", async () => {
    const account = await createAccount(store.db, { email: " Jo.Do+x@Example.COM ", plan: "growth" }, now);
    expect(account).toMatchObject({ email: "jo.do+x@example.com", plan: "growth", allowance: null });
    expect(await findAccountByEmail(store.db, "JO.DO+X@example.com")).toEqual(account);
    expect(await findAccountByEmail(store.db, "someone@example.com")).toBeUndefined();
    expect(await findAccountByEmail(store.db, "not an address")).toBeUndefined();
  });

  it("concurrent creations with the same email create a single account", async () => {
    const wanted = { email: "twice@example.com", plan: "free" } as const;
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => createAccount(store.db, wanted, now)));
    expect(outcomes.filter((outcome) => outcome === "email_taken")).toHaveLength(3);
  });

  it.each([
    "",
    "a",
    "a@b",
    "a@b.com,c@d.com",
    "a@b.com c@d.com",
    "\u212Aim@example.com",
    "a@b\u0000.com",
    "ａ@b.com",
  ])("no account is created for the malformed email %j", async (email) => {
    await expect(createAccount(store.db, { email, plan: "free" }, now)).rejects.toThrow();
  });

  it("a change of terms notifies the instances and leaves all other terms unchanged", async () => {
    const { id } = await newAccount();
    const notified: string[] = [];
    const note = async (accountId: string) => void notified.push(accountId);
    expect(await changeTerms(store.db, note, id, { allowance: 5, speedLimit: 7 })).toMatchObject({
      allowance: 5,
    });
    expect(await changeTerms(store.db, note, id, { plan: "scale", allowance: null })).toMatchObject({
      plan: "scale",
      allowance: null,
      speedLimit: 7,
    });
    expect(notified).toEqual([id, id]);
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await changeTerms(store.db, note, unknown, { plan: "free" })).toBeUndefined();
    expect(notified).toHaveLength(2);
  });
});

describe("keys", () => {
  it("keys are stored as hashes and listed without their secrets, oldest first", async () => {
    const { id } = await newAccount();
    const first = await newKey(id, " first ");
    const second = await createKey(
      store.db,
      id,
      { label: "second", test: true },
      new Date(now.getTime() + 1),
    );
    if (typeof second === "string") throw new Error(second);
    const listed = await listKeys(store.db, id);
    expect(listed.map(({ label, test }) => [label, test])).toEqual([
      ["first", false],
      ["second", true],
    ]);
    expect(listed[0]).toEqual({
      id: first.id,
      prefix: first.key.slice(0, 16),
      lastFour: first.key.slice(-4),
      label: "first",
      test: false,
      createdAt: now,
      lastUsedAt: null,
      revokedAt: null,
      expiresAt: null,
    });
    const rows = await store.db.select().from(apiKeys).where(eq(apiKeys.accountId, id));
    expect(JSON.stringify(rows)).not.toContain(first.key.slice(16));
    expect(rows.map((row) => row.hash)).toContain(hashSecret(second.key));
  });

  it("a key label has 1 to 64 code points, at least one of them visible, and no control characters", async () => {
    const { id } = await newAccount();
    const attempt = (label: string) => createKey(store.db, id, { label, test: false }, now);
    const invisible = [
      "\u200b",
      "\u2060\u00ad",
      "\ufeff\u2800",
      "\u3164",
      "\ufe0f",
      "\u{e0041}",
      "\u200b \u200b",
    ];
    for (const label of ["", "   ", ...invisible, "x".repeat(65), "a\u0000b", "a\nb", "\ud800"])
      await expect(attempt(label), JSON.stringify(label)).rejects.toThrow();
    for (const label of ["x", "🏀".repeat(64), "ünïcode", "x".repeat(64)])
      expect(await attempt(label)).toMatchObject({ label });
  });

  it("an account has at most 100 active keys, even if they are created concurrently", async () => {
    const { id } = await newAccount();
    await Promise.all(Array.from({ length: maxActiveKeys - 2 }, () => newKey(id)));
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => createKey(store.db, id, { label: "more", test: false }, now)),
    );
    expect(outcomes.filter((outcome) => outcome === "too_many_keys")).toHaveLength(4);
    const [oldest] = await listKeys(store.db, id);
    await revokeKey(store.db, notifyNone, id, oldest?.id ?? "", now);
    await newKey(id);
  });

  it("a key can be revoked only by its own account, and a repeated revocation changes nothing", async () => {
    const owner = await newAccount();
    const other = await newAccount();
    const key = await newKey(owner.id);
    expect(await revokeKey(store.db, notifyNone, other.id, key.id, now)).toBe("not_found");
    expect((await listKeys(store.db, owner.id))[0]?.revokedAt).toBeNull();
    expect(await revokeKey(store.db, notifyNone, owner.id, key.id, now)).toBe("revoked");
    const later = new Date(now.getTime() + hourMs);
    expect(await revokeKey(store.db, notifyNone, owner.id, key.id, later)).toBe("revoked");
    expect((await listKeys(store.db, owner.id))[0]?.revokedAt).toEqual(now);
  });

  it("a revocation fails if the instances cannot be notified, and can be repeated", async () => {
    const { id } = await newAccount();
    const key = await newKey(id);
    const broken = () => Promise.reject(new Error("unreachable"));
    await expect(revokeKey(store.db, broken, id, key.id, now)).rejects.toThrow("unreachable");
    expect(await revokeKey(store.db, notifyNone, id, key.id, now)).toBe("revoked");
  });
});

describe("access tokens", () => {
  const later = (ms: number) => new Date(now.getTime() + ms);

  it("an access token is valid for an hour and stored as a hash", async () => {
    const { id } = await newAccount();
    const { accessToken, expiresAt } = await createAccessToken(store.db, id, null, now);
    expect(expiresAt).toEqual(later(hourMs));
    expect(await identifyAccessToken(store.db, accessToken, later(hourMs - 1))).toEqual({ accountId: id });
    expect(await identifyAccessToken(store.db, accessToken, later(hourMs))).toBeUndefined();
    const rows = await store.db.select().from(accessTokens).where(eq(accessTokens.accountId, id));
    expect(JSON.stringify(rows)).not.toContain(accessToken.slice(-43));
  });

  it("an access token becomes invalid when its website session expires or is deleted", async () => {
    const { id } = await newAccount();
    await store.db.insert(sessions).values({ sessionToken: "s1", userId: id, expires: later(60_000) });
    const { accessToken } = await createAccessToken(store.db, id, "s1", now);
    expect(await identifyAccessToken(store.db, accessToken, later(59_999))).toEqual({ accountId: id });
    expect(await identifyAccessToken(store.db, accessToken, later(60_000))).toBeUndefined();
    await store.db.delete(sessions).where(eq(sessions.sessionToken, "s1"));
    expect(await identifyAccessToken(store.db, accessToken, now)).toBeUndefined();
  });

  it("a malformed, unknown or revoked access token identifies no account", async () => {
    const { id } = await newAccount();
    const { id: tokenId, accessToken } = await createAccessToken(store.db, id, null, now);
    for (const presented of ["", "x", `${accessToken}x`, accessToken.replace(/.$/, "\0")])
      expect(await identifyAccessToken(store.db, presented, now)).toBeUndefined();
    await store.db.update(accessTokens).set({ revokedAt: now }).where(eq(accessTokens.id, tokenId));
    expect(await identifyAccessToken(store.db, accessToken, now)).toBeUndefined();
  });
});
