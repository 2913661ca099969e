import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signInUses } from "@/db/schema/accounts";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { restoreAccount } from "@/server/account/deletion/restore-account";
import { createAccount } from "@/server/account/owner/create-account";
import { findAccountByEmail } from "@/server/account/owner/find-account";
import { createOwnerActions } from "@/server/account/owner/owner-actions";
import { authRoutes } from "@/server/account/sign-in/auth-routes";
import { mailingProcedures, type PageClient } from "@/server/account/sign-in/mail-uses";
import { type SignInLimit, signInLimits } from "@/server/account/sign-in/sign-in-limits";

const now = Date.parse("2026-11-22T10:00:00.000Z");
const supportEmail = "support@odds.test";

let store: TestDatabase;
let dataDir: string;
let warnings: string[];
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  warnings = [];
  dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-own-account-"));
  await store.db.delete(signInUses);
  return () => rm(dataDir, { recursive: true });
});

const open = ({ smtpUrl, support = supportEmail }: { smtpUrl?: string; support?: string | null } = {}) =>
  createOwnerActions({
    db: store.db,
    config: {
      smtpUrl,
      supportEmail: support ?? undefined,
      mailFrom: "Oddskeeper <no-reply@localhost>",
      dataDir,
      baseUrl: "https://odds.test",
    },
    announceAccountChanged: async () => undefined,
    warn: (about) => warnings.push(about) > 0,
    now: () => now,
  });

const readMails = async (): Promise<string[]> => {
  const folder = path.join(dataDir, "mail");
  const names = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return mails.map((mail) => mail.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
};

const newAccount = async () => {
  const account = await createAccount(
    store.db,
    { email: `${randomUUID()}@example.com`, plan: "free" },
    new Date(now),
  );
  if (account === "email_taken") throw new Error("taken");
  return account;
};
type Account = Awaited<ReturnType<typeof newAccount>>;

const newClient = (): PageClient => ({
  network: randomUUID(),
  range: randomUUID(),
  displayedRange: "203.0.113.x",
});
const request = ({ email }: Account, note = "") =>
  ({ email, currentPlan: "free", wantedPlan: "scale", note }) as const;

/**
 * Procedure that sends email -> a function that calls it. The function returns the hourly limit that prevented the email, or
 * undefined if the email was sent.
 */
const senders: Record<
  keyof typeof mailingProcedures,
  (account: Account, client: PageClient) => Promise<SignInLimit | undefined>
> = {
  "account.delete": async (account, client) => {
    const outcome = await open().delete({ accountId: account.id, client });
    if (outcome === "not_found") throw new Error(outcome);
    if ("spent" in outcome) return outcome.spent;
    await restoreAccount(store.db, account.id);
    return undefined;
  },
  "account.requestPlan": async (account, client) => {
    const outcome = await open().requestPlan({ accountId: account.id, client }, request(account));
    return typeof outcome === "string" ? undefined : outcome.spent;
  },
};

const common: readonly SignInLimit[] = ["mail", "mailFromRange", "mailFromNetwork"];

test("Every route or procedure that sends email limits its emails in total, per range of networks, per network, and per account or email address", () => {
  const mailing = [
    ...authRoutes.flatMap((route) => (route.does === "mails" ? [[route.path, route.limits] as const] : [])),
    ...Object.entries(mailingProcedures),
  ];
  expect(mailing.map(([name]) => name)).toEqual(["signin/email", "account.delete", "account.requestPlan"]);
  for (const [name, limits] of mailing) {
    expect(limits, name).toEqual(expect.arrayContaining([...common]));
    expect(
      limits.filter((limit) => !common.includes(limit)),
      name,
    ).toHaveLength(1);
  }
});

describe.each(Object.entries(senders))("%s", (name, send) => {
  const ownLimit = mailingProcedures[name as keyof typeof mailingProcedures][3];

  test("The number of emails per hour is limited for each account, even if the account uses many networks", async () => {
    const account = await newAccount();
    for (let sent = 0; sent < signInLimits[ownLimit]; sent++)
      expect(await send(account, newClient())).toBeUndefined();
    expect(await send(account, newClient())).toBe(ownLimit);
    expect(await readMails()).toHaveLength(signInLimits[ownLimit]);
    expect(await findAccountByEmail(store.db, account.email)).toMatchObject({ deletedAt: null });
    expect(await send(await newAccount(), newClient())).toBeUndefined();
  });

  test("The number of emails per hour is limited for each network, even if the emails are for many accounts", async () => {
    const client = newClient();
    for (let sent = 0; sent < signInLimits.mailFromNetwork; sent++)
      expect(await send(await newAccount(), client)).toBeUndefined();
    expect(await send(await newAccount(), client)).toBe("mailFromNetwork");
    expect(await readMails()).toHaveLength(signInLimits.mailFromNetwork);
  });
});

test("A plan request goes to support with the customer as Reply-To, and its note cannot inject headers or HTML", async () => {
  const account = await newAccount();
  const note = "From Monday.\n\nBcc: victim@example.com\n<script>alert(1)</script>";
  const owned = { accountId: account.id, client: newClient() };
  expect(await open().requestPlan(owned, request(account, note))).toBe("sent");
  const [mail = ""] = await readMails();
  // Long headers are folded.
  const head = (mail.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/g, " ");
  expect(head).toContain(`To: ${supportEmail}`);
  expect(head).toContain(`Reply-To: ${account.email}`);
  expect(head).toContain(`Subject: Plan request: scale for ${account.email}`);
  expect(head).not.toContain("Bcc");
  expect(mail).toContain(`ops account plan --email ${account.email} --plan scale`);
  expect(mail).not.toMatch(/<script>alert\(1\)<\/script><\/p>/);
});

test("Without a support address, no plan request is sent", async () => {
  const account = await newAccount();
  const owned = { accountId: account.id, client: newClient() };
  expect(await open({ support: null }).requestPlan(owned, request(account))).toBe("no_support");
  expect(await readMails()).toEqual([]);
});

test("When an account is deleted, an email states until when the account can be restored. If the email fails, the account is deleted anyway", async () => {
  const [account, unreachable] = [await newAccount(), await newAccount()];
  const deletion = await open().delete({ accountId: account.id, client: newClient() });
  if (deletion === "not_found" || "spent" in deletion) throw new Error("not deleted");
  const [mail = ""] = await readMails();
  expect(mail).toContain(`To: ${account.email}`);
  expect(mail).toContain("https://odds.test/signin");
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  expect(mail).toContain(day.format(deletion.restorableUntil));
  await open({ smtpUrl: "smtp://127.0.0.1:1" }).delete({ accountId: unreachable.id, client: newClient() });
  expect((await findAccountByEmail(store.db, unreachable.email))?.deletedAt).not.toBeNull();
  expect(warnings).toEqual(["an email about a deleted account could not be sent"]);
});
