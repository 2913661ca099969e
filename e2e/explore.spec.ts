import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type Faults,
  launchBrowser,
  schemes,
  viewportNames,
  viewports,
  watchFaults,
} from "@/e2e/testing/browser";
import { lookAt } from "@/e2e/testing/look-at";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { signInByMail } from "@/e2e/testing/sign-in";
import { type RunningService, startService } from "@/e2e/testing/start-service";

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let browser: Browser;
const allFaults: Faults[] = [];
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await directory.remove();
});

type Account = {
  readonly email: string;
  readonly key: string;
  readonly context: BrowserContext;
  readonly page: Page;
};

/** An account with terms of its own, signed in. */
const signedIn = async (email: string, ...terms: string[]): Promise<Account> => {
  const made = await service.ops("account", "create", "--email", email, ...terms, "--json");
  const { key } = JSON.parse(made.stdout) as { key: string };
  const context = await browser.newContext({ viewport: viewports.desktop });
  allFaults.push(watchFaults(context, service.url));
  const page = await context.newPage();
  await signInByMail(service, page, email);
  return { email, key, context, page };
};

const usedBy = async ({ email }: Account): Promise<number> => {
  const shown = await service.ops("account", "show", "--email", email, "--json");
  return (JSON.parse(shown.stdout) as { used: number }).used;
};

const pricesOf = (page: Page) => page.getByRole("region", { name: "Prices", exact: true });
const choose = async (page: Page, label: string, option: RegExp): Promise<void> => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).first().click();
};

