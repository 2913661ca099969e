import type { Locator, Page } from "playwright/test";
import { expect, test } from "@/e2e/browser/testing/test";
import { newEmail } from "@/e2e/testing/accounts";
import { newestLinkTo } from "@/e2e/testing/read-mail";
import { newClient } from "@/e2e/testing/send-request";

const createClicker = () => {
  let clicks = 0;
  return {
    click: async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    },
    /** Opens a link from an email, and counts the click in the email program. */
    follow: async (page: Page, link: string): Promise<void> => {
      clicks += 1;
      await page.goto(link);
    },
    count: (): number => clicks,
  };
};

test("A visitor without an account gets to the first call with five clicks, including the click in the email", async ({
  page,
  service,
  callApi,
}) => {
  const email = newEmail();
  const clicker = createClicker();
  await page.setExtraHTTPHeaders(newClient());
  await page.goto("/");
  await clicker.click(page.getByRole("link", { name: "Get an API key" }));
  await page.getByLabel("Email address").fill(email);
  await clicker.click(page.getByRole("button", { name: "Email me a link" }));
  await page.waitForURL("**/signin/check-mail");
  await clicker.follow(page, await newestLinkTo(service, email));
  await clicker.click(page.getByRole("button", { name: "Sign in", exact: true }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("first program");
  await clicker.click(dialog.getByRole("button", { name: "Create", exact: true }));
  const line = (await dialog.locator("pre").textContent()) ?? "";
  const [, key = "", url = ""] = /^curl -H 'X-API-Key: (\S+)' '(\S+)'$/.exec(line) ?? [];
  const { origin, pathname, search } = new URL(url);
  expect(origin).toBe(service.url);
  expect((await callApi(`${pathname}${search}`, key)).status).toBe(200);
  expect(clicker.count()).toBe(5);
});

const searches = [
  ["how to authenticate", "Authentication"],
  ["what does a 429 mean?", "SPEED_LIMIT"],
  ["how to page history", "Paging"],
  ["is a price fresh", "When a price disappears"],
  ["move from The Odds API", "Moving from The Odds API"],
] as const;

test("For each of five common questions, two clicks lead to the answer: one opens the search, and one opens the first result", async ({
  page,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  for (const [question, heading] of searches)
    await test.step(question, async () => {
      const clicker = createClicker();
      await clicker.click(page.getByRole("button", { name: "Search docs" }));
      const dialog = page.getByRole("dialog", { name: "Search the docs" });
      await dialog.getByRole("searchbox").fill(question);
      await expect(dialog.getByRole("status")).toHaveText(/\d results?$/);
      await clicker.click(dialog.getByRole("listitem").first().getByRole("link"));
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeInViewport();
      expect(clicker.count()).toBe(2);
    });
});
