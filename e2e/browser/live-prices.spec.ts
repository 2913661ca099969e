import { shownPrices, watchPrices } from "@/e2e/browser/testing/live-prices";
import { expect, test } from "@/e2e/browser/testing/test";
import { openRestlessBooks } from "@/e2e/testing/restless-books";

test("An online page removes prices that a book has withdrawn, and even an offline page removes prices that have become too old", async ({
  page,
  service,
  signIn,
}) => {
  const { key } = await signIn({ speedLimit: 1_000 });
  const api = { url: service.url, key };
  const books = await openRestlessBooks({ ...service, key });
  const row = (name: string) => page.getByRole("row", { name });
  /** Delivers a price that lapses soon. On a busy machine, it may lapse before the page has shown it. Then the book delivers another one. */
  const showBriefly = async (book: number): Promise<void> => {
    const isShown = async (): Promise<boolean> => {
      await books.act({ book: 1, leftMs: 85_000 });
      await books.act({ book, leftMs: 20_000 });
      return row(`Restless ${book + 1}`)
        .waitFor({ timeout: 20_000 })
        .then(
          () => true,
          () => false,
        );
    };
    while (!(await isShown()));
  };
  /** Opens the list of books that are left out, and closes it again. */
  const expectLapsed = async (name: string): Promise<void> => {
    const chip = page.getByRole("button", { name: /\d+ lapsed/ });
    await chip.click();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
    await page.keyboard.press("Escape");
  };
  try {
    await books.act({ book: 1, leftMs: 85_000 });
    await books.act({ book: 3, leftMs: 40_000 });
    await page.goto(`/explore?sport=${books.sport}&event=${books.event}`);
    await expect(row("Restless 2")).toBeVisible();
    const finish = await watchPrices(page, api, books);

    await test.step("Books appear when they deliver prices, and disappear when the prices are withdrawn or become too old", async () => {
      await showBriefly(2);
      await books.act({ withdraw: 3 });
      await expect(row("Restless 4")).toHaveCount(0);
      await expect(row("Restless 3")).toHaveCount(0);
      await expectLapsed("Restless 3");
    });

    await test.step("While the page is offline, a book disappears from the table when its prices become too old, and books with current prices stay", async () => {
      await showBriefly(4);
      await page.context().setOffline(true);
      await expect(
        page.getByText("You're offline. We'll retry when you're back. These prices are not live"),
      ).toBeVisible();
      await expect(row("Restless 5")).toHaveCount(0);
      await expectLapsed("Restless 5");
      await expect(row("Restless 2")).toBeVisible();
    });

    await test.step("Back online, the page is live again without a reload", async () => {
      await page.context().setOffline(false);
      await books.act({ book: 4, leftMs: 60_000 });
      await expect(row("Restless 5")).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
    });

    const watched = await finish();
    expect(watched.violations).toEqual([]);
    expect(watched.lapsed).toBeGreaterThanOrEqual(2);
    expect(watched.withdrawn).toBeGreaterThanOrEqual(1);
    expect(await shownPrices(page)).not.toEqual([]);
  } finally {
    await books.close();
  }
});
