import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { expectChart, pricesOf } from "@/e2e/browser/testing/actions";
import { findLayoutProblems, keepPicture } from "@/e2e/browser/testing/find-layout-problems";
import { expect, test } from "@/e2e/browser/testing/test";
import type { Game } from "@/e2e/testing/find-game";

const pathOf = ({ sport, event }: Game, more = ""): string => `/explore?sport=${sport}&event=${event}${more}`;

const slateOf = (page: Page) => page.getByRole("region", { name: "Games" });

const readUsage = async (response: Promise<Response>): Promise<number> =>
  ((await (await response).json()) as { requests_used_this_period: number }).requests_used_this_period;

/** Waits for the page's scripts, because controls do not work without them. */
const hydrated = { waitUntil: "networkidle" } as const;

const american = /[+−]\d{3,}/;

test("A visitor without an account views the games of a league that is open to visitors, and must sign in to view any other league", async ({
  page,
  game,
}) => {
  await page.goto("/explore");
  await expect(slateOf(page).locator("tbody tr").first()).toContainText(american);
  await page.goto(pathOf(game));
  await expect(pricesOf(page).getByText("best price").first()).toBeAttached();
  await page.getByRole("link", { name: "Movement", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Price movement is on the Scale plan." })).toBeVisible();
  await page.goto("/explore?sport=soccer_italy_serie_a");
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, searchParams.get("callbackUrl")]).toEqual([
    "/signin",
    "/explore?sport=soccer_italy_serie_a",
  ]);
});

test("A signed-in viewer who opens far too many pages at once gets a message, and is never sent to the sign-in page", async ({
  page,
  service,
  signIn,
}) => {
  await signIn({ plan: "free" });
  const cookies = await page.context().cookies();
  const headers = {
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "Sec-Fetch-Site": "same-origin",
  };
  /** Counts as a request of the odds screen, and costs the service least. */
  const openStream = async (): Promise<void> => {
    const leaving = new AbortController();
    await fetch(`${service.url}/api/screen/stream`, { headers, signal: leaving.signal });
    leaving.abort();
  };
  let text = "";
  // React escapes the apostrophe.
  while (!text.includes("be loaded right now")) {
    await Promise.all(Array.from({ length: 300 }, openStream));
    const reply = await page.request.get("/explore", { maxRedirects: 0 });
    expect(reply.status()).toBe(200);
    text = await reply.text();
  }
});

// Tests tagged @clock run again with the clock at other times.
test("From the slate, one click opens a game and two clicks open a spread's movement, and viewing costs nothing", {
  tag: "@clock",
}, async ({ page, game, signIn, callApi }) => {
  const { key } = await signIn();
  await page.goto(`/explore?sport=${game.sport}`);

  await test.step("The slate has each game's best prices, and a click on a game shows all books, best first", async () => {
    const row = slateOf(page).locator("tbody tr", { has: page.locator(`a[href*="${game.event}"]`) });
    await expect(row).toContainText(american);
    const best = (await row.locator("td").nth(1).textContent())?.match(american)?.[0] ?? "";
    await row.getByRole("rowheader").getByRole("link").click();
    await expect(pricesOf(page).locator("tbody tr").first()).toContainText("best price");
    await expect(pricesOf(page)).toContainText(best);
    await expect.poll(() => pricesOf(page).locator("tbody th[scope=row]").count()).toBeGreaterThan(3);
  });

  await test.step("Back and Forward show the slate and the game again", async () => {
    await page.goBack();
    await expect(slateOf(page)).toBeVisible();
    await page.goForward();
    await expect(pricesOf(page)).toBeVisible();
    await page.goBack();
  });

  await test.step("The movement of a spread has a chart and a table, and a reload shows the same movement", async () => {
    await page.getByRole("link", { name: "Spread", exact: true }).click();
    await page.locator(`a[href*="${game.event}"][href*="view=movement"]`).click();
    await expectChart(page);
    await page.reload();
    await expectChart(page);
    const table = page.getByRole("region", { name: "Movement of each book" });
    await expect(table.locator("tbody tr").first()).toContainText(/[+−]?[\d.]+ at [+−]\d+/);
  });

  await test.step("The CSV file has a header and recorded prices", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const [head, ...rows] = (await readFile(await (await downloading).path(), "utf8")).trim().split("\r\n");
    expect(head).toMatch(/^recorded_at,bookmaker,/);
    expect(rows.length).toBeGreaterThan(6);
  });

  await test.step("The API call that the page shows returns the page's books, and is the only counted call", async () => {
    const used = () => readUsage(callApi("/v1/account/usage", key));
    expect(await used()).toBe(0);
    await page.goto(pathOf(game));
    await page.getByRole("button", { name: "Get these prices from the API" }).click();
    const call = (await page.locator("code", { hasText: "/odds?markets=h2h" }).textContent()) ?? "";
    const response = await callApi(call.replace("GET ", ""), key);
    const { bookmakers } = (await response.json()) as { bookmakers: { title: string }[] };
    const shown = await pricesOf(page).locator("tbody th[scope=row]").allTextContents();
    // Books may appear or disappear between the page and the call.
    const both = bookmakers.filter(({ title }) => shown.some((text) => text.includes(title)));
    expect(both.length).toBeGreaterThan(shown.length / 2);
    expect(await used()).toBe(1);
  });
});

