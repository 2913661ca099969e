import type { Locator, Page } from "playwright/test";
import { findAxeViolations } from "@/e2e/browser/testing/find-axe-violations";
import { expect, test } from "@/e2e/browser/testing/test";
import { endpoints } from "@/server/api/endpoints";
import { errorCodes, errorDocsUrl } from "@/server/errors/errors";

const schemeOf = (page: Page) => page.evaluate("document.documentElement.dataset.mantineColorScheme");
const priceIn = (text: string): number => Number(/^[+−]\d+/.exec(text)?.[0]?.replace("−", "-"));

test("A visitor compares simulated prices on the home page and runs its first call", async ({
  page,
  callApi,
}) => {
  await page.goto("/");
  const board = page.locator("figure").first();
  expect(await board.locator("tbody tr").count()).toBeGreaterThan(3);
  await expect(board).toContainText("Simulated market");

  await test.step("Exactly the best price of each side is marked", async () => {
    for (const column of [2, 3]) {
      const cells = await board.locator(`tbody tr td:nth-child(${column})`).allTextContents();
      const quoted = cells.filter((text) => !Number.isNaN(priceIn(text)));
      const best = Math.max(...quoted.map(priceIn));
      const marked = cells.filter((text) => text.includes("best price"));
      expect(marked.length).toBeGreaterThan(0);
      expect(marked).toEqual(quoted.filter((text) => priceIn(text) === best));
    }
  });

  await test.step("The first call returns 200 with a key in place of the placeholder", async () => {
    const line = (await page.locator("pre").first().textContent()) ?? "";
    const url = new URL(/'(http[^']+)'/.exec(line)?.[1] ?? "");
    expect((await callApi(`${url.pathname}${url.search}`)).status).toBe(200);
  });
});

test("A visitor who uses the keyboard skips the navigation with the first link of each page", async ({
  page,
}) => {
  for (const path of ["/", "/signin"]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText("Skip to content");
    await page.keyboard.press("Enter");
    await expect(page.locator(":focus")).toHaveAttribute("id", "content");
  }
});

test("A visitor's choice of color scheme is kept, and applied before the page is first drawn", async ({
  page,
}) => {
  await page.goto("/signin", { waitUntil: "networkidle" });
  expect(await schemeOf(page)).toBe("light");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await expect.poll(() => schemeOf(page)).toBe("dark");
  await page.goto("/signin", { waitUntil: "commit" });
  await page.locator("body").waitFor();
  expect(await schemeOf(page)).toBe("dark");
});

test("A visitor whose system switches to dark sees a dark page without a reload", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  expect(await schemeOf(page)).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => schemeOf(page)).toBe("dark");
  expect(await findAxeViolations(page)).toEqual([]);
});

test("A visitor on a phone opens the menu, closes it with Escape, and follows a link in it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/signin", { waitUntil: "networkidle" });
  const menu = page.getByRole("dialog");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu.getByRole("link", { name: "Plans" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("link", { name: "Docs" }).click();
  await page.waitForURL("**/docs");
});

test("A developer who follows an error's docs_url finds its heading in view", async ({ page, service }) => {
  const docsUrlOf = (code: (typeof errorCodes)[number]) => errorDocsUrl(`${service.url}/docs`, code);
  const expectInView = async (code: string): Promise<void> => {
    const heading = page.locator(`[id="${code.toLowerCase().replaceAll("_", "-")}"]`);
    await expect(heading).toHaveText(code);
    await expect(heading).toBeInViewport({ ratio: 1 });
  };
  // The page is loaded for three of them. For all, a change of the fragment scrolls to the heading.
  const loaded = [errorCodes[0], errorCodes[Math.floor(errorCodes.length / 2)], errorCodes.at(-1)];
  for (const code of loaded) {
    if (code === undefined) throw new Error("there are no error codes");
    await page.goto("about:blank");
    await page.goto(docsUrlOf(code));
    await expectInView(code);
  }
  for (const code of errorCodes) {
    await page.goto(docsUrlOf(code));
    await expectInView(code);
  }
});

test("A developer reads the reference of every path and tries calls in its console", async ({
  page,
  service,
}) => {
  const section = (operationId: string): Locator => page.locator(`[id="${operationId}"]`);
  await page.goto("/docs/reference", { waitUntil: "networkidle" });

  await test.step("Each path of the document has a section", async () => {
    for (const { operationId, path } of endpoints) await expect(section(operationId)).toContainText(path);
  });

  await test.step("Without a key, the console shows the API's error", async () => {
    const list = section("listSports");
    await list.locator("summary", { hasText: "Try it" }).click();
    await list.getByRole("button", { name: "Send GET" }).click();
    await expect(list.getByText("MISSING_KEY").first()).toBeVisible();
  });

  await test.step("With a key, the console shows the response and its cost, and stores the key nowhere", async () => {
    await page.getByLabel("API key", { exact: true }).fill(service.key);
    const odds = section("getEventOdds");
    await odds.locator("summary", { hasText: "Try it" }).click();
    await odds.getByRole("button", { name: "Send GET" }).click();
    await expect(odds.locator("dl div", { hasText: "x-requests-last" }).last()).toContainText("1");
    await expect(odds.getByRole("figure", { name: "response", exact: true })).toContainText("bookmakers");
    const stored = await page.evaluate<string>(
      "JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(stored).not.toContain(service.key.slice(8));
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
