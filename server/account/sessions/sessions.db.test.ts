import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { type ActionSource, listAccountActions } from "@/server/account/owner/audit";
import { createAccount } from "@/server/account/owner/create-account";
import { endAllSessions, endSession } from "@/server/account/sessions/end-sessions";
import { listSessions } from "@/server/account/sessions/list-sessions";
import { noteSessionSeen, startSession } from "@/server/account/sessions/start-session";
import { createSessionAccessToken, identifyAccessToken } from "@/server/account/sign-in/access-token";
import { findSession } from "@/server/account/sign-in/find-session";
import { hourMs, minuteMs } from "@/server/domain/durations";

const now = new Date();
const later = (ms: number) => new Date(now.getTime() + ms);
const by: ActionSource = { actor: "owner", network: "203.0.113.x" };

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const newAccount = async (): Promise<string> => {
  const account = await createAccount(store.db, { email: `${randomUUID()}@example.com`, plan: "free" }, now);
  if (account === "email_taken") throw new Error("taken");
  return account.id;
};
const signIn = async (userId: string, device = "Firefox on Linux") => {
  const sessionToken = randomUUID();
  const client = { device, network: "203.0.113.x", way: "email link" } as const;
  await startSession(store.db, { sessionToken, userId, expires: later(10 * hourMs) }, client, now);
  const session = await findSession(store.db, sessionToken, now);
  if (session === undefined) throw new Error("no session");
  return { sessionToken, ...session };
};
const list = (accountId: string, at = now) => listSessions(store.db, accountId, at);
const actionsOf = async (accountId: string) =>
  (await listAccountActions(store.db, accountId)).map(({ action, detail }) => [action, detail]);

test("Until a session expires, it is listed with its device, network and times but without its cookie", async () => {
  const accountId = await newAccount();
  const { sessionToken, sessionId } = await signIn(accountId);
  await signIn(await newAccount());
  expect(await list(accountId)).toEqual([
    {
      id: expect.any(String),
      sessionId,
      createdAt: now,
      lastSeenAt: now,
      device: "Firefox on Linux",
      network: "203.0.113.x",
    },
  ]);
  expect(JSON.stringify(await list(accountId))).not.toContain(sessionToken);
  expect(await list(accountId, later(10 * hourMs))).toEqual([]);
  expect(await actionsOf(accountId)).toEqual([
    ["sign in", { device: "Firefox on Linux", way: "email link" }],
  ]);
});

test("Sessions are listed by their last use, newest first, and sessions without a recorded use come last", async () => {
  const accountId = await newAccount();
  const [unused, older, newer] = [await signIn(accountId), await signIn(accountId), await signIn(accountId)];
  await store.db
    .update(sessions)
    .set({ lastSeenAt: null })
    .where(eq(sessions.sessionToken, unused.sessionId));
  await noteSessionSeen(store.db, newer.sessionId, later(6 * minuteMs));
  const listed = (await list(accountId)).map(({ sessionId }) => sessionId);
  expect(listed).toEqual([newer, older, unused].map(({ sessionId }) => sessionId));
});

test("The last use of a session is written at most every five minutes", async () => {
  const accountId = await newAccount();
  const { sessionId } = await signIn(accountId);
  const lastSeen = async () => (await list(accountId))[0]?.lastSeenAt;
  await noteSessionSeen(store.db, sessionId, later(4 * minuteMs));
  expect(await lastSeen()).toEqual(now);
  await noteSessionSeen(store.db, sessionId, later(6 * minuteMs));
  expect(await lastSeen()).toEqual(later(6 * minuteMs));
  await store.db.update(sessions).set({ lastSeenAt: null }).where(eq(sessions.sessionToken, sessionId));
  await noteSessionSeen(store.db, sessionId, now);
  expect(await lastSeen()).toEqual(now);
});

test("A session can be ended only by its own account, and the session's access tokens end at the same time", async () => {
  const accountId = await newAccount();
  const [kept, ended] = [await signIn(accountId), await signIn(accountId, "Safari on iOS")];
  const token = await createSessionAccessToken(store.db, ended, now);
  if (typeof token === "string") throw new Error(token);
  const id = (await list(accountId)).find(({ sessionId }) => sessionId === ended.sessionId)?.id ?? "";
  expect(await endSession(store.db, await newAccount(), id, now, by)).toBe("not_found");
  expect(await endSession(store.db, accountId, id, now, by)).toBe("ended");
  expect(await endSession(store.db, accountId, id, now, by)).toBe("not_found");
  expect(await findSession(store.db, ended.sessionToken, now)).toBeUndefined();
  expect(await findSession(store.db, kept.sessionToken, now)).toBeDefined();
  expect(await identifyAccessToken(store.db, token.accessToken, now)).toBeUndefined();
  expect(await createSessionAccessToken(store.db, ended, now)).toBe("no_session");
  expect((await actionsOf(accountId))[0]).toEqual(["session end", { device: "Safari on iOS" }]);
});

test("Signing out everywhere ends all sessions of the account and their access tokens, but not those of other accounts", async () => {
  const [accountId, other] = [await newAccount(), await newAccount()];
  const [first, second, untouched] = [await signIn(accountId), await signIn(accountId), await signIn(other)];
  const token = await createSessionAccessToken(store.db, second, now);
  if (typeof token === "string") throw new Error(token);
  await endAllSessions(store.db, accountId, now, by);
  for (const { sessionToken } of [first, second])
    expect(await findSession(store.db, sessionToken, now)).toBeUndefined();
  expect(await identifyAccessToken(store.db, token.accessToken, now)).toBeUndefined();
  expect(await findSession(store.db, untouched.sessionToken, now)).toBeDefined();
  expect((await actionsOf(accountId))[0]).toEqual(["sessions end", { sessions: 2 }]);
});
