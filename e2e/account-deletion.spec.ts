import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openAccounts, type ServiceAccounts } from "@/e2e/testing/accounts";
import { shiftedClock } from "@/e2e/testing/other-clocks";
import { readMails } from "@/e2e/testing/read-mail";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import { callProcedure, type Reply, signInWithCookie, trustedProxies } from "@/e2e/testing/send-request";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { dayMs } from "@/server/domain/durations";

const environment = { ...trustedProxies, FEEDS: "none" };
const terms = { plan: "scale", speedLimit: 1_000 } as const;

let directory: DataDir;
let service: RunningService;
let accounts: ServiceAccounts;
const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
  service = await startService(directory.dataDir, { ...environment, ...more });
  accounts = openAccounts(service);
};
const stop = async (): Promise<void> => {
  await accounts?.close();
  await service?.stop();
};
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  await start();
});
afterAll(async () => {
  await stop();
  await directory?.remove();
});

const page = (path: string, cookie: string, input?: unknown): Promise<Reply> =>
  callProcedure(service, path, { cookie, input });
const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${service.url}/v1/account/usage`, { headers: { "X-API-Key": key } })).status;
const remove = async (email: string, cookie: string): Promise<void> => {
  expect((await page("account.delete", cookie, { email })).status).toBe(200);
};

test("A deletion requires the account's email address, and ends the account's keys and sessions at once", async () => {
  const email = "leaves@example.com";
  const key = await accounts.create(email, terms);
  const [cookie, other] = [await signInWithCookie(service, email), await signInWithCookie(service, email)];
  for (const typed of ["", "stranger@example.com", "x".repeat(301), 7, null])
    expect((await page("account.delete", cookie, { email: typed })).status).toBe(400);
  expect(await statusOf(key)).toBe(200);
  await remove(email.toUpperCase(), cookie);
  expect(await statusOf(key)).toBe(401);
  for (const ended of [cookie, other]) expect((await page("keys.list", ended)).status).toBe(401);
  const mails = (await readMails(service)).filter((mail) => mail.includes(`To: ${email}`));
  expect(mails.at(-1)).toContain("Your Oddskeeper account was deleted");
});

test("A key that is created while its account is being deleted does not work afterwards", async () => {
  const email = "races@example.com";
  await accounts.create(email, terms);
  const cookie = await signInWithCookie(service, email);
  const create = () => page("keys.create", cookie, { label: "late" });
  const [first, , second] = await Promise.all([create(), remove(email, cookie), create(), create()]);
  for (const reply of [first, second]) {
    const created = (JSON.parse(reply.text) as { result?: { data: { key: string } } }).result?.data.key;
    if (created !== undefined) expect(await statusOf(created)).toBe(401);
  }
});

test("A sign-in 6 days after a deletion restores the account; a sign-in after 8 days creates a new free account", async () => {
  for (const email of ["early@example.com", "late@example.com"]) {
    await accounts.create(email, terms);
    await remove(email, await signInWithCookie(service, email));
  }
  for (const { email, day, plan, keys } of [
    { email: "early@example.com", day: 6, plan: "scale", keys: 1 },
    { email: "late@example.com", day: 8, plan: "free", keys: 0 },
  ]) {
    await stop();
    await start(shiftedClock(Date.now() + day * dayMs));
    const cookie = await signInWithCookie(service, email);
    const found = await accounts.find(email);
    expect([found?.plan, found?.keys.length]).toEqual([plan, keys]);
    const listed = JSON.parse((await page("keys.list", cookie)).text) as {
      result: { data: { revoked_at: string | null }[] };
    };
    expect(listed.result.data.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
  }
});
