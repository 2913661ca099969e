import type { Locator, Page } from "playwright/test";
import { expectChart, pricesOf } from "@/e2e/browser/testing/actions";
import { createGate } from "@/e2e/browser/testing/create-gate";
import { findAxeViolations } from "@/e2e/browser/testing/find-axe-violations";
import { expect, test } from "@/e2e/browser/testing/test";
import { waitForHydration } from "@/e2e/browser/testing/wait-for-hydration";
import type { Game } from "@/e2e/testing/find-game";
import { openRestlessBooks } from "@/e2e/testing/restless-books";
import { hourMs } from "@/server/domain/durations";
import { demoLeagues } from "@/server/ingest/feeds/demo/leagues";

/*
 * These tests check what the odds screen says about old and removed prices, failures and unmatched books. They also check the screen's
 * layout and navigation.
 */

const pathOf = ({ sport, event }: Game, more = ""): string => `/explore?sport=${sport}&event=${event}${more}`;
const slateOf = (page: Page) => page.getByRole("region", { name: "Games" });
/** The visible text, without styles and closed sections. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate<string>("document.querySelector('main').innerText");

const topOf = async (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`);

test("A game's page lists books whose prices became too old, its movement never shows such a price as current, and neither this page nor the home page claims that every book was matched", async ({
  page,
  service,
  signIn,
}) => {
  const { key } = await signIn({ speedLimit: 1_000 });
  const books = await openRestlessBooks({ ...service, key }, "Steady");
  try {
    await page.goto(`/explore?sport=${books.sport}&event=${books.event}`);
    // On a busy machine, a price may lapse before the page has shown it, and the prices of the other books must not lapse meanwhile.
    const isShown = async (shown: Locator): Promise<boolean> => {
      for (const book of [0, 1]) await books.act({ book, leftMs: 85_000 });
      return shown.waitFor({ timeout: 15_000 }).then(
        () => true,
        () => false,
      );
    };
    do await books.act({ book: 2, leftMs: 20_000 });
    while (!(await isShown(page.getByRole("row", { name: "Steady 3" }))));
    const chip = page.getByRole("button", { name: /\d+ books?( ·|$)/ });
    while (!(await isShown(chip.filter({ hasText: "1 lapsed" }))));
    await chip.click();
    await expect(page.getByRole("heading", { name: "1 lapsed book" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Steady 3" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No unmatched books reported" })).toBeVisible();
    expect(await textOf(page)).not.toMatch(/every book|all books (were|are) matched/i);

    for (const book of [0, 1]) await books.act({ book, leftMs: 85_000 });
    await page.goto(`/explore?sport=${books.sport}&event=${books.event}&view=movement`);
    await expectChart(page);
    const table = page.getByRole("region", { name: "Movement of each book" });
    await expect(table.getByRole("columnheader", { name: "Last recorded" })).toBeVisible();
    const inChart = page.getByRole("list", { name: "Books in the chart" }).getByRole("listitem");
    for (const shown of [
      table.getByRole("row", { name: "Steady 3" }),
      inChart.filter({ hasText: "Steady 3" }),
    ])
      await expect(shown).toContainText(/expired \d+ (s|min) ago/);
    await expect(inChart.filter({ hasText: "Steady 1" })).not.toContainText(/expired|not current/);
  } finally {
    await books.close();
  }
  await page.goto("/");
  expect(await textOf(page)).not.toMatch(/every book that|all books (were|are) matched/i);
});

test("An unmatched book is listed by its title, with the reason and a link to the guide on unmatched books", async ({
  page,
  callApi,
  signIn,
}) => {
  await signIn();
  type Odds = {
    readonly id: string;
    readonly commence_time: string;
    readonly unmatched_bookmakers: readonly string[];
  };
  const found = async (): Promise<{ game: Game; keys: readonly string[] }> => {
    for (const { key: sport } of demoLeagues) {
      const response = await callApi(`/v1/sports/${sport}/odds?markets=h2h`);
      const fixtures = (await response.json()) as readonly Odds[];
      // A game that starts during the test loses its prices.
      const fixture = fixtures.find(
        ({ commence_time, unmatched_bookmakers }) =>
          unmatched_bookmakers.length > 0 && Date.parse(commence_time) > Date.now() + hourMs,
      );
      if (fixture) return { game: { sport, event: fixture.id }, keys: fixture.unmatched_bookmakers };
    }
    throw new Error("the simulated market has no unmatched book");
  };
  const { game, keys } = await found();
  const books = (await (await callApi("/v1/bookmakers")).json()) as readonly {
    readonly key: string;
    readonly title: string;
  }[];
  const chip = page.getByRole("button", { name: `${keys.length} not matched` });
  await page.goto(`/explore?sport=${game.sport}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /not matched/ }).click();
  const ofSlate = page.getByRole("region", { name: "Not matched" }).getByRole("listitem");
  for (const key of keys)
    await expect(
      ofSlate.filter({ hasText: books.find((book) => book.key === key)?.title ?? "" }),
    ).toBeVisible();
  await page.goto(pathOf(game), { waitUntil: "networkidle" });
  await chip.click();
  const section = page.getByRole("region", { name: /unmatched book/ });
  for (const key of keys) {
    const title = books.find((book) => book.key === key)?.title ?? "";
    const item = section.getByRole("listitem").filter({ hasText: title });
    await expect(item).toContainText("couldn't match it safely");
    await expect(item).not.toContainText(`${key}:`);
  }
  await section.getByRole("link", { name: "What unmatched means" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Unmatched books" })).toBeVisible();
});

test("While the service fails, the page shows one message about the failure, and keeps the prices and their ages", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(pathOf(game), { waitUntil: "networkidle" });
  const rows = pricesOf(page).locator("tbody tr");
  const failed = page.getByText("We can't reach Oddskeeper.");
  await page.route("**/api/screen/**", (route) => route.abort());
  await expect(failed).toHaveCount(1);
  await expect(page.getByText(/Retrying/)).toBeVisible();
  await expect(rows.first()).toContainText(/\d (s|min) ago|not measured/);
  expect(await textOf(page)).not.toMatch(/refused|charged|cost/i);

  await test.step("A market that was not loaded before shows `No response` instead of an error page, and Back shows the prices again", async () => {
    await page.getByRole("link", { name: "Spread", exact: true }).click();
    await expect(page.getByRole("heading", { name: "No response" })).toBeVisible();
    // The game stays on the screen.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ at /);
    await expect(page.getByRole("link", { name: "Moneyline", exact: true })).toBeVisible();
    await expect(failed).toHaveCount(1);
    expect(await textOf(page)).not.toMatch(/refused|charged|cost/i);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goBack();
    await expect(rows.first()).toContainText("best price");
  });

  await page.unroute("**/api/screen/**");
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
});

test("While the browser is offline, a market that was not loaded shows `No response`, and Back shows the loaded prices", async ({
  page,
  context,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(pathOf(game), { waitUntil: "networkidle" });
  await context.setOffline(true);
  await expect(
    page.getByText("You're offline. We'll retry when you're back. These prices are not live"),
  ).toBeVisible();
  await page.getByRole("link", { name: "Total", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No response" })).toBeVisible();
  await page.getByLabel("Odds").selectOption("Decimal");
  await page.goBack();
  await expect(pricesOf(page).locator("td").first()).toContainText(/^\d+\.\d{2}/);
  await context.setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
});

test("The ages of prices follow the server's clock even if the computer's clock is wrong by a day, and screen readers do not announce every change of an age", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.addInitScript("const now = Date.now.bind(Date); Date.now = () => now() + 86_400_000;");
  await page.goto(pathOf(game));
  const age = pricesOf(page)
    .locator("tbody td:last-child")
    .filter({ hasText: /\d s ago/ })
    .first();
  const seconds = async () => Number(/(\d+) s ago/.exec((await age.textContent()) ?? "")?.[1]);
  const first = await seconds();
  expect(first).toBeLessThan(90);
  await expect.poll(seconds).not.toBe(first);
  const ticking = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll("[aria-live], [role=status], [role=alert]")]
      .filter((region) => !region.closest("[aria-hidden=true]"))
      .map((region) => region.textContent).filter((text) => /\\d+ (s|min) ago|in \\d+ s/.test(text))`,
  );
  expect(ticking).toEqual([]);
});

test("The odds screen lists leagues in season before other leagues, and opens with the first league of the list", async ({
  page,
  service,
}) => {
  await page.goto("/explore");
  const leagues = (await (
    await fetch(`${service.url}/api/screen/leagues`, { headers: { "Sec-Fetch-Site": "same-origin" } })
  ).json()) as readonly { readonly title: string; readonly inSeason: boolean }[];
  const seasons = leagues.map(({ inSeason }) => inSeason);
  expect(seasons).toEqual([...seasons].sort((a, b) => Number(b) - Number(a)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(leagues[0]?.title ?? "");
});

test("Only quoted markets can be chosen, and the main markets come first", async ({ page, game, signIn }) => {
  await signIn();
  await page.goto(pathOf(game), { waitUntil: "networkidle" });
  const markets = page.getByRole("navigation", { name: "Markets" });
  await expect(markets.getByRole("link")).toHaveText(["Moneyline", "Spread", "Total"]);
  await page.getByRole("combobox", { name: "More markets" }).click();
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.first()).toBeVisible();
  for (const text of await options.allTextContents()) expect(text).toMatch(/\([1-9]\d* books?\)$/);
});

test("The first price on a page is in the upper half of the window, on a phone at most 200 px (slate) and 320 px (game) from the top, and the table's header stays in view while the page scrolls", {
  tag: "@layout",
}, async ({ page, game, signIn }) => {
  await signIn();
  const height = page.viewportSize()?.height ?? 0;
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  for (const [path, onPhone] of [
    [`/explore?sport=${game.sport}`, 200],
    [pathOf(game), 320],
    [pathOf(game, "&market=spreads"), 320],
  ] as const) {
    await page.goto(path, { waitUntil: "networkidle" });
    // A new price is a new element, so the element of a locator can be gone before its box is read.
    const top = () =>
      page.evaluate<number | undefined>(`(() => {
        const isPrice = ({ textContent }) => /^[+\u2212]\\d{3,}/.test(textContent.trim());
        return [...document.querySelectorAll("main *")]
          .find((part) => isPrice(part) && ![...part.children].some(isPrice) && part.checkVisibility())
          ?.getBoundingClientRect().top;
      })()`);
    await expect.poll(top, path).toBeLessThanOrEqual(isPhone ? onPhone : height / 2);
  }
  await page.evaluate("document.querySelector('main tbody tr:last-child').scrollIntoView()");
  const bottom = await page.evaluate<number>(
    "document.querySelector('header').getBoundingClientRect().bottom",
  );
  expect(Math.abs((await topOf(page, "main thead th")) - bottom)).toBeLessThan(2);
});

test("The first line of a table's cell stays in place when the rest of the row arrives", async ({
  page,
  game,
  signIn,
}) => {
  const compare = async (): Promise<void> => {
    const [linesOfPrices, moved] = await page.evaluate<readonly [number, readonly string[]]>(`(() => {
      const isLine = ({ className }) => /line|name/.test(className);
      const lines = [...document.querySelectorAll("main tbody td span, main tbody th span")]
        .filter((line) => isLine(line) && line.nextElementSibling !== null && isLine(line.nextElementSibling));
      const moved = lines.filter((line) => {
        const next = line.nextElementSibling;
        const before = line.getBoundingClientRect().top;
        next.style.display = "none";
        const after = line.getBoundingClientRect().top;
        next.style.display = "";
        return before !== after;
      });
      const ofPrices = lines.filter((line) => line.closest("td") !== null);
      return [ofPrices.length, moved.map(({ textContent }) => textContent)];
    })()`);
    expect(linesOfPrices).toBeGreaterThan(2);
    expect(moved).toEqual([]);
  };
  await signIn();
  await page.goto(`/explore?sport=${game.sport}`, { waitUntil: "networkidle" });
  await test.step("With the best price of each side", compare);
  await test.step("With a column for each favourite book", async () => {
    await page.goto(pathOf(game), { waitUntil: "networkidle" });
    await pricesOf(page)
      .getByRole("button", { name: /^Favourite: / })
      .first()
      .click();
    await page.goto(`/explore?sport=${game.sport}`, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "My books" }).click();
    await expect(page.locator("main thead th").nth(2)).toContainText("(demo)");
    await compare();
  });
});

test.describe("A reader in India whose browser is set to American English", () => {
  test.use({ locale: "en-US", timezoneId: "Asia/Kolkata" });

  test("Nothing moves when the page replaces the times of its HTML by the reader's own", async ({
    page,
    game,
    signIn,
  }) => {
    await signIn();
    await page.addInitScript(`
      window.moved = [];
      window.addMoved = (entries) => {
        for (const { sources, hadRecentInput } of entries)
          if (!hadRecentInput) window.moved.push(...sources.map(({ node }) => node?.textContent));
      };
      window.movements = new PerformanceObserver((list) => window.addMoved(list.getEntries()));
      window.movements.observe({ type: "layout-shift", buffered: true });
    `);
    for (const path of [`/explore?sport=${game.sport}`, pathOf(game, "&market=alternate_totals")]) {
      await page.context().clearCookies({ name: "odds-screen" });
      // The scripts run after the HTML is painted. Otherwise the browser would paint only the reader's own times.
      const painted = createGate();
      await page.route("**/_next/static/**/*.js", async (route) => {
        await painted.passing;
        await route.continue();
      });
      // The page gets no new prices, because books may appear or disappear with them.
      const compared = createGate();
      await page.route("**/api/screen/**", async (route) => {
        await compared.passing;
        await route.continue();
      });
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.locator("main time").first()).toBeVisible();
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))");
      painted.open();
      await expect(page.locator("main time").first()).toContainText(
        path.includes("event=") ? "GMT+5:30" : /[AP]M/,
      );
      await waitForHydration(page);
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      const moved = "(window.addMoved(window.movements.takeRecords()), window.moved)";
      expect(await page.evaluate(moved), path).toEqual([]);
      compared.open();
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
});

