import type { Page } from "playwright/test";
import { pricesOf } from "@/e2e/browser/testing/actions";
import { measureLayoutShift } from "@/e2e/browser/testing/layout-shift";
import { expect, test } from "@/e2e/browser/testing/test";
import { openRestlessBooks } from "@/e2e/testing/restless-books";
import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";

const unitMs = new Map([
  ["s", 1_000],
  ["min", minuteMs],
  ["h", hourMs],
  ["d", dayMs],
]);

const hoursToNoon = 12 - new Date().getUTCHours();
// The list of finished games is by day, so midnight must be far away. `Etc/GMT-5` is five hours ahead of UTC.
test.use({
  timezoneId: hoursToNoon === 0 ? "UTC" : `Etc/GMT${hoursToNoon > 0 ? "-" : "+"}${Math.abs(hoursToNoon)}`,
});

test("A game that starts shows its closing prices, and the list of finished games leads to them within four clicks", async ({
  page,
  service,
  signIn,
}) => {
  const { key } = await signIn({ speedLimit: 1_000 });
  const books = await openRestlessBooks({ ...service, key }, "Brief", 45_000);
  try {
    await Promise.all([1, 2].map((book) => books.act({ book, leftMs: 85_000 })));
    await page.goto(`/explore?sport=${books.sport}&event=${books.event}`, { waitUntil: "networkidle" });
    const closing = page.getByRole("region", { name: "Closing prices" });
    await expect(closing.getByRole("rowheader", { name: /^Brief \d/ })).toHaveCount(3);
    await expect(closing).toContainText(/[+−]\d{3}/);

    await page.addInitScript(
      "addEventListener('click', ({ isTrusted }) => isTrusted && sessionStorage.setItem('clicks', 1 + Number(sessionStorage.getItem('clicks'))), true)",
    );
    await page.goto(`/explore?sport=${books.sport}`, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "Finished", exact: true }).click();
    await page.getByLabel("Filter games by team").fill("lowfield");
    await page.getByRole("link", { name: "Fay Lowfield at Edda Highmoor" }).click();
    await expect(closing.getByRole("rowheader", { name: /^Brief \d/ })).toHaveCount(3);
    expect(await page.evaluate<number>("Number(sessionStorage.getItem('clicks'))")).toBeLessThanOrEqual(4);

    await page.goBack();
    await page.getByRole("button", { name: "Previous day" }).click();
    await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
    await expect(page.getByRole("heading", { name: "No finished games" })).toBeVisible();
  } finally {
    await books.close();
  }
});

test("A table of prices can be sorted by the time since which a price is unchanged, the longest time first and last", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(`/explore?sport=${game.sport}&event=${game.event}`, { waitUntil: "networkidle" });
  const header = page.getByRole("columnheader", { name: "Unchanged for" });
  const cells = pricesOf(page).locator("tbody tr td:nth-last-child(2)");
  await expect(cells.first()).toContainText(/\d+ (s|min|h|d)/);
  // When a price changes, the rows keep their places until the reader sorts again. The button is hidden while that would change nothing.
  const isSorted = async (turn: 1 | -1): Promise<boolean> => {
    await page.locator("button", { hasText: "Sort again" }).dispatchEvent("click");
    const ages = (await cells.allTextContents()).flatMap((text) => {
      const [, count, unit = ""] = /(\d+) (s|min|h|d)/.exec(text) ?? [];
      return count === undefined ? [] : [Number(count) * (unitMs.get(unit) ?? 0)];
    });
    return (
      ages.length > 3 && ages.every((age, row) => row === 0 || turn * age >= turn * (ages[row - 1] ?? 0))
    );
  };
  await header.getByRole("button").click();
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => isSorted(-1)).toBe(true);
  await header.getByRole("button").click();
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(() => isSorted(1)).toBe(true);
});

test("Favourite books belong to the account: another browser of the same account has them, and a visitor's favourites are added at sign-in", async ({
  page,
  game,
  browser,
  service,
  signIn,
}) => {
  const path = `/explore?sport=${game.sport}&event=${game.event}`;
  await page.goto(path, { waitUntil: "networkidle" });
  const stars = page.getByRole("button", { name: /^Favourite: / });
  await expect(stars.nth(1)).toBeVisible();
  // Read at once, and used by name, because books may appear or disappear.
  const [visited = "", added = ""] = await stars.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute("aria-label") ?? ""),
  );
  const star = (on: Page, name: string) => on.getByRole("button", { name, exact: true });
  await star(page, visited).click();
  await signIn();
  await page.reload({ waitUntil: "networkidle" });
  await expect(star(page, visited)).toHaveAttribute("aria-pressed", "true");
  await star(page, added).click();
  // The cookie keeps favourites only until the account has them.
  await expect
    .poll(async () => (await page.context().cookies()).find((each) => each.name === "odds-screen")?.value)
    .not.toMatch(/[?&]?[fp]=/);

  const session = (await page.context().cookies()).filter((each) => each.name !== "odds-screen");
  const other = await browser.newContext();
  await other.addCookies(session);
  const elsewhere = await other.newPage();
  await elsewhere.goto(`${service.url}${path}`, { waitUntil: "networkidle" });
  for (const favourite of [visited, added])
    await expect(star(elsewhere, favourite)).toHaveAttribute("aria-pressed", "true");
  await other.close();
});

test("The HTML of a movement contains its chart, and the page moves by at most 0.02 while it loads", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  const path = `/explore?sport=${game.sport}&event=${game.event}&market=spreads&view=movement`;
  const html = await (await page.request.get(path)).text();
  expect(html).toMatch(/<svg[^>]*aria-label="Chart of [^"]*"/);
  expect(await measureLayoutShift(page, path)).toBeLessThanOrEqual(0.02);
});

test("The key / focuses the filter by team on the slate, and opens the search of the docs elsewhere", async ({
  page,
  game,
}) => {
  await page.goto(`/explore?sport=${game.sport}&view=finished`, { waitUntil: "networkidle" });
  await page.keyboard.press("/");
  await expect(page.getByLabel("Filter games by team")).toBeFocused();
  await page.goto("/pricing", { waitUntil: "networkidle" });
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toBeVisible();
});
