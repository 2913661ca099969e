import { confirmSignIn, requestSignInLink } from "@/e2e/browser/testing/actions";
import { expect, test } from "@/e2e/browser/testing/test";
import { newestLinkTo, readMails } from "@/e2e/testing/read-mail";
import { newClient } from "@/e2e/testing/send-request";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";

test("A customer sees each session, signs out one of them in one click, and signs out everywhere in two clicks", async ({
  page,
  browser,
  service,
  signIn,
  callApi,
}) => {
  const { email, key } = await signIn();
  const second = await browser.newContext({
    userAgent: firefox,
    extraHTTPHeaders: newClient(),
    baseURL: service.url,
  });
  const other = await second.newPage();
  const isSignedOut = async (on: typeof page): Promise<void> => {
    await on.goto("/account/security");
    await on.waitForURL("**/signin?callbackUrl=%2Faccount%2Fsecurity");
  };

  await test.step("The second browser signs in and sees both sessions, and its own session is marked", async () => {
    await requestSignInLink(other, email);
    await other.waitForURL("**/signin/check-mail");
    await confirmSignIn(other, await newestLinkTo(service, email));
    await other.getByRole("link", { name: "Security" }).click();
    const rows = other.getByRole("table", { name: "Sessions" }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: "This session" })).toContainText("Firefox on Linux");
    await expect(rows.filter({ hasText: "This session" })).toContainText("10.");
  });

  await test.step("The second browser signs out the other session, which ends at once", async () => {
    await other.getByRole("button", { name: /^Sign out Unknown device/ }).click();
    await expect(other.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(2);
    await isSignedOut(page);
  });

  await test.step("The second browser signs out everywhere, and keys keep working", async () => {
    await page.context().setExtraHTTPHeaders(newClient());
    await requestSignInLink(page, email);
    await page.waitForURL("**/signin/check-mail");
    await confirmSignIn(page, await newestLinkTo(service, email));
    await other.getByRole("button", { name: "Sign out everywhere" }).click();
    await other.getByRole("button", { name: "Sign out all" }).click();
    await other.waitForURL("**/signin");
    await isSignedOut(other);
    await isSignedOut(page);
    expect((await callApi("/v1/sports", key)).status).toBe(200);
  });

  await test.step("The Activity table shows sign-ins and ended sessions, newest first", async () => {
    await requestSignInLink(page, email);
    await page.waitForURL("**/signin/check-mail");
    await confirmSignIn(page, await newestLinkTo(service, email));
    await page.goto("/account/security");
    const activity = page.getByRole("table", { name: "Activity" }).getByRole("rowheader");
    await expect(activity.first()).toHaveText(/^Signed in with email link/);
    await expect(activity).toContainText(["Signed out everywhere (2 sessions)", "Ended the session"]);
  });
  await second.close();
});

test("Deleting the account takes three clicks and ends its key and sessions at once, and signing in restores the account", async ({
  page,
  service,
  signIn,
  callApi,
}) => {
  const { email, key } = await signIn();
  expect((await callApi("/v1/sports/basketball_nba/odds", key)).status).toBe(200);

  await test.step("The deletion requires the customer to type the account's email address", async () => {
    await page.goto("/account");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Delete account…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(`Type ${email} to confirm`).fill("someone@example.com");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(dialog.getByRole("alert")).toContainText("not the email address");
    expect((await callApi("/v1/sports", key)).status).toBe(200);
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByText("Your account is deleted")).toBeVisible();
  });

  await test.step("The key and the session have ended, and an email explains how to restore the account", async () => {
    expect((await callApi("/v1/sports", key)).status).toBe(401);
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await page.goto("/account");
    await page.waitForURL("**/signin?callbackUrl=%2Faccount");
    const mails = (await readMails(service)).filter((mail) => mail.includes(`To: ${email}`));
    expect(mails.at(-1)).toContain("Your Oddskeeper account was deleted");
  });

  await test.step("A sign-in restores plan and usage, but not the key", async () => {
    await page.context().setExtraHTTPHeaders(newClient());
    await requestSignInLink(page, email);
    await page.waitForURL("**/signin/check-mail");
    await confirmSignIn(page, await newestLinkTo(service, email));
    await expect(page.getByTestId("used")).toHaveText("1");
    await expect(page.getByText("Its API keys no longer work.")).toBeVisible();
    await page.goto("/account/keys");
    await expect(page.getByText("No active keys")).toBeVisible();
    expect((await callApi("/v1/sports", key)).status).toBe(401);
    await page.goto("/account/security");
    await expect(page.getByRole("table", { name: "Activity" })).toContainText("Restored the account");
  });
});

test("Without a support address, the account page has no link to request a plan", async ({
  page,
  signIn,
}) => {
  await signIn({ plan: "free", speedLimit: 1_000 });
  await page.goto("/account");
  await expect(page.getByRole("link", { name: "Compare plans" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Request a plan change" })).toHaveCount(0);
});
