import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { usageEmails } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { callerOf } from "@/server/account/metering/callers/terms";
import type { Admission } from "@/server/account/metering/meter";
import { changeSettings } from "@/server/account/owner/account-settings";
import { createAccount } from "@/server/account/owner/create-account";
import { createUsageEmails } from "@/server/account/usage-emails/create-usage-emails";
import { dayMs } from "@/server/domain/durations";

const createdAt = new Date("2026-10-21T10:00:00.000Z");
const now = Date.parse("2026-11-25T12:00:00.000Z");

let store: TestDatabase;
let dataDir: string;
let accountId: string;
let accounts = 0;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-usage-emails-"));
  accounts += 1;
  const account = await createAccount(
    store.db,
    { email: `used${accounts}@example.com`, plan: "free" },
    createdAt,
  );
  if (account === "email_taken") throw new Error("taken");
  accountId = account.id;
  return () => rm(dataDir, { recursive: true });
});

/** An instance with its own connections and memory. */
const openInstance = (smtpUrl?: string) => {
  const warnings: string[] = [];
  const config = {
    smtpUrl,
    mailFrom: "Oddskeeper <no-reply@localhost>",
    dataDir,
    baseUrl: "https://odds.test",
  };
  const emails = createUsageEmails(store.connect(), config, (about) => warnings.push(about) > 0);
  return { ...emails, warnings };
};

const admitted = (used: number, { allowance = 1_000, at = now } = {}): Admission => {
  const terms = {
    plan: "free",
    allowance,
    speedLimit: null,
    streams: null,
    anchor: createdAt.getTime(),
  } as const;
  return { used, caller: callerOf(accountId, undefined, terms, at) } as Admission;
};

const readMails = async (): Promise<string[]> => {
  const folder = path.join(dataDir, "mail");
  const names = (await readdir(folder).catch(() => [])).sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
};
const subjects = async () => (await readMails()).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim());
const near = "80 % of your Oddskeeper allowance is used";
const spent = "Your Oddskeeper allowance is used up";

test("In each billing period, an account gets one email at 80 % and one at 100 % of its allowance, even if several instances see the usage", async () => {
  const instances = [openInstance(), openInstance(), openInstance()];
  const seenByAll = (...calls: Admission[]) => Promise.all(instances.map(({ watch }) => watch(calls)));
  await seenByAll(admitted(799));
  expect(await subjects()).toEqual([]);
  await seenByAll(admitted(799), admitted(800), admitted(801));
  await seenByAll(admitted(850));
  expect(await subjects()).toEqual([near]);
  await seenByAll(admitted(1_000), admitted(1_000));
  await openInstance().watch([admitted(1_000)]);
  expect(await subjects()).toEqual([near, spent]);
  const [, mail = ""] = await readMails();
  expect(mail).toContain(`To: used${accounts}@example.com`);
  expect(mail).toMatch(/all of its 1,000 requests/);
  expect(mail.replace(/=\r?\n/g, "")).toContain("21 December 2026");
  await seenByAll(admitted(900, { at: now + 31 * dayMs }));
  expect(await subjects()).toEqual([near, spent, near]);
  expect(instances.flatMap(({ warnings }) => warnings)).toEqual([]);
});

test("If usage passes 80 % and 100 % of the allowance at once, only the email for 100 % is sent. If the allowance grows later, emails are sent again", async () => {
  const { watch } = openInstance();
  await watch([admitted(10, { allowance: 10 })]);
  expect(await subjects()).toEqual([spent]);
  await watch([admitted(10, { allowance: 9 })]);
  expect(await subjects()).toEqual([spent]);
  await watch([admitted(85, { allowance: 100 })]);
  expect(await subjects()).toEqual([spent, near]);
});

test("An account that has turned its usage emails off gets none until it turns them on again", async () => {
  await changeSettings(store.db, accountId, { usageEmails: false });
  await openInstance().watch([admitted(1_000)]);
  expect(await subjects()).toEqual([]);
  await changeSettings(store.db, accountId, { usageEmails: true });
  await openInstance().watch([admitted(1_000)]);
  expect(await subjects()).toEqual([spent]);
});

test("Unsent emails of accounts that have turned their emails off do not delay the emails of other accounts", async () => {
  await store.db.execute(sql`
    with a as (
      insert into accounts (id, email, plan, created_at, usage_emails)
      select gen_random_uuid(), 'off-' || n || '@example.com', 'free', now(), false from generate_series(1, 40) n returning id
    ) insert into usage_emails (account_id, period_start, percent, allowance) select id, now(), 80, 1000 from a`);
  await openInstance().watch([admitted(800)]);
  expect(await subjects()).toEqual([near]);
});

test("An email that the mail server did not accept is sent again after ten minutes, by any instance", async () => {
  const broken = openInstance("smtp://127.0.0.1:1");
  await broken.watch([admitted(800)]);
  expect(broken.warnings).toEqual(["an email about an allowance could not be sent"]);
  await openInstance().watch([admitted(801)]);
  expect(await subjects()).toEqual([]);
  await store.db
    .update(usageEmails)
    .set({ claimedAt: sql`now() - interval '11 minutes'` })
    .where(eq(usageEmails.accountId, accountId));
  await openInstance().watch([admitted(1_000)]);
  expect((await subjects()).sort()).toEqual([near, spent]);
});
