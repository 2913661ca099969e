import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeys } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createKey } from "@/server/account/keys/create-key";
import { maxActiveKeys } from "@/server/account/keys/insert-key";
import { listKeys } from "@/server/account/keys/list-keys";
import { type OverlapHours, overlapHours } from "@/server/account/keys/overlap-hours";
import { renameKey } from "@/server/account/keys/rename-key";
import { revokeKey } from "@/server/account/keys/revoke-key";
import { rotateKey } from "@/server/account/keys/rotate-key";
import { type ActionSource, listAccountActions, recordAccountAction } from "@/server/account/owner/audit";
import { createAccount } from "@/server/account/owner/create-account";

const now = new Date();
const by: ActionSource = { actor: "owner", network: "203.0.113.x" };
const notifyNone = async () => undefined;

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

let accountCount = 0;
const newAccount = async (): Promise<string> => {
  accountCount += 1;
  const account = await createAccount(
    store.db,
    { email: `keys${accountCount}@example.com`, plan: "free" },
    now,
  );
  if (account === "email_taken") throw new Error("taken");
  return account.id;
};
const newKey = async (accountId: string, { label = "production", test: isTest = false } = {}) => {
  const created = await createKey(store.db, accountId, { label, test: isTest }, now);
  if (typeof created === "string") throw new Error(created);
  return created;
};
const rotate = (accountId: string, keyId: string, hours: OverlapHours = 24, notify = notifyNone) =>
  rotateKey(store.db, notify, { accountId, keyId, overlapHours: hours }, now, by);
const rename = (accountId: string, keyId: string, label: string) =>
  renameKey(store.db, { accountId, keyId, label }, now, by);
const actionsOf = async (accountId: string) =>
  (await listAccountActions(store.db, accountId)).map(({ action, detail }) => [action, detail]);

test.each(overlapHours)(
  "A rotation with %d h of overlap creates a second key and sets the time at which the first key ends, without revoking the first key",
  async (hours) => {
    const accountId = await newAccount();
    const old = await newKey(accountId, { label: "screen", test: true });
    const rotated = await rotate(accountId, old.id, hours);
    if (typeof rotated === "string") throw new Error(rotated);
    expect(rotated.created).toMatchObject({ label: "screen", test: true, revokedAt: null, expiresAt: null });
    expect(rotated.created.key).toMatch(/^ok_test_/);
    expect(rotated.replaced).toMatchObject({ id: old.id, revokedAt: null });
    const [planned] = await store.db
      .select({
        hours: sql<number>`round(extract(epoch from ${apiKeys.expiresAt} - now()) / 3600)::int`,
        isPast: sql<boolean>`${apiKeys.expiresAt} <= now()`,
      })
      .from(apiKeys)
      .where(eq(apiKeys.id, old.id));
    expect(planned).toEqual({ hours, isPast: hours === 0 });
    expect(await actionsOf(accountId)).toEqual([
      [
        "key rotate",
        {
          label: "screen",
          lastFour: old.lastFour,
          newLastFour: rotated.created.lastFour,
          overlapHours: hours,
        },
      ],
    ]);
  },
);

test("Of concurrent rotations of a key, one succeeds and the others are refused", async () => {
  const accountId = await newAccount();
  const { id } = await newKey(accountId);
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => rotate(accountId, id)));
  expect(outcomes.filter((outcome) => outcome === "ending")).toHaveLength(5);
  expect(await listKeys(store.db, accountId)).toHaveLength(2);
});

test("A key that is ending, has ended, is revoked or belongs to another account cannot be rotated", async () => {
  const accountId = await newAccount();
  const [ending, ended, revoked] = [
    await newKey(accountId),
    await newKey(accountId),
    await newKey(accountId),
  ];
  await rotate(accountId, ending.id, 168);
  await rotate(accountId, ended.id, 0);
  await revokeKey(store.db, notifyNone, accountId, revoked.id, now);
  const before = await listKeys(store.db, accountId);
  expect(await rotate(accountId, ending.id)).toBe("ending");
  expect(await rotate(accountId, ended.id)).toBe("ending");
  expect(await rotate(accountId, revoked.id)).toBe("revoked");
  expect(await rotate(await newAccount(), ending.id)).toBe("not_found");
  expect(await listKeys(store.db, accountId)).toEqual(before);
});

test("An account with the maximum number of keys can rotate a key only without overlap", async () => {
  const accountId = await newAccount();
  const keys = [];
  for (let created = 0; created < maxActiveKeys; created++) keys.push(await newKey(accountId));
  const [first, second] = keys;
  expect(await rotate(accountId, first?.id ?? "", 1)).toBe("too_many_keys");
  const unchanged = (await listKeys(store.db, accountId)).find(({ id }) => id === first?.id);
  expect(unchanged?.expiresAt).toBeNull();
  expect(await rotate(accountId, second?.id ?? "", 0)).toMatchObject({ replaced: { id: second?.id } });
  expect(await createKey(store.db, accountId, { label: "more", test: false }, now)).toBe("too_many_keys");
});

test("A rotation changes nothing if the instances cannot be notified", async () => {
  const accountId = await newAccount();
  const { id } = await newKey(accountId);
  const before = await listKeys(store.db, accountId);
  const broken = () => Promise.reject(new Error("unreachable"));
  for (const hours of [0, 1] as const) {
    await expect(rotate(accountId, id, hours, broken)).rejects.toThrow("unreachable");
    expect(await listKeys(store.db, accountId)).toEqual(before);
    expect(await actionsOf(accountId)).toEqual([]);
  }
  expect(await rotate(accountId, id)).toMatchObject({ replaced: { id } });
});

test("A key can be renamed only by its own account, only to a valid label, and only before it is revoked or ends", async () => {
  const accountId = await newAccount();
  const { id, lastFour } = await newKey(accountId);
  expect(await rename(accountId, id, "  trading desk ")).toMatchObject({ id, label: "trading desk" });
  for (const label of ["", "\u200b", "x".repeat(65), "a\u0007b", "gnp\u202eexe"])
    await expect(rename(accountId, id, label), JSON.stringify(label)).rejects.toThrow();
  expect(await rename(await newAccount(), id, "mine now")).toBe("not_found");
  await rotate(accountId, id, 0);
  expect(await rename(accountId, id, "too late")).toBe("ended");
  const other = await newKey(accountId);
  await revokeKey(store.db, notifyNone, accountId, other.id, now);
  expect(await rename(accountId, other.id, "too late")).toBe("ended");
  expect((await listKeys(store.db, accountId)).map(({ label }) => label)).not.toContain("too late");
  expect((await actionsOf(accountId)).at(-1)).toEqual([
    "key rename",
    { before: "production", label: "trading desk", lastFour },
  ]);
});

test("An account keeps its newest 50 audit lines of each action", async () => {
  const accountId = await newAccount();
  await recordAccountAction(store.db, accountId, "key create", by, now, { label: "planted" });
  for (let renamed = 1; renamed <= 60; renamed++)
    await recordAccountAction(store.db, accountId, "key rename", by, now, { label: `name ${renamed}` });
  const actions = await actionsOf(accountId);
  expect(actions).toHaveLength(51);
  expect(actions[0]).toEqual(["key rename", { label: "name 60" }]);
  expect(actions.at(-1)).toEqual(["key create", { label: "planted" }]);
});
