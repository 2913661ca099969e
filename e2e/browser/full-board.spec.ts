import type { Locator, Page } from "playwright/test";
import { takeShifts, watchShifts } from "@/e2e/browser/testing/layout-shift";
import { test as base, expect } from "@/e2e/browser/testing/test";
import { type FullBoard, openFullBoard } from "@/e2e/testing/full-board";
import { createEmptyDir } from "@/e2e/testing/seed-once";
import { trustedProxies } from "@/e2e/testing/send-request";
import { maxStartMs, type RunningService, startService } from "@/e2e/testing/start-service";

/** Adds a service that has 16 games at 60 books. */
const test = base.extend<object, { readonly ownService: RunningService; readonly board: FullBoard }>({
  ownService: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await createEmptyDir();
      const service = await startService(dataDir, { ...trustedProxies, FEEDS: "none" });
      await use(service);
      await service.stop();
      await remove();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
  service: [({ ownService: { url, dataDir } }, use) => use({ url, dataDir, key: "" }), { scope: "worker" }],
  board: [
    async ({ ownService }, use) => {
      const board = await openFullBoard(ownService);
      await use(board);
      await board.close();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
});

/** Opens the first game of the slate. @returns the rows of its price table. */
const openFirstGame = async (page: Page, { sport, books }: FullBoard): Promise<Locator> => {
  await page.goto(`/explore?sport=${sport}`, { waitUntil: "networkidle" });
  await page.getByRole("region", { name: "Games" }).locator("tbody").getByRole("link").first().click();
  const rows = page.getByRole("region", { name: "Prices", exact: true }).locator("tbody tr");
  await expect(rows).toHaveCount(books);
  return rows;
};

/** Counts the table rows that are new on the page. A row that only moves is not new. */
const countRows = `
  window.addedRows = 0;
  const seen = new WeakSet(document.querySelectorAll("tr"));
  new MutationObserver((changes) => {
    for (const row of changes.flatMap(({ addedNodes }) => [...addedNodes]).flatMap((node) =>
      node instanceof Element ? [node, ...node.querySelectorAll("tr")] : []))
      if (row.matches("tr") && !seen.has(row)) {
        seen.add(row);
        window.addedRows += 1;
      }
  }).observe(document.body, { subtree: true, childList: true });
`;

test("On the page of a game at 60 books, an interaction adds no more table rows than a slow computer can paint at once", async ({
  page,
  board,
  signIn,
}) => {
  await signIn();
  const rows = await openFirstGame(page, board);
  await page.evaluate(countRows);

  await test.step("Changing the notation, order or favourites adds no table row", async () => {
    const price = rows.first().locator("td").first();
    await page.getByLabel("Odds").selectOption("Decimal");
    await expect(price).toContainText(/^\d\.\d{2}/);
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(rows.first().getByRole("rowheader")).toContainText("Bench Book 1");
    const star = page.getByRole("button", { name: /^Favourite: / }).first();
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    expect(await page.evaluate("window.addedRows")).toBe(0);
  });

  await test.step("With `Every book` selected, the table starts with the lines of some players, and more lines appear as the reader scrolls down", async () => {
    await page.getByRole("combobox", { name: "More markets" }).click();
    await page.getByRole("option", { name: /^Passing yards/i }).click();
    await expect(page.getByLabel("Every book")).toBeVisible();
    await page.evaluate("window.addedRows = 0");
    await page.getByLabel("Every book").click();
    await expect(page.getByRole("button", { name: /more lines?$/ })).toBeAttached();
    // Lines are added until the table has at least 100 rows. A line has one row per book. Three more rows are headings.
    expect(await page.evaluate("window.addedRows")).toBeLessThanOrEqual(100 + board.books + 3);
    const before = await rows.count();
    await page.getByRole("button", { name: /more lines?$/ }).scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  });
});

const views = [
  { view: "the slate", query: "", table: "Games" },
  { view: "a game's table", query: "&market=h2h", table: "Prices" },
  { view: "a ladder", query: "&market=alternate_spreads", table: "Prices by line" },
  { view: "a game's props", query: "&market=player_pass_yds", table: "Prices" },
];

test("Nothing moves in the slate, a game's table, a ladder or a game's props when prices change, even if the new prices have more digits", async ({
  context,
  board,
  callApi,
  signIn,
}) => {
  const { key } = await signIn({ speedLimit: 1_000 });
  const response = await callApi(`/v1/sports/${board.sport}/events`, key);
  const [first] = (await response.json()) as readonly { readonly id: string }[];
  // All views see the same changes, because the delivery of a change takes seconds of processor time.
  const opened = await Promise.all(
    views.map(async ({ view, query, table }) => {
      const page = await context.newPage();
      const event = query && `&event=${first?.id}${query}`;
      await page.goto(`/explore?sport=${board.sport}${event}`, { waitUntil: "networkidle" });
      const prices = page.getByRole("region", { name: table, exact: true }).locator("tbody").first();
      await expect(prices).toBeVisible();
      await page.evaluate(watchShifts);
      // While a change is delivered book by book, a game may have no best price. Then nothing marks its next price as changed.
      return { view, page, shown: prices.locator("span").filter({ hasText: /^[+−]\d{3,}( best price)?$/ }) };
    }),
  );
  for (const change of [board.changeToLongPrices, board.change]) {
    const before = await Promise.all(opened.map(({ shown }) => shown.allTextContents()));
    await change();
    for (const [index, { view, shown }] of opened.entries())
      await expect.poll(() => shown.allTextContents(), view).not.toEqual(before[index]);
  }
  for (const { view, page } of opened) expect.soft(await page.evaluate(takeShifts), view).toEqual([]);
});

test("Rows stay where they are when prices change, until the reader sorts again", async ({
  page,
  board,
  signIn,
}) => {
  await signIn();
  const rows = await openFirstGame(page, board);
  const namesOf = () => rows.getByRole("rowheader").allInnerTexts();
  const booksOf = async () => (await namesOf()).map((text) => /Bench Book \d+/.exec(text)?.[0]);
  const sortAgain = page.getByRole("button", { name: "Sort again" });
  const shown = await booksOf();
  await expect(sortAgain).toBeHidden();
  const pricesOf = async () => {
    const texts = await rows.locator("td:nth-of-type(1)").allInnerTexts();
    const books = await booksOf();
    return new Map(texts.map((text, row) => [books[row], /[+−]\d+/.exec(text)?.[0]]));
  };
  const before = await pricesOf();

  // Only 20 of the books change their prices. This moves the best price to another row. Each book is recorded separately. If one arrived
  // after the click, the button would show again, so the test waits for all 20.
  await board.change(20);
  await expect
    .poll(async () => [...(await pricesOf())].filter(([book, price]) => before.get(book) !== price).length)
    .toBe(20);
  await expect(sortAgain).toBeVisible();
  expect(await booksOf()).toEqual(shown);
  await sortAgain.click();
  await expect(sortAgain).toBeHidden();
  await expect(rows.first()).toContainText("best price");
  expect(await booksOf()).not.toEqual(shown);
});
