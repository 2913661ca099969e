import {
  closeSecret,
  confirmSignIn,
  createToken,
  openKeyDialog,
  requestSignInLink,
  secretOf,
  submitKeyLabel,
} from "@/e2e/browser/testing/actions";
import { expect, test } from "@/e2e/browser/testing/test";
import { newEmail } from "@/e2e/testing/accounts";
import { newestLinkTo } from "@/e2e/testing/read-mail";
import { newClient } from "@/e2e/testing/send-request";

/** The free plan with a higher speed limit. The plan's own limit is two calls per second, and a page can make more. */
const fastFreePlan = { plan: "free", speedLimit: 1_000 } as const;

test("A visitor confirms an emailed link and is signed in to a new free account", async ({
  page,
  service,
}) => {
  const email = newEmail();
  await page.setExtraHTTPHeaders(newClient());
  await requestSignInLink(page, email);
  await page.waitForURL("**/signin/check-mail");
  await confirmSignIn(page, await newestLinkTo(service, email));
  await expect(page.getByRole("heading", { name: "No calls in the last 30 days" })).toBeVisible();
  await expect(page.getByText("free plan")).toBeVisible();
  await expect(page.getByTestId("used")).toHaveText("0");
});

test("A customer creates a key by keyboard, copies it, sees the first calls, and revokes it", async ({
  page,
  signIn,
  callApi,
}) => {
  await signIn(fastFreePlan);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  let key = "";
  const maskedKey = () => `${key.slice(0, 16)}…${key.slice(-4)}`;

  await test.step("The customer creates a key and copies its secret with the keyboard alone", async () => {
    await page.goto("/account/keys");
    await page.getByRole("button", { name: "Create API key" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Label")).toBeFocused();
    await page.keyboard.type("first program");
    await page.keyboard.press("Enter");
    key = (await secretOf(page).textContent()) ?? "";
    expect(key).toMatch(/^ok_live_[0-9A-Za-z]{46}$/);
    await page.getByRole("button", { name: "Copy API key" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Copied", exact: true })).toBeVisible();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key);
  });

  await test.step("The curl line in the dialog returns 200 and costs one request", async () => {
    const line = (await page.getByRole("dialog").locator("pre").textContent()) ?? "";
    const url = /'(http[^']+)'$/.exec(line)?.[1] ?? "";
    expect(line).toBe(`curl -H 'X-API-Key: ${key}' '${url}'`);
    const response = await fetch(url, { headers: { "X-API-Key": key } });
    expect([response.status, response.headers.get("x-requests-used")]).toEqual([200, "1"]);
  });

  await test.step("Neither Escape nor a click outside closes the dialog. Once the dialog is closed, the page no longer contains the key", async () => {
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 400);
    await expect(secretOf(page)).toBeVisible();
    await closeSecret(page);
    await expect(page.getByRole("table", { name: "Active keys" })).toBeVisible();
    expect(await page.content()).not.toContain(key);
    await expect(page.getByText(maskedKey())).toBeVisible();
    await page.reload();
    expect(await page.content()).not.toContain(key);
  });

  await test.step("The account page counts calls by path, and an error costs nothing", async () => {
    expect((await callApi("/v1/sports/basketball_nba/odds", key)).status).toBe(200);
    expect((await callApi("/v1/sports/basketball_nba/odds?markets=nonsense", key)).status).toBe(422);
    await page.goto("/account");
    await expect(page.getByTestId("used")).toHaveText("2");
    const countsByPath = async () => {
      await page.reload();
      const row = page.getByRole("row").filter({ hasText: "/v1/sports/{sport}/odds" });
      return row.getByRole("cell").allTextContents();
    };
    await expect.poll(countsByPath).toEqual(["1", "0", "1"]);
  });

  await test.step("A revocation asks for confirmation, names the key and takes effect at once", async () => {
    await page.goto("/account/keys");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Revoke first program" }).click();
    await expect(dialog).toContainText("first program");
    await expect(dialog).toContainText(maskedKey());
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    expect((await callApi("/v1/sports", key)).status).toBe(200);
    await page.getByRole("button", { name: "Revoke first program" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByRole("table", { name: "Revoked and ended keys" })).toContainText("first program");
    const rejected = await callApi("/v1/sports", key);
    expect(rejected.status).toBe(401);
    expect(await rejected.json()).toMatchObject({ error: { code: "INVALID_KEY" } });
  });
});

test("The keys page shows one text if no key was created yet, and another text if every key was revoked", async ({
  page,
  signIn,
}) => {
  await signIn({ withoutKey: true });
  await page.goto("/account/keys");
  await expect(page.getByText("No API keys yet")).toBeVisible();
  await openKeyDialog(page);
  await submitKeyLabel(page, "only key");
  await closeSecret(page);
  await page.getByRole("button", { name: "Revoke only key" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No active keys")).toBeVisible();
});

test("A label must have 1 to 64 characters, and emoji, HTML and Hebrew are shown as typed", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/account/keys");
  await openKeyDialog(page);
  for (const label of ["", "x".repeat(65), "🏀".repeat(65)]) {
    await page.getByLabel("Label").fill("x");
    await submitKeyLabel(page, label);
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(/1 to 64/);
  }
  const labels = ["x", "🏀".repeat(64), "<img src=x onerror=alert(1)>", "\u05e9\u05dc\u05d5\u05dd 123"];
  for (const [index, label] of labels.entries()) {
    if (index > 0) await openKeyDialog(page);
    await submitKeyLabel(page, label);
    await expect(secretOf(page)).toHaveText(/^ok_live_/);
    await closeSecret(page);
  }
  const shown = page.getByRole("table", { name: "Active keys" }).locator("bdi");
  await expect.poll(() => shown.allTextContents()).toEqual(expect.arrayContaining(labels));
});

test("A program can list keys with an access token until the token is revoked or its owner signs out", async ({
  page,
  context,
  signIn,
  service,
}) => {
  await signIn();
  const statusWith = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${service.url}/v1/account/keys`, { headers })).status;
  };

  await test.step("A revoked token is rejected", async () => {
    const token = await createToken(page);
    expect(await statusWith(token)).toBe(200);
    await page
      .getByRole("button", { name: /^Revoke the token/ })
      .first()
      .click();
    await expect(page.getByText("No active tokens")).toBeVisible();
    expect(await statusWith(token)).toBe(401);
  });

  await test.step("Signing out ends the tokens and the session on the server, not only in the browser", async () => {
    const token = await createToken(page);
    expect(await statusWith(token)).toBe(200);
    const cookies = await context.cookies();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/signin");
    expect(await statusWith(token)).toBe(401);
    await context.addCookies(cookies);
    await page.goto("/account");
    await page.waitForURL("**/signin?callbackUrl=%2Faccount");
  });
});
