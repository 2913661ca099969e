import type { Page } from "playwright/test";
import { secretOf } from "@/e2e/browser/testing/actions";
import { expect, test } from "@/e2e/browser/testing/test";

const activeKeys = (page: Page) => page.getByRole("table", { name: "Active keys" });

test("A customer rotates a key in three clicks, and the old key works beside the new key until the chosen time", async ({
  page,
  signIn,
  callApi,
}) => {
  const { key: oldKey } = await signIn();
  let newKey = "";
  await page.goto("/account/keys");

  await test.step("The dialog asks how long the old key keeps working, and then shows the new secret once", async () => {
    await page.getByRole("button", { name: "Rotate first key" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("first key");
    await expect(dialog.getByRole("radio", { name: "1 day" })).toBeChecked();
    await dialog.getByText("3 days").click();
    await dialog.getByRole("button", { name: "Rotate key" }).click();
    await expect(secretOf(page)).toHaveText(/^ok_live_/);
    newKey = (await secretOf(page).textContent()) ?? "";
    await expect(dialog).toContainText(`${oldKey.slice(0, 16)}…${oldKey.slice(-4)} works until`);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("Both keys work, and the list shows when the old key ends", async () => {
    expect(newKey).not.toBe(oldKey);
    for (const key of [oldKey, newKey]) expect((await callApi("/v1/sports", key)).status).toBe(200);
    await page.reload();
    const old = activeKeys(page)
      .getByRole("row")
      .filter({ hasText: `…${oldKey.slice(-4)}` });
    await expect(old).toContainText("Ends in 3 days");
    await expect(activeKeys(page).getByRole("row")).toHaveCount(3);
    await expect(page.getByRole("button", { name: "Rotate first key" })).toHaveCount(1);
  });

  await test.step("A rotation without overlap ends the old key at once", async () => {
    await page.getByRole("button", { name: "Rotate first key" }).click();
    await page.getByText("Ends immediately").click();
    await page.getByRole("button", { name: "Rotate key" }).click();
    await expect(page.getByRole("dialog")).toContainText("no longer works");
    const rejected = await callApi("/v1/sports", newKey);
    expect([rejected.status, await rejected.json()]).toMatchObject([401, { error: { code: "INVALID_KEY" } }]);
    expect((await callApi("/v1/sports", oldKey)).status).toBe(200);
    await page.getByRole("button", { name: "Done" }).click();
    const ended = page.getByRole("table", { name: "Revoked and ended keys" });
    await expect(ended).toContainText(`…${newKey.slice(-4)}`);
  });
});

test("A customer renames a key in two clicks, and the form explains why a label is invalid", async ({
  page,
  signIn,
  callApi,
}) => {
  const { key } = await signIn();
  await page.goto("/account/keys");
  await page.getByRole("button", { name: "Rename first key" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Label")).toBeFocused();
  for (const [label, problem] of [
    ["", /1 to 64 characters/],
    ["x".repeat(65), /1 to 64 characters/],
    ["a\u0007b", /control characters/],
  ] as const) {
    await dialog.getByLabel("Label").fill(label);
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(problem);
  }
  await dialog.getByLabel("Label").fill("<b>trading desk</b>");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(activeKeys(page).locator("bdi")).toHaveText(["<b>trading desk</b>"]);
  await expect(page.getByRole("button", { name: "Rename <b>trading desk</b>" })).toBeFocused();
  expect((await callApi("/v1/sports", key)).status).toBe(200);
});

const revokeFirstKey = async (page: Page): Promise<void> => {
  await page.goto("/account/keys");
  await page.getByRole("button", { name: "Revoke first key" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No active keys")).toBeVisible();
};

test("After a revocation, the `Create API key` button has the focus, and its dialog links to sign-in if the session has ended", async ({
  page,
  signIn,
}) => {
  await signIn();
  await revokeFirstKey(page);
  await expect(page.getByRole("button", { name: "Create API key" })).toBeFocused();

  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Label").fill("too late");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Your session has ended.");
  await page.getByRole("link", { name: "Sign in again" }).click();
  await page.waitForURL("**/signin?callbackUrl=%2Faccount%2Fkeys");
});

test("After the last key is revoked, the overview says so and links to the form for a new key", async ({
  page,
  signIn,
}) => {
  await signIn();
  await revokeFirstKey(page);
  await page.getByRole("link", { name: "Overview" }).click();
  const notice = page.getByText("None of your API keys works any more.").locator("..");
  await notice.getByRole("link", { name: "Create API key" }).click();
  await expect(page.getByLabel("Label")).toBeVisible();
});