test("The chosen notation and favourite books are remembered after a reload", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(pathOf(game), hydrated);
  const books = pricesOf(page).locator("tbody th[scope=row]");
  const all = await books.count();

  await page.getByLabel("Odds").selectOption("Decimal");
  await expect(pricesOf(page).locator("td").first()).toContainText(/^\d+\.\d{2}/);
  const star = page.getByRole("button", { name: /^Favourite: / }).nth(1);
  const favourite = ((await star.getAttribute("aria-label")) ?? "").replace("Favourite: ", "");
  await star.click();
  await page.getByLabel("Books", { exact: true }).selectOption({ label: "Favourites (1)" });
  await expect(books).toHaveCount(1);

  await page.reload();
  await expect(books).toHaveCount(1);
  await expect(books).toContainText(favourite);
  await expect(pricesOf(page).locator("td").first()).toContainText(/^\d+\.\d{2}/);

  await page.goto(`/explore?sport=${game.sport}`);
  // The favourite book quotes this game. It may not quote the games of the other rows.
  const row = slateOf(page).locator("tbody tr", { has: page.locator(`a[href*="${game.event}"]`) });
  await expect(row.locator("td").nth(2)).toContainText(favourite);

  await page.goto(pathOf(game), hydrated);
  await page.getByLabel("Books", { exact: true }).selectOption("All");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(books).toHaveCount(all);
  // The favourite stays above the sorted books, in either direction.
  // `allInnerTexts` leaves out the age, which only phones show in this cell.
  const titles = async () => (await books.allInnerTexts()).map((text) => text.slice(1).trim());
  const [pinned, ...others] = await titles();
  expect(pinned).toContain(favourite);
  expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b)));
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(titles).toEqual([pinned, ...others.toReversed()]);
});

test("The slate sorts by hold, filters negative holds and compares favourite books; the URL keeps these choices and the market stays when the league changes", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(`/explore?sport=${game.sport}&market=spreads`, hydrated);
  const shownHolds = async (): Promise<readonly number[]> =>
    (await slateOf(page).locator("tbody td[data-name=Hold]").allTextContents())
      .filter((text) => text !== "–")
      .map((text) => Number(text.replace("−", "-").replace(/%.*/, "")));
  await slateOf(page).getByRole("columnheader", { name: /^Hold/ }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=hold/);
  const sorted = await shownHolds();
  expect(sorted.length).toBeGreaterThan(2);
  expect(sorted).toEqual([...sorted].sort((a, b) => a - b));

  await page.getByLabel("Hold below 0%").check();
  await expect(page).toHaveURL(/hold=negative/);
  for (const hold of await shownHolds()) expect(hold).toBeLessThan(0);
  await page.getByLabel("Hold below 0%").uncheck();

  await test.step("The grid has a column per favourite, and the line of a favourite is its own", async () => {
    await page.goto(pathOf(game, "&market=spreads"), hydrated);
    const star = pricesOf(page)
      .getByRole("button", { name: /^Favourite: / })
      .first();
    const favourite = ((await star.getAttribute("aria-label")) ?? "").replace("Favourite: ", "");
    await star.click();
    await page.goto(`/explore?sport=${game.sport}&market=spreads&sort=hold`, hydrated);
    await page.getByRole("link", { name: "My books" }).click();
    await expect(slateOf(page).getByRole("columnheader", { name: favourite })).toBeVisible();
    const row = slateOf(page).locator("tbody tr", { has: page.locator(`a[href*="${game.event}"]`) });
    await expect(row.locator("td").nth(1)).toContainText(/[+−]?[\d.]+ *[+−]\d{3}/);
    await page.reload(hydrated);
    await expect(slateOf(page).getByRole("columnheader", { name: favourite })).toBeVisible();
  });

  const leagues = page.getByLabel("League");
  const other = leagues.locator("option", { hasText: /^(NHL|NFL|MLB) / }).first();
  await leagues.selectOption(await other.getAttribute("value"));
  await expect(page).toHaveURL(/market=spreads/);
  await expect(page).toHaveURL(/sort=hold/);
});

test("A row of the slate with two sides is 44 px high, also while it names lapsed books and outliers", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(`/explore?sport=${game.sport}&market=spreads`, hydrated);
  const heights = await page.evaluate<readonly number[]>(
    `[...document.querySelectorAll("[aria-label=Games] tbody tr")].map((row) => Math.round(row.getBoundingClientRect().height))`,
  );
  // One pixel is the border.
  expect([...new Set(heights)]).toEqual([45]);
});

