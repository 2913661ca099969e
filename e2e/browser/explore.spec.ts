import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright/test";
import { expectChart, loadMovement, pricesOf } from "@/e2e/browser/testing/actions";
import { findLayoutProblems, keepPicture } from "@/e2e/browser/testing/find-layout-problems";
import { expect, test } from "@/e2e/browser/testing/test";
import type { Game } from "@/e2e/testing/find-game";

const pathOf = ({ sport, event }: Game): string => `/explore?sport=${sport}&event=${event}`;

const choose = async (page: Page, label: string, option: RegExp): Promise<void> => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).first().click();
};

/** The requests that an account has used. */
const readUsage = async (response: Promise<Response>): Promise<number> =>
  ((await (await response).json()) as { requests_used_this_period: number }).requests_used_this_period;

test("A visitor who opens the explorer signs in first, and the sign-in leads back to the chosen sport", async ({
  page,
}) => {
  await page.goto("/explore?sport=icehockey_nhl");
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, searchParams.get("callbackUrl")]).toEqual(["/signin", "/explore?sport=icehockey_nhl"]);
});

// Tests of the simulated market run again at other clocks.
test("A customer compares the books of a fixture, changes the market, and loads its movement", {
  tag: "@clock",
}, async ({ page, game, signIn, callApi }) => {
  const { key } = await signIn();
  const used = () => readUsage(callApi("/v1/account/usage", key));

  await test.step("Every book is shown, a best price is marked, and the cost is one request", async () => {
    await page.goto(pathOf(game));
    await pricesOf(page).waitFor();
    expect(await pricesOf(page).locator("tbody th[scope=row]").count()).toBeGreaterThan(3);
    expect(await pricesOf(page).getByText("best price").count()).toBeGreaterThan(0);
    await expect(page.getByText(/cost 1 request, [\d,]+ left this period/)).toBeVisible();
    expect(await used()).toBe(1);
  });

  await test.step("The call that is shown returns the same books", async () => {
    const call = (await page.locator("code", { hasText: "/odds?markets=h2h" }).first().textContent()) ?? "";
    const response = await callApi(call.replace("GET ", ""), key);
    const { bookmakers } = (await response.json()) as { bookmakers: { title: string }[] };
    const shown = await pricesOf(page).locator("tbody th[scope=row]").allTextContents();
    // Prices may have changed between the two calls.
    const both = bookmakers.filter(({ title }) => shown.some((text) => text.startsWith(title)));
    expect(both.length).toBeGreaterThan(shown.length / 2);
  });

  await test.step("Another market costs another request, and the URL keeps the choice", async () => {
    const before = await used();
    await choose(page, "Market", /^Total$/);
    await page.waitForURL(/market=totals/);
    const over = pricesOf(page).getByRole("columnheader", { name: "Over" });
    await over.waitFor();
    expect(await used()).toBe(before + 1);
    await page.reload();
    await expect(over).toBeVisible();
  });

  await test.step("The movement is drawn on request, with the same figures in a table", async () => {
    await loadMovement(page);
    const table = page.getByRole("region", { name: "Movement of each book" });
    await expectChart(page);
    expect(await table.locator("tbody tr").count()).toBeGreaterThan(3);
    await expect(table).toContainText(/\d\.\d\d/);
  });

  await test.step("A player's props are found by name", async () => {
    await page.goto(`${pathOf(game)}&market=player_points`);
    await pricesOf(page).waitFor();
    const lines = pricesOf(page).locator("th[scope=colgroup]");
    const all = await lines.count();
    const player = ((await lines.first().textContent()) ?? "").split(",")[0] ?? "";
    await page.getByRole("textbox", { name: /Filter/ }).fill(player);
    await expect.poll(() => lines.count()).toBeLessThan(all);
    for (const text of await lines.allTextContents()) expect(text).toContain(player);
  });
});

test("The explorer with prices and movement passes axe and fits the screen", { tag: "@layout" }, async ({
  page,
  game,
  signIn,
  colorScheme,
}) => {
  await signIn();
  await page.goto(`${pathOf(game)}&market=spreads`);
  await pricesOf(page).waitFor();
  await keepPicture(page, `readme-explore-${colorScheme}`, false);
  await loadMovement(page);
  await expectChart(page);
  expect(await findLayoutProblems(page, "explore")).toEqual([]);
});

test("On the free plan, history and props name the plan that includes them and cost nothing", async ({
  page,
  game,
  signIn,
  callApi,
}) => {
  // The plan's own speed limit: a page must not need more than two calls in a second.
  const { key } = await signIn({ plan: "free" });
  await page.goto(pathOf(game));
  await pricesOf(page).waitFor();
  await loadMovement(page);
  await expect(page.getByRole("heading", { name: "Requires the Scale plan" })).toBeVisible();
  expect(await findLayoutProblems(page, "explore-plan-required")).toEqual([]);
  await page.goto(`${pathOf(game)}&market=player_points`);
  await expect(page.getByRole("heading", { name: "Requires the Growth plan" })).toBeVisible();
  expect(await readUsage(callApi("/v1/account/usage", key))).toBe(1);
});

test("With a spent allowance, the explorer explains it and still lists the fixtures", async ({
  page,
  game,
  signIn,
}) => {
  await signIn({ plan: "growth", allowance: 1 });
  await page.goto(pathOf(game));
  await pricesOf(page).waitFor();
  await page.getByRole("button", { name: "Refresh (1 request)" }).click();
  await expect(page.getByRole("heading", { name: "Allowance used up" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Fixture" })).toHaveValue(/ at /);
});

test("At the speed limit, the explorer explains it, and trying again succeeds", async ({
  page,
  game,
  signIn,
  callApi,
}) => {
  const { key } = await signIn({ plan: "growth", speedLimit: 1 });
  // Another program of the account uses up each second.
  let busy = true;
  const program = (async () => {
    while (busy) {
      await callApi("/v1/sports", key);
      await delay(20);
    }
  })();
  const clickUntil = (buttonName: string, isDone: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          const button = page.getByRole("button", { name: buttonName });
          if (await button.isVisible()) await button.click();
          return isDone();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
  try {
    await page.goto(pathOf(game));
    const heading = page.getByRole("heading", { name: "Too many calls in one second" });
    await clickUntil("Refresh (1 request)", () => heading.isVisible());
  } finally {
    busy = false;
    await program;
  }
  await clickUntil("Try again", () => pricesOf(page).isVisible());
});

test("An unknown fixture and an unknown sport are explained or replaced, never an error", async ({
  page,
  game,
  signIn,
}) => {
  await signIn({ plan: "scale" });
  await page.goto(`/explore?sport=${game.sport}&event=unknown-fixture`);
  await expect(page.getByRole("heading", { name: "Fixture not available" })).toBeVisible();
  await page.goto("/explore?sport=made_up&market=made_up");
  await expect(pricesOf(page)).toBeVisible();
});
