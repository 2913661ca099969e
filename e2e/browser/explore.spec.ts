import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { formatPoint } from "@/app/(site)/live/notation";
import { expectChart, pricesOf } from "@/e2e/browser/testing/actions";
import { findLayoutProblems, keepPicture } from "@/e2e/browser/testing/find-layout-problems";
import { readLines } from "@/e2e/browser/testing/read-lines";
import { expect, test } from "@/e2e/browser/testing/test";
import type { Game } from "@/e2e/testing/find-game";

const pathOf = ({ sport, event }: Game, more = ""): string => `/explore?sport=${sport}&event=${event}${more}`;

const slateOf = (page: Page) => page.getByRole("region", { name: "Games" });

/** The row of a game on the slate. */
const rowOf = (page: Page, { event }: Game) =>
  slateOf(page).locator("tbody tr", { has: page.locator(`a[href*="${event}"]`) });

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
  // The requests continue while a page is loaded, because each second allows some more.
  let isOpening = true;
  const opening = Array.from({ length: 30 }, async () => {
    while (isOpening) await openStream();
  });
  let text = "";
  // React escapes the apostrophe.
  while (!text.includes("be loaded right now")) {
    const reply = await page.request.get("/explore", { maxRedirects: 0 });
    expect(reply.status()).toBe(200);
    text = await reply.text();
  }
  isOpening = false;
  await Promise.all(opening);
});

// Tests tagged @clock run again with the clock at other times.
test("From the slate, one click opens a game and two clicks open a spread's movement, and viewing costs nothing", {
  tag: "@clock",
}, async ({ page, game, signIn, callApi }) => {
  const { key } = await signIn();
  await page.goto(`/explore?sport=${game.sport}`);

  await test.step("The slate has each game's best prices, and a click on a game shows all books, best first", async () => {
    const row = rowOf(page, game);
    await expect(row).toContainText(american);
    await row.getByRole("rowheader").getByRole("link").click();
    await expect(pricesOf(page).locator("tbody tr").first()).toContainText("best price");
    // Both pages stay live, because a price may change between two reads.
    const other = await page.context().newPage();
    await other.goto(`/explore?sport=${game.sport}`);
    const pricesIn = (texts: readonly string[]) => texts.flatMap((text) => text.match(/[+−]\d{3,}/g) ?? []);
    const bestOfSlate = async () => pricesIn(await rowOf(other, game).locator("td").nth(1).allTextContents());
    const bestOfGame = async () =>
      pricesIn(await pricesOf(page).locator("tbody td", { hasText: "best price" }).allTextContents());
    const isSame = async (): Promise<boolean> => {
      const [slate, shown] = [await bestOfSlate(), await bestOfGame()];
      return slate.length === 2 && slate.every((price) => shown.includes(price));
    };
    await expect.poll(isSame).toBe(true);
    await other.close();
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

  await page.getByLabel("Odds").selectOption("Decimal");
  await expect(pricesOf(page).locator("td").first()).toContainText(/^\d+\.\d{2}/);
  const stars = page.getByRole("button", { name: /^Favourite: / });
  const label = (await stars.nth(1).getAttribute("aria-label")) ?? "";
  const favourite = label.replace("Favourite: ", "");
  // By its name, because the place of a book may change after the name is read.
  await page.getByRole("button", { name: label, exact: true }).click();
  await page.getByLabel("Books", { exact: true }).selectOption({ label: "Favourites (1)" });
  await expect(books).toHaveCount(1);

  await page.reload();
  await expect(books).toHaveCount(1);
  await expect(books).toContainText(favourite);
  await expect(pricesOf(page).locator("td").first()).toContainText(/^\d+\.\d{2}/);

  await page.goto(`/explore?sport=${game.sport}`);
  // The favourite book quotes this game. It may not quote the games of the other rows.
  await expect(rowOf(page, game).locator("td").nth(2)).toContainText(favourite);

  await page.goto(pathOf(game), hydrated);
  await page.getByLabel("Books", { exact: true }).selectOption("All");
  await page.getByRole("button", { name: "Book", exact: true }).click();
  // The favourite stays above the sorted books, in either direction.
  // `allInnerTexts` leaves out the age, which only phones show in this cell.
  const titles = async () => (await books.allInnerTexts()).map((text) => text.slice(1).trim());
  const isSorted = async (turn: 1 | -1): Promise<boolean> => {
    const [pinned = "", ...others] = await titles();
    const sorted = others.toSorted((a, b) => turn * a.localeCompare(b));
    return others.length > 3 && pinned.includes(favourite) && sorted.join() === others.join();
  };
  await expect.poll(() => isSorted(1)).toBe(true);
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(() => isSorted(-1)).toBe(true);
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
  // When a hold changes, the rows keep their places until the reader sorts again. The button is hidden while that would change nothing.
  const isSorted = async (): Promise<boolean> => {
    await page.locator("button", { hasText: "Sort again" }).dispatchEvent("click");
    const holds = await shownHolds();
    return holds.length > 2 && holds.every((hold, row) => row === 0 || hold >= (holds[row - 1] ?? 0));
  };
  await expect.poll(isSorted).toBe(true);

  await page.getByLabel("Hold below 0%").check();
  await expect(page).toHaveURL(/hold=negative/);
  await expect.poll(async () => (await shownHolds()).filter((hold) => hold >= 0)).toEqual([]);
  await page.getByLabel("Hold below 0%").uncheck();

  await test.step("The grid has a column per favourite, and the line of a favourite is its own", async () => {
    await page.goto(pathOf(game, "&market=spreads"), hydrated);
    const stars = pricesOf(page).getByRole("button", { name: /^Favourite: / });
    const label = (await stars.first().getAttribute("aria-label")) ?? "";
    const favourite = label.replace("Favourite: ", "");
    await pricesOf(page).getByRole("button", { name: label, exact: true }).first().click();
    await page.goto(`/explore?sport=${game.sport}&market=spreads&sort=hold`, hydrated);
    await page.getByRole("link", { name: "My books" }).click();
    await expect(slateOf(page).getByRole("columnheader", { name: favourite })).toBeVisible();
    await expect(rowOf(page, game).locator("td").nth(1)).toContainText(/[+−]?[\d.]+ *[+−]\d{3}/);
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
  const table = pricesOf(page).locator("table");
  const groups = table.locator("tbody th[scope=colgroup]");
  const isMainFirst = async (): Promise<boolean> => {
    const { count, groups, main, first } = await readLines(page);
    return count > 0 && count === groups && main !== "" && first.includes(` ${main} · `);
  };
  await expect.poll(isMainFirst).toBe(true);
  const ladder = await page.context().newPage();
  await ladder.goto(pathOf(game, "&market=alternate_spreads"), hydrated);
  // Both pages stay live, because the main line may change between two reads.
  const isMarked = async (): Promise<boolean> => {
    const [{ marked }, { main }] = [await readLines(ladder), await readLines(page)];
    return main !== "" && marked.includes(main);
  };
  await expect.poll(isMarked).toBe(true);

  await page
    .getByRole("navigation", { name: "Lines" })
    .getByRole("link")
    .filter({ hasText: "main line" })
    .click();
  await expect(page).toHaveURL(/line=/);
  await expect(groups).toHaveCount(1);
  const point = Number(new URL(page.url()).searchParams.get("line"));
  const picked = ` ${formatPoint(point, true)} · `;
  await expect(groups).toContainText(picked);
  await page.reload(hydrated);
  await expect(groups).toHaveCount(1);
  await expect(groups).toContainText(picked);
  await expect(table).toHaveCount(1);
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
