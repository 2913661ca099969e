import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accessTokens,
  sessions,
  signInUses,
  usageDays,
  usageKeyDays,
  verificationTokens,
} from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createAccount } from "@/server/account/owner/create-account";
import {
  expireAccessTokens,
  expireSessions,
  expireSignInLimits,
  expireSignInLinks,
} from "@/server/account/owner/expire";
import { findAccountByEmail } from "@/server/account/owner/find-account";
import { readUsageRows, sumUsage } from "@/server/account/owner/read-usage";
import { endAllSessions } from "@/server/account/sessions/end-sessions";
import {
  createSessionAccessToken,
  identifyAccessToken,
  listAccessTokens,
  maxLiveTokens,
  revokeAccessToken,
} from "@/server/account/sign-in/access-token";
import { createAuthAdapter } from "@/server/account/sign-in/auth-adapter";
import { readAuthSecret } from "@/server/account/sign-in/auth-secret";
import { findSession } from "@/server/account/sign-in/find-session";
import { listIdentities, unlinkIdentity } from "@/server/account/sign-in/identities";
import { createSignInLink, useLinkToken } from "@/server/account/sign-in/sign-in-tokens";
import { noKeyId } from "@/server/account/usage/usage-days";
import { hourMs } from "@/server/domain/durations";

