import { expect, test } from "@/e2e/browser/testing/test";

test("A reader chooses another market with the keyboard alone: the words of a market and Enter show that market, Escape and a word without a match change nothing", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(`/explore?sport=${game.sport}&event=${game.event}`, { waitUntil: "networkidle" });
  const list = page.getByRole("combobox", { name: "More markets", exact: true });
  const field = page.getByRole("combobox", { name: "Search more markets" });
  const options = page.getByRole("listbox").getByRole("option");

  await test.step("Escape closes the list, keeps the market and returns the focus to its button", async () => {
    await list.focus();
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field).toHaveCount(0);
    await expect(list).toBeFocused();
    expect(page.url()).not.toContain("market=");
  });

  await test.step("Enter without a match chooses nothing", async () => {
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await page.keyboard.type("no such market");
    await expect(page.getByRole("status").filter({ hasText: "No matches" })).toBeVisible();
    await page.keyboard.press("Enter");
    expect(page.url()).not.toContain("market=");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
  });

  await test.step("The first market with all typed words is chosen, and its prices are shown", async () => {
    await page.keyboard.type("total other");
    await expect(options.first()).toHaveText(/^Total at other lines \(/);
    await expect(options.first()).toHaveAttribute("data-active", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/market=alternate_totals/);
    await expect(page.getByRole("region", { name: "Prices by line" }).locator("tbody tr")).not.toHaveCount(0);
    await expect(list).toHaveText(/^Total at other lines \(/);
  });

  await test.step("The arrow keys move from the chosen market to the next one", async () => {
    await list.focus();
    await page.keyboard.press("Enter");
    await expect(options.and(page.locator("[data-active=true]"))).toHaveText(/^Total at other lines \(/);
    await page.keyboard.press("ArrowDown");
    const next = options.and(page.locator("[data-active=true]"));
    await expect(next).not.toHaveText(/^Total at other lines \(/);
    // Without the number of its books, which may change.
    const name = ((await next.textContent()) ?? "").replace(/\(\d+ books?\)$/, "");
    await page.keyboard.press("Enter");
    await expect(list).toContainText(name);
    await expect(page).not.toHaveURL(/market=alternate_totals/);
  });
});
