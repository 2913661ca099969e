import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { schemes, viewportNames, viewports } from "@/e2e/testing/browser";
import { type Account, type Explorer, openExplorer, pricesOf } from "@/e2e/testing/explorer";
import { lookAt } from "@/e2e/testing/look-at";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await openExplorer(inject("seededDir"));
});
afterAll(() => explorer?.close());

describe("on the business plan", () => {
  let account: Account;
  beforeAll(async () => {
    account = await explorer.signIn("explorer@example.com", "--plan", "business");
  });
  afterAll(() => account.context.close());

  test.each(schemes)("passes axe and fits the screen, desktop and phone, in %s", async (scheme) => {
    const { page } = account;
    await page.emulateMedia({ colorScheme: scheme });
    for (const name of viewportNames) {
      await page.setViewportSize(viewports[name]);
      await page.goto(`${explorer.address}&market=spreads`);
      await pricesOf(page).waitFor();
      await page.getByRole("button", { name: /Load movement/ }).click();
      await page.locator(".recharts-line-curve").first().waitFor();
      expect(await lookAt(page, `explore-${name}-${scheme}`)).toEqual([]);
    }
  });
});

describe("refusals", () => {
  test("history and props name the plan that has them, and cost nothing, on a plan of two calls a second", async () => {
    const account = await explorer.signIn("free@example.com", "--plan", "free");
    const { page } = account;
    await page.goto(explorer.address);
    await pricesOf(page).waitFor();
    await page.getByRole("button", { name: /Load movement/ }).click();
    await page.getByRole("heading", { name: "This needs the Scale plan" }).waitFor();
    expect(await lookAt(page, "explore-plan-required")).toEqual([]);
    await page.goto(`${explorer.address}&market=player_points`);
    await page.getByRole("heading", { name: "This needs the Growth plan" }).waitFor();
    expect(await explorer.usedBy(account)).toBe(1);
    await account.context.close();
  });

  test("a spent allowance is shown, and the free list still loads", async () => {
    const account = await explorer.signIn("spent@example.com", "--plan", "growth", "--allowance", "1");
    const { page } = account;
    await page.goto(explorer.address);
    await pricesOf(page).waitFor();
    await page.getByRole("button", { name: "Refresh (1 request)" }).click();
    await page.getByRole("heading", { name: "This month's allowance is used up" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Fixture" }).inputValue()).toMatch(/ at /);
    await account.context.close();
  });

  test("the speed limit is shown, and a retry succeeds", async () => {
    const account = await explorer.signIn("hasty@example.com", "--plan", "growth", "--speed", "1");
    const { page, key } = account;
    // Another program of the account uses up each second.
    let busy = true;
    const program = (async () => {
      while (busy) await fetch(`${explorer.service.url}/v1/sports`, { headers: { "X-API-Key": key } });
    })();
    try {
      await page.goto(explorer.address);
      const patient = { timeout: 60_000 };
      const said = page.getByRole("heading", { name: "Too many calls in one second" });
      await expect
        .poll(async () => {
          const refresh = page.getByRole("button", { name: "Refresh (1 request)" });
          if (await refresh.isVisible()) await refresh.click();
          return said.isVisible();
        }, patient)
        .toBe(true);
    } finally {
      busy = false;
      await program;
    }
    await expect
      .poll(
        async () => {
          const again = page.getByRole("button", { name: "Try again" });
          if (await again.isVisible()) await again.click();
          return pricesOf(page).isVisible();
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await account.context.close();
  });

  test("a fixture that nobody knows, a sport without fixtures and a made-up sport are no errors", async () => {
    const account = await explorer.signIn("odd@example.com", "--plan", "scale");
    const { page } = account;
    await page.goto(`${explorer.service.url}/explore?sport=${explorer.game.sport}&event=nobody-at-nobody`);
    await page.getByRole("heading", { name: "This fixture is not open" }).waitFor();
    await page.goto(`${explorer.service.url}/explore?sport=made_up&market=made_up`);
    await pricesOf(page).waitFor();
    await account.context.close();
  });
});

test("no page ran into an error, was stopped by its policy, or asked another host", () => {
  expect(explorer.faults()).toEqual([]);
});