const now = new Date("2026-11-21T10:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);

const client = { device: "Firefox on Linux", network: "203.0.113.x", way: "email link" } as const;

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
const newSession = async (userId: string, expires = later(hourMs)): Promise<string> => {
  const sessionToken = randomUUID();
  await createAuthAdapter(store.db, () => now.getTime(), client).createSession({
    sessionToken,
    userId,
    expires,
  });
  return sessionToken;
};

describe("website sessions", () => {
  it("a session is found by its cookie until the session expires, and the cookie is stored as a hash", async () => {
    const account = await newAccount();
    const cookie = await newSession(account.id);
    const found = await findSession(store.db, cookie, later(hourMs - 1));
    expect(found).toMatchObject({ accountId: account.id, email: account.email });
    expect(await findSession(store.db, cookie, later(hourMs))).toBeUndefined();
    expect(JSON.stringify(await store.db.select().from(sessions))).not.toContain(cookie);
    // The stored hash does not work as a cookie.
    expect(await findSession(store.db, found?.sessionId ?? "", now)).toBeUndefined();
  });

  it("a sign-out ends the session and its access tokens, but not the access tokens of another session", async () => {
    const account = await newAccount();
    const cookie = await newSession(account.id);
    const session = await findSession(store.db, cookie, now);
    const other = await findSession(store.db, await newSession(account.id), now);
    if (session === undefined || other === undefined) throw new Error("no session");
    const [token, otherToken] = [
      await createSessionAccessToken(store.db, session, now),
      await createSessionAccessToken(store.db, other, now),
    ];
    if (typeof token === "string" || typeof otherToken === "string") throw new Error("too many");
    await createAuthAdapter(store.db, () => now.getTime(), client).deleteSession(cookie);
    expect(await findSession(store.db, cookie, now)).toBeUndefined();
    expect(await identifyAccessToken(store.db, token.accessToken, now)).toBeUndefined();
    expect(await identifyAccessToken(store.db, otherToken.accessToken, now)).toEqual({
      accountId: account.id,
    });
  });
});

describe("access tokens", () => {
  const sessionOf = async (accountId: string) => {
    const session = await findSession(store.db, await newSession(accountId, later(10 * hourMs)), now);
    if (session === undefined) throw new Error("no session");
    return session;
  };

  it("valid access tokens are listed, newest first", async () => {
    const { id } = await newAccount();
    const session = await sessionOf(id);
    await createSessionAccessToken(store.db, session, now);
    await createSessionAccessToken(store.db, session, later(1_000));
    const listed = await listAccessTokens(store.db, id, later(2_000));
    expect(listed.map(({ createdAt }) => createdAt)).toEqual([later(1_000), now]);
    expect(await listAccessTokens(store.db, id, later(hourMs))).toHaveLength(1);
    await revokeAccessToken(store.db, id, listed[0]?.id ?? "", now);
    expect(await listAccessTokens(store.db, id, later(2_000))).toHaveLength(1);
  });

  it("an account has a maximum number of access tokens, and expired tokens do not count", async () => {
    const { id } = await newAccount();
    const session = await sessionOf(id);
    for (let count = 0; count < maxLiveTokens; count++)
      await createSessionAccessToken(store.db, session, now);
    expect(await createSessionAccessToken(store.db, session, now)).toBe("too_many_tokens");
    expect(await createSessionAccessToken(store.db, session, later(hourMs))).toHaveProperty("accessToken");
  });

  it("an access token can be revoked only by its own account", async () => {
    const [owner, other] = [await newAccount(), await newAccount()];
    const created = await createSessionAccessToken(store.db, await sessionOf(owner.id), now);
    if (typeof created === "string") throw new Error(created);
    expect(await revokeAccessToken(store.db, other.id, created.id, now)).toBe("not_found");
    expect(await identifyAccessToken(store.db, created.accessToken, now)).toEqual({ accountId: owner.id });
    expect(await revokeAccessToken(store.db, owner.id, created.id, now)).toBe("revoked");
    expect(await identifyAccessToken(store.db, created.accessToken, now)).toBeUndefined();
    expect(await revokeAccessToken(store.db, owner.id, created.id, now)).toBe("revoked");
  });
});

describe("sign-in links", () => {
  const hashOf = (link: string) =>
    createHash("sha256")
      .update(new URL(link).searchParams.get("token") ?? "")
      .digest("hex");

  it("the sign-in link that an embedded server prints at startup works once, for its own email address, within a day", async () => {
    const email = newEmail();
    const link = await createSignInLink(store.db, email.toUpperCase(), "https://odds.example.com", now);
    expect(new URL(link)).toMatchObject({ origin: "https://odds.example.com", pathname: "/signin/confirm" });
    const token = hashOf(link);
    expect(await useLinkToken(store.db, { identifier: newEmail(), token }, now)).toBeNull();
    expect(await useLinkToken(store.db, { identifier: email, token }, now)).toMatchObject({
      identifier: email,
    });
    expect(await useLinkToken(store.db, { identifier: email, token }, now)).toBeNull();
    const old = hashOf(await createSignInLink(store.db, email, "https://odds.example.com", now));
    expect(await useLinkToken(store.db, { identifier: email, token: old }, later(24 * hourMs))).toBeNull();
  });

  it("of several concurrent confirmations of a sign-in link, one succeeds", async () => {
    const email = newEmail();
    const token = hashOf(await createSignInLink(store.db, email, "https://odds.example.com", now));
    const used = await Promise.all(
      [1, 2, 3, 4].map(() => useLinkToken(store.db, { identifier: email, token }, now)),
    );
    expect(used.filter((link) => link !== null)).toHaveLength(1);
  });

  it("a sign-in link is not stored in a usable form", async () => {
    const link = await createSignInLink(store.db, newEmail(), "https://odds.example.com", now);
    const token = new URL(link).searchParams.get("token") ?? "none";
    expect(JSON.stringify(await store.db.select().from(verificationTokens))).not.toContain(token);
  });
});

describe("NextAuth's storage", () => {
  const adapter = () => createAuthAdapter(store.db, () => now.getTime(), client);

  it("concurrent first sign-ins with the same email create a single free account", async () => {
    const email = newEmail();
    const users = await Promise.all(
      [1, 2, 3].map(() => adapter().createUser({ email, emailVerified: null })),
    );
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(await findAccountByEmail(store.db, email)).toMatchObject({ plan: "free", allowance: null });
  });

  it("the account of a linked GitHub identity is found, and the identity never moves to another account", async () => {
    const [owner, other] = [await newAccount(), await newAccount()];
    const identity = { provider: "github", providerAccountId: randomUUID(), type: "oauth" };
    await adapter().linkAccount({ ...identity, userId: owner.id });
    await adapter().linkAccount({ ...identity, userId: other.id });
    expect(await adapter().getUserByAccount(identity)).toMatchObject({ id: owner.id });
    expect(await adapter().getUserByAccount({ ...identity, provider: "gitlab" })).toBeNull();
  });
});

describe("linked identities", () => {
  it("an account lists and unlinks only its own identities, and a repeated unlinking finds nothing", async () => {
    const adapter = createAuthAdapter(store.db, () => now.getTime(), client);
    const [owner, other] = [await newAccount(), await newAccount()];
    const userId = randomUUID();
    const by = { actor: "owner", network: null } as const;
    await adapter.linkAccount({
      provider: "github",
      providerAccountId: userId,
      type: "oauth",
      userId: owner.id,
    });
    const identity = { provider: "github", userId };
    expect(await listIdentities(store.db, owner.id)).toEqual([identity]);
    expect(await listIdentities(store.db, other.id)).toEqual([]);
    expect(await unlinkIdentity(store.db, other.id, identity, now, by)).toBe("not_found");
    expect(await unlinkIdentity(store.db, owner.id, identity, now, by)).toBe("unlinked");
    expect(await unlinkIdentity(store.db, owner.id, identity, now, by)).toBe("not_found");
    expect(await listIdentities(store.db, owner.id)).toEqual([]);
  });

  it("ending all sessions keeps identities unless the owner unlinks them too", async () => {
    const adapter = createAuthAdapter(store.db, () => now.getTime(), client);
    const owner = await newAccount();
    const by = { actor: "owner", network: null } as const;
    await adapter.linkAccount({
      provider: "github",
      providerAccountId: randomUUID(),
      type: "oauth",
      userId: owner.id,
    });
    await endAllSessions(store.db, owner.id, now, by);
    expect(await listIdentities(store.db, owner.id)).toHaveLength(1);
    await endAllSessions(store.db, owner.id, now, by, { unlinksIdentities: true });
    expect(await listIdentities(store.db, owner.id)).toEqual([]);
  });
});

describe("usage", () => {
  it("an account's usage covers only the account's own calls in the requested number of days, and is totaled by day, endpoint, key and error code", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const key = randomUUID();
    const row = (day: string, endpoint: string, kind: string, calls: number, accountId = account.id) => ({
      accountId,
      day,
      keyId: key,
      endpoint,
      kind,
      calls,
    });
    await store.db
      .insert(usageKeyDays)
      .values([
        row("2026-11-21", "listOdds", "counted", 5),
        row("2026-11-21", "listOdds", "SPEED_LIMIT", 2),
        { ...row("2026-11-21", "listOdds", "SPEED_LIMIT", 1), keyId: noKeyId },
        row("2026-11-19", "listSports", "free", 3),
        row("2026-11-18", "listSports", "SPEED_LIMIT", 100),
        row("2026-11-21", "listOdds", "counted", 1000, other.id),
      ]);
    const { keyId: _, ...ofEarlierVersion } = row("2026-11-20", "listOdds", "INVALID_MARKET", 1);
    await store.db.insert(usageDays).values(ofEarlierVersion);
    const rows = await readUsageRows(store.db, account.id, 3, now.getTime());
    expect(rows.map(({ keyId, kind }) => [keyId, kind])).toEqual([
      [key, "free"],
      ["unknown", "INVALID_MARKET"],
      [key, "SPEED_LIMIT"],
      [key, "counted"],
      ["website", "SPEED_LIMIT"],
    ]);
    expect(sumUsage(rows, 3, now.getTime())).toEqual({
      days: [
        { day: "2026-11-19", counted: 0, free: 3, refused: 0 },
        { day: "2026-11-20", counted: 0, free: 0, refused: 1 },
        { day: "2026-11-21", counted: 5, free: 0, refused: 3 },
      ],
      endpoints: [
        { endpoint: "listOdds", counted: 5, free: 0, refused: 4 },
        { endpoint: "listSports", counted: 0, free: 3, refused: 0 },
      ],
      keys: [
        { keyId: key, counted: 5, free: 3, refused: 2 },
        { keyId: "unknown", counted: 0, free: 0, refused: 1 },
        { keyId: "website", counted: 0, free: 0, refused: 1 },
      ],
      refusals: [
        { code: "SPEED_LIMIT", calls: 3, byDay: [0, 0, 3] },
        { code: "INVALID_MARKET", calls: 1, byDay: [0, 1, 0] },
      ],
    });
  });
});

