import type { Page } from "playwright/test";
import { findAxeViolations } from "@/e2e/browser/testing/find-axe-violations";
import { expect, test } from "@/e2e/browser/testing/test";
import { errorCodes, errorDocsUrl } from "@/server/domain/errors/errors";

const schemeOf = (page: Page) => page.evaluate("document.documentElement.dataset.colorScheme");
const priceIn = (text: string): number => Number(/^[+−]\d+/.exec(text)?.[0]?.replace("−", "-"));

test("A visitor compares simulated prices on the home page and runs the first call that the page shows", async ({
  page,
  callApi,
}) => {
  await page.goto("/");
  const board = page.locator("figure", { has: page.locator("table") });
  await expect.poll(() => board.locator("tbody tr").count()).toBeGreaterThan(3);
  await expect(board).toContainText("Simulated market");

  await test.step("The best price of each side is marked, and no other price is marked", async () => {
    for (const column of [2, 3]) {
      const cells = await board.locator(`tbody tr td:nth-child(${column})`).allTextContents();
      const quoted = cells.filter((text) => !Number.isNaN(priceIn(text)));
      const best = Math.max(...quoted.map(priceIn));
      const marked = cells.filter((text) => text.includes("best price"));
      expect(marked.length).toBeGreaterThan(0);
      expect(marked).toEqual(quoted.filter((text) => priceIn(text) === best));
    }
  });

  await test.step("With a key in place of the placeholder, the first call returns 200", async () => {
    const line = (await page.locator("pre").first().textContent()) ?? "";
    const url = new URL(/'(http[^']+)'/.exec(line)?.[1] ?? "");
    expect((await callApi(`${url.pathname}${url.search}`)).status).toBe(200);
  });
});

test("On each page, the first link that a visitor reaches with the keyboard skips the navigation", async ({
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

test("A developer who follows an error's docs_url sees the heading of that error", async ({
  page,
  service,
}) => {
  const docsUrlOf = (code: (typeof errorCodes)[number]) => errorDocsUrl(`${service.url}/docs`, code);
  const expectInView = async (code: string): Promise<void> => {
    const heading = page.locator(`[id="${code.toLowerCase().replaceAll("_", "-")}"]`);
    await expect(heading).toHaveText(code);
    await expect(heading).toBeInViewport({ ratio: 1 });
  };
  // The first loop loads the page anew for each of three codes. The second loop visits every code by changing only the URL's fragment.
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

test("A developer tries endpoints in the docs without a key, with a key, and signed in", async ({
  page,
  context,
  service,
  signIn,
}) => {
  const response = page.getByRole("figure", { name: "response", exact: true });
  const sendCall = () => page.getByRole("button", { name: /^Send / }).click();
  const costOfCall = page.locator("dl div", { hasText: "x-requests-last" });
  await page.goto("/docs/reference/get-usage", { waitUntil: "networkidle" });

  await test.step("Without a key, the console of an endpoint that needs an account shows the API's error", async () => {
    await sendCall();
    await expect(response).toContainText("MISSING_KEY");
  });

  await test.step("Without a key or an account, a visitor calls an endpoint, gets live prices and copies the whole response", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/docs/reference/list-odds", { waitUntil: "networkidle" });
    await expect(page.getByText("Without a key: live prices of some sports, at no cost.")).toBeVisible();
    await page.getByLabel("markets", { exact: true }).fill("h2h,spreads,totals");
    await sendCall();
    await expect(page.getByText("more characters not shown")).toBeVisible();
    await expect(costOfCall).toHaveCount(0);
    await page.getByRole("button", { name: "Copy response" }).click();
    const readClipboard = () => page.evaluate<string>("navigator.clipboard.readText()");
    await expect.poll(readClipboard).toContain("sport_key");
    const copied = await readClipboard();
    const sports = new Set((JSON.parse(copied) as { sport_key: string }[]).map(({ sport_key }) => sport_key));
    expect([...sports]).toEqual([await page.getByLabel("sport (required)").inputValue()]);
  });

  await test.step("A key entered on one page works on the next page, which shows the response and the call's cost, and the browser does not store the key", async () => {
    await page.getByLabel("API key", { exact: true }).fill(service.key);
    await page.getByRole("link", { name: "Get a fixture's odds" }).first().click();
    await page.waitForURL("**/docs/reference/get-event-odds");
    await sendCall();
    await expect(costOfCall).toContainText("1");
    await expect(response).toContainText("bookmakers");
    // The long lines of the response scroll within the console.
    const widths =
      "[...document.querySelectorAll('main form')].map((form) => form.scrollWidth - form.clientWidth)";
    expect(Math.max(...(await page.evaluate<readonly number[]>(widths)))).toBe(0);
    const stored = await page.evaluate<string>(
      "JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(stored).not.toContain(service.key.slice(8));
    expect(await findAxeViolations(page)).toEqual([]);
  });

  await test.step("When the reader is signed in, samples name the reader's key, and the console needs no key", async () => {
    const { key } = await signIn();
    await page.goto("/docs/reference/get-usage", { waitUntil: "networkidle" });
    await expect(page.getByRole("tabpanel").first()).toContainText(
      new RegExp(`# ODDSKEEPER_KEY is your key ".+ \\(…${key.slice(-4)}\\)"`),
    );
    await expect(page.getByLabel("API key", { exact: true })).toHaveCount(0);
    await expect(page.getByText("Runs as your account, no key needed. Free.")).toBeVisible();
    await sendCall();
    await expect(response).toContainText('"plan": "business"');
  });
});

test("A reader who chooses Python sees Python on the next page, from its first paint", async ({ page }) => {
  await page.goto("/docs/reference/list-sports", { waitUntil: "networkidle" });
  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Python" })).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Python" })).toBeVisible();
  await page.goto("/docs/reference/list-markets", { waitUntil: "commit" });
  await expect(page.getByRole("tabpanel", { name: "Python" })).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: "curl" })).toBeHidden();
});

test("A reader searches the docs with the keyboard alone, and gets results even while offline", async ({
  page,
  context,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search the docs" });
  await dialog.getByRole("searchbox").fill("rotate");
  await expect(dialog.getByRole("status")).toHaveText(/\d results/);
  expect(await findAxeViolations(page)).toEqual([]);

  await context.setOffline(true);
  await dialog.getByRole("searchbox").fill("closing line");
  await expect(dialog.getByRole("listitem").first()).toContainText("closing");
  await context.setOffline(false);

  await dialog.getByRole("searchbox").fill("rotate a key");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/guides/api-keys#replacing");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Replace or rotate a key" })).toBeInViewport();
});

test("A visitor at an unknown URL finds a page by search", async ({ page }) => {
  expect((await page.goto("/docs/pagination", { waitUntil: "networkidle" }))?.status()).toBe(404);
  await page.getByRole("main").getByRole("button", { name: "Search the docs" }).click();
  const dialog = page.getByRole("dialog", { name: "Search the docs" });
  await dialog.getByRole("searchbox").fill("closing line");
  await dialog.getByRole("link").first().click();
  await page.waitForURL("**/docs/**");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Page not found");
});

test("A printed page has no menus and contains the samples of every language", async ({ page }) => {
  await page.goto("/docs/reference/list-odds", { waitUntil: "networkidle" });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Docs" }).first()).toBeHidden();
  await expect(page.getByRole("button", { name: "Copy curl" })).toBeHidden();
  for (const text of ["curl -H", "await fetch(", "import json"])
    await expect(page.locator("pre", { hasText: text }).first()).toBeVisible();
});
