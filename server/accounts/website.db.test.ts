import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions, usageDays, verificationTokens } from "@/db/schema";
import { type TestDatabase, testDatabase } from "@/db/testing";
import {
  createSessionToken,
  identifyAccessToken,
  listAccessTokens,
  mostLiveTokens,
  revokeAccessToken,
} from "@/server/accounts/access-token";
import { createAuthAdapter } from "@/server/accounts/auth-adapter";
import { readAuthSecret } from "@/server/accounts/auth-secret";
import { createAccount } from "@/server/accounts/create-account";
import { findAccountByEmail } from "@/server/accounts/find-account";
import { findSession } from "@/server/accounts/find-session";
import { readUsage } from "@/server/accounts/read-usage";
import { makeSignInLink, useLinkToken } from "@/server/accounts/sign-in-tokens";

const hour = 3_600_000;
const now = new Date("2026-11-21T10:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const newEmail = () => `${randomUUID()}@example.com`;
const newAccount = async () => {
  const account = await createAccount(store.db, { email: newEmail(), plan: "free" }, now);
  if (account === "email_taken") throw new Error("taken");
  return account;
};
const newSession = async (userId: string, expires = later(hour)): Promise<string> => {
  const sessionToken = randomUUID();
  await createAuthAdapter(store.db, () => now.getTime()).createSession({ sessionToken, userId, expires });
  return sessionToken;
};

describe("a website session", () => {
  it("is found by its cookie until it expires, and stored as a hash only", async () => {
    const account = await newAccount();
    const cookie = await newSession(account.id);
    const found = await findSession(store.db, cookie, later(hour - 1));
    expect(found).toMatchObject({ accountId: account.id, email: account.email });
    expect(await findSession(store.db, cookie, later(hour))).toBeUndefined();
    expect(JSON.stringify(await store.db.select().from(sessions))).not.toContain(cookie);
    // What the database holds is no cookie.
    expect(await findSession(store.db, found?.sessionId ?? "", now)).toBeUndefined();
  });

  it("ends with its sign-out, and its access tokens with it; another session's go on", async () => {
    const account = await newAccount();
    const cookie = await newSession(account.id);
    const session = await findSession(store.db, cookie, now);
    const other = await findSession(store.db, await newSession(account.id), now);
    if (session === undefined || other === undefined) throw new Error("no session");
    const [token, otherToken] = [
      await createSessionToken(store.db, session, now),
      await createSessionToken(store.db, other, now),
    ];
    if (typeof token === "string" || typeof otherToken === "string") throw new Error("too many");
    await createAuthAdapter(store.db, () => now.getTime()).deleteSession(cookie);
    expect(await findSession(store.db, cookie, now)).toBeUndefined();
    expect(await identifyAccessToken(store.db, token.accessToken, now)).toBeUndefined();
    expect(await identifyAccessToken(store.db, otherToken.accessToken, now)).toEqual({
      accountId: account.id,
    });
  });
});

describe("access tokens made on the website", () => {
  const sessionOf = async (accountId: string) => {
    const session = await findSession(store.db, await newSession(accountId, later(10 * hour)), now);
    if (session === undefined) throw new Error("no session");
    return session;
  };

  it("are listed newest first while they work", async () => {
    const { id } = await newAccount();
    const session = await sessionOf(id);
    await createSessionToken(store.db, session, now);
    await createSessionToken(store.db, session, later(1_000));
    const listed = await listAccessTokens(store.db, id, later(2_000));
    expect(listed.map(({ createdAt }) => createdAt)).toEqual([later(1_000), now]);
    expect(await listAccessTokens(store.db, id, later(hour))).toHaveLength(1);
    await revokeAccessToken(store.db, id, listed[0]?.id ?? "", now);
    expect(await listAccessTokens(store.db, id, later(2_000))).toHaveLength(1);
  });

  it("are bounded, and make room when they expire", async () => {
    const { id } = await newAccount();
    const session = await sessionOf(id);
    for (let made = 0; made < mostLiveTokens; made++) await createSessionToken(store.db, session, now);
    expect(await createSessionToken(store.db, session, now)).toBe("too_many_tokens");
    expect(await createSessionToken(store.db, session, later(hour))).toHaveProperty("accessToken");
  });

  it("are revoked by their own account only", async () => {
    const [owner, other] = [await newAccount(), await newAccount()];
    const made = await createSessionToken(store.db, await sessionOf(owner.id), now);
    if (typeof made === "string") throw new Error(made);
    expect(await revokeAccessToken(store.db, other.id, made.id, now)).toBe("not_found");
    expect(await identifyAccessToken(store.db, made.accessToken, now)).toEqual({ accountId: owner.id });
    expect(await revokeAccessToken(store.db, owner.id, made.id, now)).toBe("revoked");
    expect(await identifyAccessToken(store.db, made.accessToken, now)).toBeUndefined();
    expect(await revokeAccessToken(store.db, owner.id, made.id, now)).toBe("revoked");
  });
});

describe("a sign-in link", () => {
  const hashOf = (link: string) =>
    createHash("sha256")
      .update(new URL(link).searchParams.get("token") ?? "")
      .digest("hex");

  it("works once, for its own address, within a day", async () => {
    const email = newEmail();
    const link = await makeSignInLink(store.db, email.toUpperCase(), "https://odds.example.com", now);
    expect(new URL(link)).toMatchObject({ origin: "https://odds.example.com", pathname: "/signin/confirm" });
    const token = hashOf(link);
    expect(await useLinkToken(store.db, { identifier: newEmail(), token }, now)).toBeNull();
    expect(await useLinkToken(store.db, { identifier: email, token }, now)).toMatchObject({
      identifier: email,
    });
    expect(await useLinkToken(store.db, { identifier: email, token }, now)).toBeNull();
    const old = hashOf(await makeSignInLink(store.db, email, "https://odds.example.com", now));
    expect(await useLinkToken(store.db, { identifier: email, token: old }, later(24 * hour))).toBeNull();
  });

  it("is used up by one of several who confirm it at once", async () => {
    const email = newEmail();
    const token = hashOf(await makeSignInLink(store.db, email, "https://odds.example.com", now));
    const used = await Promise.all(
      [1, 2, 3, 4].map(() => useLinkToken(store.db, { identifier: email, token }, now)),
    );
    expect(used.filter((link) => link !== null)).toHaveLength(1);
  });

  it("is not stored in a form that signs in", async () => {
    const link = await makeSignInLink(store.db, newEmail(), "https://odds.example.com", now);
    const token = new URL(link).searchParams.get("token") ?? "none";
    expect(JSON.stringify(await store.db.select().from(verificationTokens))).not.toContain(token);
  });
});

describe("NextAuth's storage", () => {
  const adapter = () => createAuthAdapter(store.db, () => now.getTime());

  it("makes one free account when two first sign-ins of an address arrive at once", async () => {
    const email = newEmail();
    const made = await Promise.all([1, 2, 3].map(() => adapter().createUser({ email, emailVerified: null })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await findAccountByEmail(store.db, email)).toMatchObject({ plan: "free", allowance: null });
  });

  it("finds an account by the GitHub identity that was linked to it, and never moves the identity", async () => {
    const [owner, other] = [await newAccount(), await newAccount()];
    const identity = { provider: "github", providerAccountId: randomUUID(), type: "oauth" };
    await adapter().linkAccount({ ...identity, userId: owner.id });
    await adapter().linkAccount({ ...identity, userId: other.id });
    expect(await adapter().getUserByAccount(identity)).toMatchObject({ id: owner.id });
    expect(await adapter().getUserByAccount({ ...identity, provider: "gitlab" })).toBeNull();
  });
});

describe("usage", () => {
  it("counts each day and endpoint by kind, within the span, of one account", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const row = (day: string, endpoint: string, kind: string, calls: number, accountId = account.id) => ({
      accountId,
      day,
      endpoint,
      kind,
      calls,
    });
    await store.db
      .insert(usageDays)
      .values([
        row("2026-11-21", "listOdds", "counted", 5),
        row("2026-11-21", "listOdds", "SPEED_LIMIT", 2),
        row("2026-11-20", "listOdds", "INVALID_MARKET", 1),
        row("2026-11-19", "listSports", "free", 3),
        row("2026-11-18", "listSports", "SPEED_LIMIT", 100),
        row("2026-11-21", "listOdds", "counted", 1000, other.id),
      ]);
    expect(await readUsage(store.db, account.id, 3, now.getTime())).toEqual({
      days: [
        { day: "2026-11-19", counted: 0, free: 3, refused: 0 },
        { day: "2026-11-20", counted: 0, free: 0, refused: 1 },
        { day: "2026-11-21", counted: 5, free: 0, refused: 2 },
      ],
      endpoints: [
        { endpoint: "listOdds", counted: 5, free: 0, refused: 3 },
        { endpoint: "listSports", counted: 0, free: 3, refused: 0 },
      ],
      speedRefusals: 2,
    });
  });
});

describe("the secret of the sign-in's cookies", () => {
  it("is the configured one, else made once for a data directory and kept from others", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-secret-"));
    expect(await readAuthSecret({ authSecret: "of the configuration", dataDir })).toBe(
      "of the configuration",
    );
    const read = () => readAuthSecret({ authSecret: undefined, dataDir });
    const [first, ...others] = await Promise.all([read(), read(), read()]);
    expect(first).toMatch(/^[\w+/]{43}=$/);
    expect(new Set([...others, await read()])).toEqual(new Set([first]));
    const file = path.join(dataDir, "auth-secret");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toBe(first);
    await rm(dataDir, { recursive: true });
  });
});
