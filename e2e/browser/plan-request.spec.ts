import { findLayoutProblems } from "@/e2e/browser/testing/find-layout-problems";
import { test as base, expect } from "@/e2e/browser/testing/test";
import { readMails } from "@/e2e/testing/read-mail";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { trustedProxies } from "@/e2e/testing/send-request";
import { maxStartMs, startService } from "@/e2e/testing/start-service";

const supportEmail = "support@odds.example.com";

/** Replaces the shared service with a service that has a support address. */
const test = base.extend({
  service: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await createSeededDir();
      const environment = { ...trustedProxies, SUPPORT_EMAIL: supportEmail, FEEDS: "none" };
      const service = await startService(dataDir, environment);
      await use({ url: service.url, dataDir, key: "" });
      await service.stop();
      await remove();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
});

test("A customer requests another plan in three clicks, and support gets an email with the account and the note", {
  tag: "@layout",
}, async ({ page, service, signIn }) => {
  const { email } = await signIn({ plan: "free", speedLimit: 1_000 });
  await page.goto("/account");
  await page.getByRole("link", { name: "Request a plan change" }).click();
  await expect(page.getByRole("radio", { name: "Starter" })).toBeChecked();
  expect(await findLayoutProblems(page, "plan-request")).toEqual([]);
  await page.getByText("Growth", { exact: true }).click();
  await page.getByLabel("Note (optional)").fill("From Monday on.\n<b>Thanks</b>");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Request sent")).toBeVisible();
  await expect(page.getByText(`We'll reply to ${email} about the Growth plan.`)).toBeVisible();
  expect(await findLayoutProblems(page, "plan-request-sent")).toEqual([]);
  const mails = (await readMails(service)).filter((mail) => mail.includes(`To: ${supportEmail}`));
  expect(mails.at(-1)).toContain(`Reply-To: ${email}`);
  expect(mails.at(-1)).toContain("From Monday on.");
  await page.goto("/account/security");
  await expect(page.getByRole("table", { name: "Activity" })).toContainText("Requested the Growth plan");
});
