import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { findLayoutProblems } from "@/e2e/browser/testing/find-layout-problems";
import { addCookies, test as base, expect } from "@/e2e/browser/testing/test";
import { newEmail } from "@/e2e/testing/accounts";
import { newestLinkTo } from "@/e2e/testing/read-mail";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { signInWithCookie, trustedProxies } from "@/e2e/testing/send-request";
import { maxStartMs, startService } from "@/e2e/testing/start-service";
import { dayMs } from "@/server/domain/durations";

const supportEmail = "support@example.com";
const terms = `# Terms of use

<script>document.title = "hostile"</script>

The service is provided *as is*. <img src="https://tracker.example/x.png" onerror="document.title = 'hostile'">

![tracker](https://tracker.example/pixel.png) [Click](javascript:document.title='hostile')

| Right | Whose |
|---|---|
| To use the responses | yours |
`;

const test = base.extend({
  service: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await createSeededDir();
      const legalDir = path.join(dataDir, "legal");
      await mkdir(legalDir);
      await writeFile(path.join(legalDir, "terms.md"), terms);
      const service = await startService(dataDir, {
        ...trustedProxies,
        FEEDS: "none",
        SUPPORT_EMAIL: supportEmail,
        LEGAL_DIR: legalDir,
        PLAN_PRICES: '{"currency":"EUR","per_month":{"starter":29,"growth":99.5},"note":"Plus VAT."}',
        CHECKOUT_URL: "https://pay.example.com/buy?plan={plan}&reference={account}",
      });
      await use({ url: service.url, dataDir, key: "" });
      await service.stop();
      await remove();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
});

test("A visitor compares plan prices, signs in to buy a plan, and gets a checkout link with the new account's id", async ({
  page,
  service,
  accounts,
}) => {
  const email = newEmail();
  await page.goto("/pricing");
  const table = page.getByRole("table", { name: "Plans" });
  await expect(table.getByRole("row", { name: /^Growth/ })).toContainText("€99.50");
  await expect(table.getByRole("row", { name: /^Scale/ })).toContainText("On request");
  await expect(page.getByText("Plus VAT.")).toBeVisible();
  await table.getByRole("link", { name: "Choose Growth" }).click();
  await page.waitForURL("**/signin?callbackUrl=%2Fpricing");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await page.waitForURL("**/signin/check-mail");
  await page.goto(await newestLinkTo(service, email));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/pricing");

  expect(await accounts.find(email)).toMatchObject({ plan: "free" });
  await expect(table.getByRole("link", { name: "Choose Growth" })).toHaveAttribute(
    "href",
    /^https:\/\/pay\.example\.com\/buy\?plan=growth&reference=[0-9a-f-]{36}$/,
  );
  await expect(table.getByText("Your plan", { exact: true })).toHaveCount(1);
  await expect(table.getByRole("link", { name: "Start free" })).toHaveCount(0);
  await expect(table.getByRole("link", { name: "Talk to us about Business" })).toHaveAttribute(
    "href",
    "/account/plan?plan=business",
  );
});

test("A customer sees which plan the account has", async ({ page, service, accounts }) => {
  const email = newEmail();
  await accounts.create(email, { plan: "growth" });
  await addCookies(page, service.url, await signInWithCookie(service, email));
  await page.goto("/pricing");
  await expect(page.getByText("Your plan", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Choose Growth" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Talk to us about Free" })).toBeVisible();
});

test("A visitor follows the footer to the operator's terms, and nothing hostile in them runs or loads", async ({
  page,
}) => {
  await page.goto("/");
  const footer = page.getByRole("navigation", { name: "Footer" });
  await expect(footer.getByRole("link", { name: "Privacy" })).toHaveCount(0);
  await expect(footer.getByRole("link", { name: "Contact" })).toHaveAttribute(
    "href",
    `mailto:${supportEmail}`,
  );
  await footer.getByRole("link", { name: "Terms" }).click();
  await page.waitForURL("**/terms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms of use");
  await expect(page.getByText("The service is provided")).toBeVisible();
  await expect(page.locator("article :is(script, img)")).toHaveCount(0);
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(page).toHaveTitle("Terms of use · Oddskeeper");
});

test("A legal text that the operator has not supplied has no page and is not in the sitemap", async ({
  service,
}) => {
  expect((await fetch(`${service.url}/privacy`)).status).toBe(404);
  const sitemap = await (await fetch(`${service.url}/sitemap.xml`)).text();
  expect(sitemap).toContain(`<loc>${service.url}/terms</loc>`);
  expect(sitemap).not.toContain("/privacy");
});

test("security.txt names the contact and expires in 30 to 365 days", async ({ service }) => {
  const response = await fetch(`${service.url}/.well-known/security.txt`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toContain(`Contact: mailto:${supportEmail}\n`);
  expect(text).toContain(`Canonical: ${service.url}/.well-known/security.txt\n`);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now() + 30 * dayMs);
  expect(expires).toBeLessThan(Date.now() + 365 * dayMs);
});

test("With the operator's settings, the pricing, terms and status pages pass axe and fit the screen", {
  tag: "@layout",
}, async ({ page }) => {
  for (const name of ["pricing", "terms", "status"])
    await test.step(name, async () => {
      await page.goto(`/${name}`, { waitUntil: "networkidle" });
      expect.soft(await findLayoutProblems(page, `operator-${name}`), name).toEqual([]);
    });
});
