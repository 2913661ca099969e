import { findLayoutProblems } from "@/e2e/browser/testing/find-layout-problems";
import { addCookies, test as base, expect } from "@/e2e/browser/testing/test";
import { databasePidOf } from "@/e2e/testing/database-pid";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { signInWithCookie, trustedProxies } from "@/e2e/testing/send-request";
import { maxStartMs, type RunningService, startService } from "@/e2e/testing/start-service";

/** Adds a service whose database the test can pause. */
const test = base.extend<object, { readonly ownService: RunningService }>({
  ownService: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await createSeededDir();
      const service = await startService(dataDir, { ...trustedProxies, FEEDS: "none" });
      await use(service);
      await service.stop();
      await remove();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
  service: [({ ownService: { url, dataDir } }, use) => use({ url, dataDir, key: "" }), { scope: "worker" }],
});

test("While the database does not respond, sign-in and account pages return 503 with an explanation, and the pricing page works", async ({
  page,
  service,
  ownService,
  accounts,
}) => {
  await accounts.create("customer@example.com");
  const cookie = await signInWithCookie(service, "customer@example.com");
  await addCookies(page, service.url, cookie);
  const printedBefore = ownService.printed().length;
  const databasePid = databasePidOf(ownService);
  process.kill(databasePid, "SIGSTOP");
  try {
    const headers = { Accept: "text/html", Cookie: cookie };
    const responses = await Promise.all(
      ["/signin", "/account", "/account/keys", "/account?x=y"].map((path) =>
        fetch(`${service.url}${path}`, { headers, redirect: "manual" }),
      ),
    );
    for (const response of responses) {
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(await response.text()).toContain("Accounts are unavailable right now");
    }
    expect((await fetch(`${service.url}/pricing`)).status).toBe(200);
    await page.goto("/account");
    expect(await findLayoutProblems(page, "unavailable")).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/account");
    expect(await findLayoutProblems(page, "unavailable")).toEqual([]);
  } finally {
    process.kill(databasePid, "SIGCONT");
  }
  const lines = ownService.printed().slice(printedBefore).trim().split("\n");
  // Background work logs its own failures if the database is frozen for long.
  const messages = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  expect(messages.filter((message) => message.startsWith("account pages"))).toEqual([
    "account pages are unavailable: the database does not respond",
  ]);
  await expect.poll(async () => (await fetch(`${service.url}/signin`)).status).toBe(200);
});

test("A client's request to /unavailable returns 404, even if the client sends the header X-Unavailable, which only the front door may set", async ({
  service,
}) => {
  const response = await fetch(`${service.url}/unavailable`, { headers: { "X-Unavailable": "/evil" } });
  expect(response.status).toBe(404);
});