test("In the movement view, the chart and the table show prices in the chosen notation, and the table states the line of each price", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(pathOf(game, "&market=spreads&view=movement"));
  await expectChart(page);
  const chart = page.getByRole("img", { name: /^Chart of / });
  const cells = page.getByRole("region", { name: "Movement of each book" }).locator("tbody");
  await page.getByLabel("Odds").selectOption("Decimal");
  await expect(cells).toContainText(/ at \d\.\d{2}/);
  await expect(chart.locator("text").first()).toBeAttached();
  const ticks = async () => (await chart.locator("text").allTextContents()).join(" ");
  await expect.poll(ticks).toMatch(/\d\.\d{2}/);
  await expect.poll(ticks).not.toMatch(/[+−]\d{3}/);
  await page.getByLabel("Odds").selectOption("American");
  await expect.poll(ticks).toMatch(/[+−]\d{3}/);
  await expect(cells).toContainText(/[+−]?\d+(\.5)? at [+−]\d{3}/);
});

test("A game's best price is two clicks away from the home page, and a spread's movement is two clicks away from the slate", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.addInitScript(
    "addEventListener('click', ({ isTrusted }) => isTrusted && sessionStorage.setItem('clicks', 1 + Number(sessionStorage.getItem('clicks'))), true)",
  );
  const clicks = () => page.evaluate<number>("Number(sessionStorage.getItem('clicks'))");
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("navigation").getByRole("link", { name: "Explore" }).first().click();
  // Not the first game, because it can start before the click.
  const later = slateOf(page).locator("tbody tr").nth(1);
  await expect(later.locator("td").nth(1)).toContainText(/[+−]\d{3}/);
  await later.getByRole("rowheader").getByRole("link").click();
  await expect(pricesOf(page).getByText("best price").first()).toBeAttached();
  expect(await clicks()).toBe(2);

  await page.goto("/explore", { waitUntil: "networkidle" });
  await page.evaluate("sessionStorage.clear()");
  await page.getByRole("link", { name: "Spread", exact: true }).click();
  await expect(page).toHaveURL(/market=spreads/);
  await later.locator('a[href*="view=movement"]').click();
  await expectChart(page);
  expect(await clicks()).toBe(2);
});

test("A customer can open a game, sort its books and go back with the keyboard alone", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(`/explore?sport=${game.sport}`, { waitUntil: "networkidle" });
  const link = slateOf(page).locator(`tbody th a[href*="${game.event}"]`);
  await link.focus();
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  const sort = page.getByRole("columnheader", { name: /^Book/ });
  await sort.getByRole("button", { name: "Book", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(sort).toHaveAttribute("aria-sort", "ascending");
  await page.goBack();
  await expect(slateOf(page)).toBeVisible();
  await expect(heading).toBeFocused();
});

test("The odds screen needs no horizontal scrolling at a width of 320 px or at a zoom of 200 %", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  // At a zoom of 200 %, a window of 1280 x 720 pixels shows 640 x 360 CSS pixels.
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of [
      `/explore?sport=${game.sport}&market=spreads`,
      pathOf(game, "&market=spreads"),
      pathOf(game, "&market=alternate_spreads"),
      pathOf(game, "&market=player_points"),
      pathOf(game, "&market=spreads&view=movement"),
    ]) {
      await page.goto(path, { waitUntil: "networkidle" });
      const overflow = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(overflow, `${path} at ${viewport.width} px`).toBeLessThanOrEqual(0);
    }
  }
});