test("A spread keeps its table whatever line is picked, and the URL keeps the line; the ladder marks the same line", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(pathOf(game, "&market=spreads"), hydrated);
  const lines = page.getByRole("navigation", { name: "Lines" }).getByRole("link");
  const table = pricesOf(page).locator("table");
  const groups = table.locator("tbody th[scope=colgroup]");
  const main = (await groups.first().textContent()) ?? "";
  expect(await lines.count()).toBe(1 + (await groups.count()));
  await lines.filter({ hasText: "main line" }).click();
  await expect(groups).toHaveText([main]);
  await page.reload(hydrated);
  await expect(groups).toHaveText([main]);
  await expect(table).toHaveCount(1);
  const [, point = ""] = /([+−]?[\d.]+) ·/.exec(main) ?? [];
  await page.goto(pathOf(game, "&market=alternate_spreads"), hydrated);
  const ladder = page.getByRole("region", { name: "Prices by line" });
  await expect(ladder.locator("thead [data-main]")).toContainText(point);
});

test("The prices of a ladder are shown by line, and a game's props are shown by player and by statistic", async ({
  page,
  game,
  signIn,
}) => {
  await signIn();
  await page.goto(pathOf(game), hydrated);
  const choose = async (market: RegExp): Promise<void> => {
    await page.getByRole("combobox", { name: "More markets" }).click();
    await page.getByRole("option", { name: market }).first().click();
  };
  await choose(/^Total at other lines \(/);
  const ladder = page.getByRole("region", { name: "Prices by line" });
  await expect(ladder).toBeVisible();
  await expect.poll(() => ladder.getByRole("columnheader").count()).toBeGreaterThan(6);
  await expect(ladder.getByRole("rowheader").first()).toBeVisible();
  await test.step("While the ladder scrolls in both directions, its lines, books and sides stay in view", async () => {
    // The simulated market has too few books and lines to fill a window.
    const corners = `(() => {
      const frame = document.querySelector("[aria-label='Prices by line']");
      frame.style.maxWidth = "480px";
      frame.style.maxHeight = "150px";
      frame.scrollTo(10_000, 10_000);
      const from = frame.getBoundingClientRect();
      const of = (cell) => cell.getBoundingClientRect();
      const [book, side] = frame.querySelectorAll("thead th");
      const row = frame.querySelector("tbody tr:last-child");
      return {
        scrolled: frame.scrollTop > 0 && frame.scrollLeft > 0,
        head: Math.round(of(book).top - from.top - frame.clientTop),
        book: Math.round(of(row.children[0]).left - from.left - frame.clientLeft),
        side: Math.round(of(row.children[1]).left - of(row.children[0]).right),
        headSide: Math.round(of(side).left - of(book).right),
      };
    })()`;
    expect(await page.evaluate(corners)).toEqual({ scrolled: true, head: 0, book: 0, side: 0, headSide: 0 });
  });

  await choose(/^Points \(/);
  const players = pricesOf(page).locator("th[scope=rowgroup]");
  const player = (await players.first().textContent()) ?? "";
  await page.getByLabel("Filter by player").fill(player);
  await expect(players).toHaveCount(1);
  await players.getByRole("link").click();
  await expect(page.getByRole("heading", { name: player })).toBeVisible();
  await pricesOf(page).getByRole("link", { name: "Points", exact: true }).click();
  await expect(page).toHaveURL(/market=player_points/);
});

test("Every view of the odds screen passes axe and is no wider than the window", { tag: "@layout" }, async ({
  page,
  game,
  signIn,
  colorScheme,
}) => {
  await signIn();
  await page.goto(`/explore?sport=${game.sport}`);
  await expect(slateOf(page).locator("tbody tr").first()).toBeVisible();
  expect(await findLayoutProblems(page, "slate")).toEqual([]);
  await page.goto(pathOf(game, "&market=spreads"));
  await pricesOf(page).waitFor();
  await keepPicture(page, `readme-explore-${colorScheme}`, false);
  expect(await findLayoutProblems(page, "game")).toEqual([]);
  for (const [name, market] of [
    ["ladder", "alternate_spreads"],
    ["props", "player_points"],
  ]) {
    await page.goto(pathOf(game, `&market=${market}`));
    await pricesOf(page).waitFor();
    expect(await findLayoutProblems(page, name ?? "")).toEqual([]);
  }
  await page.goto(pathOf(game, "&market=spreads&view=movement"));
  await expectChart(page);
  expect(await findLayoutProblems(page, "movement")).toEqual([]);
});

test("On the free plan, the views of history and props name the lowest plan that includes them", async ({
  page,
  game,
  signIn,
}) => {
  await signIn({ plan: "free" });
  await page.goto(pathOf(game, "&view=movement"));
  await expect(page.getByRole("heading", { name: "Price movement is on the Scale plan." })).toBeVisible();
  expect(await findLayoutProblems(page, "explore-plan-required")).toEqual([]);
  await page.goto(pathOf(game, "&market=player_points"));
  await expect(page.getByRole("heading", { name: "Requires the Growth plan" })).toBeVisible();
});

test("An unknown game is reported as not found, and an unknown league is replaced by a known league", async ({
  page,
  game,
  signIn,
}) => {
  await signIn({ plan: "scale" });
  await page.goto(`/explore?sport=${game.sport}&event=unknown-fixture`);
  await expect(page.getByRole("heading", { name: "Game not found" })).toBeVisible();
  await page.goto("/explore?sport=made_up&market=made_up");
  await expect(slateOf(page)).toBeVisible();
});
