import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessTokens, sessions, verificationTokens } from "@/db/schema";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createAccount } from "@/server/accounts/create-account";
import { forgetExpired } from "@/server/accounts/forget-expired";

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test("what has expired is deleted, and a session's tokens with it; what still works stays", async () => {
  const { db } = store;
  const now = Date.now();
  const account = await createAccount(db, { email: "expiring@example.com", plan: "free" }, new Date(now));
  if (account === "email_taken") throw new Error(account);
  for (const [name, expires] of [
    ["expired", new Date(now - 60_000)],
    ["live", new Date(now + 3_600_000)],
  ] as const) {
    const token = { accountId: account.id, createdAt: new Date(now) };
    await db.insert(sessions).values({ sessionToken: name, userId: account.id, expires });
    await db.insert(verificationTokens).values({ identifier: name, token: name, expires });
    await db.insert(accessTokens).values([
      { ...token, id: randomUUID(), hash: name, expiresAt: expires },
      {
        ...token,
        id: randomUUID(),
        hash: `of the ${name} session`,
        sessionToken: name,
        expiresAt: new Date(now + 3_600_000),
      },
    ]);
  }
  await forgetExpired(db);
  expect((await db.select().from(sessions)).map(({ sessionToken }) => sessionToken)).toEqual(["live"]);
  expect((await db.select().from(verificationTokens)).map(({ token }) => token)).toEqual(["live"]);
  expect((await db.select().from(accessTokens)).map(({ hash }) => hash).sort()).toEqual([
    "live",
    "of the live session",
  ]);
});