test("without a session it asks to sign in, and comes back to what was asked for", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/explore?sport=icehockey_nhl`);
  expect(new URL(page.url()).pathname).toBe("/signin");
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe("/explore?sport=icehockey_nhl");
  await context.close();
});

describe("on the business plan", () => {
  let account: Account;
  beforeAll(async () => {
    account = await signedIn("explorer@example.com", "--plan", "business");
  });
  afterAll(() => account.context.close());

  test("shows every book of a fixture, marks a best price, and says what the call cost", async () => {
    const { page } = account;
    await page.goto(`${service.url}/explore?sport=basketball_nba`);
    await pricesOf(page).waitFor();
    expect(await pricesOf(page).locator("tbody th[scope=row]").count()).toBeGreaterThan(3);
    expect(await pricesOf(page).getByText("best price").count()).toBeGreaterThan(0);
    await page.getByText(/cost 1 request, [\d,]+ left this period/).waitFor();
    expect(await usedBy(account)).toBe(1);
  });

  test("names the exact call, and that call answers the same books", async () => {
    const { page, key } = account;
    const call = (await page.locator("code", { hasText: "/odds?markets=h2h" }).first().textContent()) ?? "";
    const answer = await fetch(`${service.url}${call.replace("GET ", "")}`, {
      headers: { "X-API-Key": key },
    });
    const { bookmakers } = (await answer.json()) as { bookmakers: { title: string }[] };
    const shown = await pricesOf(page).locator("tbody th[scope=row]").allTextContents();
    // A price may have come or gone between the two calls.
    const both = bookmakers.filter(({ title }) => shown.some((text) => text.startsWith(title)));
    expect(both.length).toBeGreaterThan(shown.length / 2);
  });

  test("another market is another counted call, and the address keeps the choice", async () => {
    const { page } = account;
    const before = await usedBy(account);
    await choose(page, "Market", /^Total$/);
    await page.waitForURL(/market=totals/);
    await pricesOf(page).getByRole("columnheader", { name: "Over" }).waitFor();
    expect(await usedBy(account)).toBe(before + 1);
    await page.reload();
    await pricesOf(page).getByRole("columnheader", { name: "Over" }).waitFor();
  });

  test("draws the movement of a market only when asked to, with the same in a table", async () => {
    const { page } = account;
    await page.getByRole("button", { name: "Load movement (1 request)" }).click();
    const table = page.getByRole("region", { name: "Movement of each book" });
    await table.waitFor();
    await page.locator(".recharts-line-curve").first().waitFor();
    expect(await table.locator("tbody tr").count()).toBeGreaterThan(3);
    expect(await table.textContent()).toMatch(/\d\.\d\d/);
  });

  test("player props are found by name", async () => {
    const { page } = account;
    await page.goto(`${service.url}/explore?sport=basketball_nba&market=player_points`);
    await pricesOf(page).waitFor();
    const lines = pricesOf(page).locator("th[scope=colgroup]");
    const all = await lines.count();
    const player = ((await lines.first().textContent()) ?? "").split(",")[0] ?? "";
    await page.getByRole("textbox", { name: /Filter/ }).fill(player);
    await expect.poll(() => lines.count()).toBeLessThan(all);
    for (const text of await lines.allTextContents()) expect(text).toContain(player);
  });

  test.each(schemes)("passes axe and fits the screen, desktop and phone, in %s", async (scheme) => {
    const { page } = account;
    await page.emulateMedia({ colorScheme: scheme });
    for (const name of viewportNames) {
      await page.setViewportSize(viewports[name]);
      await page.goto(`${service.url}/explore?sport=basketball_nba&market=spreads`);
      await pricesOf(page).waitFor();
      await page.getByRole("button", { name: /Load movement/ }).click();
      await page.locator(".recharts-line-curve").first().waitFor();
      expect(await lookAt(page, `explore-${name}-${scheme}`)).toEqual([]);
    }
  });
});

describe("refusals", () => {
  test("history and props name the plan that has them, and cost nothing, on a plan of two calls a second", async () => {
    const account = await signedIn("free@example.com", "--plan", "free");
    const { page } = account;
    await page.goto(`${service.url}/explore?sport=basketball_nba`);
    await pricesOf(page).waitFor();
    await page.getByRole("button", { name: /Load movement/ }).click();
    await page.getByRole("heading", { name: "This needs the Scale plan" }).waitFor();
    expect(await lookAt(page, "explore-plan-required")).toEqual([]);
    await page.goto(`${service.url}/explore?sport=basketball_nba&market=player_points`);
    await page.getByRole("heading", { name: "This needs the Growth plan" }).waitFor();
    expect(await usedBy(account)).toBe(1);
    await account.context.close();
  });

  test("a spent allowance is said, while the free list goes on", async () => {
    const account = await signedIn("spent@example.com", "--plan", "growth", "--allowance", "1");
    const { page } = account;
    await page.goto(`${service.url}/explore?sport=basketball_nba`);
    await pricesOf(page).waitFor();
    await page.getByRole("button", { name: "Refresh (1 request)" }).click();
    await page.getByRole("heading", { name: "This month's allowance is used up" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Fixture" }).inputValue()).toMatch(/ at /);
    await account.context.close();
  });

  test("the speed limit is said, and trying again goes on", async () => {
    const account = await signedIn("hasty@example.com", "--plan", "growth", "--speed", "1");
    const { page, key } = account;
    // Another program of the account uses up each second.
    let busy = true;
    const program = (async () => {
      while (busy) await fetch(`${service.url}/v1/sports`, { headers: { "X-API-Key": key } });
    })();
    try {
      await page.goto(`${service.url}/explore?sport=basketball_nba`);
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
    const account = await signedIn("odd@example.com", "--plan", "scale");
    const { page } = account;
    await page.goto(`${service.url}/explore?sport=basketball_nba&event=nobody-at-nobody`);
    await page.getByRole("heading", { name: "This fixture is not open" }).waitFor();
    await page.goto(`${service.url}/explore?sport=made_up&market=made_up`);
    await pricesOf(page).waitFor();
    await account.context.close();
  });
});

test("no page ran into an error, was stopped by its policy, or asked another host", () => {
  expect(allFaults.flatMap((faults) => faults.list())).toEqual([]);
});
