import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Account, type Explorer, openExplorer, pricesOf } from "@/e2e/testing/explorer";
import { isLegalFor, type Market, markets } from "@/server/catalogue/markets";
import { findSport } from "@/server/catalogue/sports";
import { demoLeagues } from "@/server/feeds/demo/leagues";

/** At other clocks only what the simulated market shows is looked at. */
const testNow = test.runIf(process.env.CLOCK_SHIFT_MS === undefined);

let explorer: Explorer;
beforeAll(async () => {
  explorer = await openExplorer(inject("seededDir"));
});
afterAll(() => explorer?.close());

const choose = async (page: Page, label: string, option: RegExp): Promise<void> => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).first().click();
};

testNow("without a session it asks to sign in, and comes back to what was asked for", async () => {
  const context = await explorer.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${explorer.service.url}/explore?sport=icehockey_nhl`);
  expect(new URL(page.url()).pathname).toBe("/signin");
  expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe("/explore?sport=icehockey_nhl");
  await context.close();
});

test("the next two fixtures of every league have player props, alternate lines and periods, where its sport has them", async () => {
  const kinds: Readonly<Record<string, (market: Market) => boolean>> = {
    "player props": ({ role }) => role === "prop",
    "alternate lines": ({ family }) => family.startsWith("alternate_"),
    "markets of a period": ({ period }) => period !== "full",
  };
  const { ops } = explorer.service;
  const terms = ["--email", "reader@example.com", "--plan", "business", "--speed", "1000"];
  const made = await ops("account", "create", ...terms, "--json");
  const { key } = JSON.parse(made.stdout) as { key: string };
  const call = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${explorer.service.url}${path}`, { headers: { "X-API-Key": key } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  };
  const missing: string[] = [];
  let leagues = 0;
  for (const league of demoLeagues.flatMap(({ key: sport }) => findSport(sport) ?? [])) {
    const fixtures = await call<{ id: string; commence_time: string }[]>(`/v1/sports/${league.key}/events`);
    // One that starts while the test looks at it has no prices any more.
    const next = fixtures
      .filter(({ commence_time }) => Date.parse(commence_time) > Date.now() + 60_000)
      .slice(0, 2);
    if (next.length > 0) leagues += 1;
    const legal = markets.filter((market) => isLegalFor(market, league));
    for (const { id } of next) {
      const offered = new Set<string>();
      for (let start = 0; start < legal.length; start += 100) {
        const keys = legal.slice(start, start + 100).map((market) => market.key);
        const { bookmakers } = await call<{ bookmakers: { markets: { key: string }[] }[] }>(
          `/v1/sports/${league.key}/events/${id}/odds?markets=${keys.join(",")}`,
        );
        for (const book of bookmakers) for (const market of book.markets) offered.add(market.key);
      }
      for (const [kind, isKind] of Object.entries(kinds)) {
        const keys = legal.filter(isKind).map((market) => market.key);
        if (keys.length > 0 && !keys.some((each) => offered.has(each))) missing.push(`${id} lacks ${kind}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(leagues).toBeGreaterThanOrEqual(10);
});

describe("on the business plan", () => {
  let account: Account;
  beforeAll(async () => {
    account = await explorer.signIn("explorer@example.com", "--plan", "business");
  });
  afterAll(() => account.context.close());

  test("shows every book of a fixture, marks a best price, and says what the call cost", async () => {
    const { page } = account;
    await page.goto(explorer.address);
    await pricesOf(page).waitFor();
    expect(await pricesOf(page).locator("tbody th[scope=row]").count()).toBeGreaterThan(3);
    expect(await pricesOf(page).getByText("best price").count()).toBeGreaterThan(0);
    await page.getByText(/cost 1 request, [\d,]+ left this period/).waitFor();
    expect(await explorer.usedBy(account)).toBe(1);
  });

  testNow("names the exact call, and that call answers the same books", async () => {
    const { page, key } = account;
    const call = (await page.locator("code", { hasText: "/odds?markets=h2h" }).first().textContent()) ?? "";
    const answer = await fetch(`${explorer.service.url}${call.replace("GET ", "")}`, {
      headers: { "X-API-Key": key },
    });
    const { bookmakers } = (await answer.json()) as { bookmakers: { title: string }[] };
    const shown = await pricesOf(page).locator("tbody th[scope=row]").allTextContents();
    // A price may have come or gone between the two calls.
    const both = bookmakers.filter(({ title }) => shown.some((text) => text.startsWith(title)));
    expect(both.length).toBeGreaterThan(shown.length / 2);
  });

  testNow("another market is another counted call, and the address keeps the choice", async () => {
    const { page } = account;
    const before = await explorer.usedBy(account);
    await choose(page, "Market", /^Total$/);
    await page.waitForURL(/market=totals/);
    await pricesOf(page).getByRole("columnheader", { name: "Over" }).waitFor();
    expect(await explorer.usedBy(account)).toBe(before + 1);
    await page.reload();
    await pricesOf(page).getByRole("columnheader", { name: "Over" }).waitFor();
  });

  testNow("draws the movement of a market only when asked to, with the same in a table", async () => {
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
    await page.goto(`${explorer.address}&market=player_points`);
    await pricesOf(page).waitFor();
    const lines = pricesOf(page).locator("th[scope=colgroup]");
    const all = await lines.count();
    const player = ((await lines.first().textContent()) ?? "").split(",")[0] ?? "";
    await page.getByRole("textbox", { name: /Filter/ }).fill(player);
    await expect.poll(() => lines.count()).toBeLessThan(all);
    for (const text of await lines.allTextContents()) expect(text).toContain(player);
  });
});

test("no page ran into an error, was stopped by its policy, or asked another host", () => {
  expect(explorer.faults()).toEqual([]);
});