describe("sign-in secret", () => {
  it("without a configured secret, a data directory keeps one generated secret, in a file that only the owner can read", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-secret-"));
    expect(await readAuthSecret({ authSecret: "configured secret", dataDir })).toBe("configured secret");
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

it("expired sessions, access tokens, sign-in links and records of sent emails are deleted, and unexpired ones stay", async () => {
  const { db } = store;
  const account = await newAccount();
  // The database's clock decides what has expired, so this test needs the present time instead of `now`.
  const present = Date.now();
  for (const [name, expires] of [
    ["expired", new Date(present - 60_000)],
    ["live", new Date(present + hourMs)],
  ] as const) {
    const token = { accountId: account.id, createdAt: new Date(present) };
    await db.insert(sessions).values({ sessionToken: name, userId: account.id, expires });
    await db.insert(verificationTokens).values({ identifier: name, token: name, expires });
    await db
      .insert(signInUses)
      .values({ bound: "mail", subject: name, reservationId: randomUUID(), expires });
    await db.insert(accessTokens).values([
      { ...token, id: randomUUID(), hash: name, expiresAt: expires },
      {
        ...token,
        id: randomUUID(),
        hash: `of the ${name} session`,
        sessionToken: name,
        expiresAt: new Date(present + hourMs),
      },
    ]);
  }
  for (const expire of [expireSessions, expireAccessTokens, expireSignInLinks, expireSignInLimits])
    await expire(db);
  expect(
    (await db.select().from(sessions).where(eq(sessions.userId, account.id))).map(
      ({ sessionToken }) => sessionToken,
    ),
  ).toEqual(["live"]);
  const tokens = (await db.select().from(verificationTokens)).map(({ token }) => token);
  expect(tokens.filter((token) => ["expired", "live"].includes(token))).toEqual(["live"]);
  expect((await db.select().from(signInUses)).map(({ subject }) => subject)).toEqual(["live"]);
  expect(
    (await db.select().from(accessTokens).where(eq(accessTokens.accountId, account.id)))
      .map(({ hash }) => hash)
      .sort(),
  ).toEqual(["live", "of the live session"]);
});
