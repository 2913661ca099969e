import type { Page } from "playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longReport } from "@/e2e/long/testing/long-report";
import { openSite, type Site, skipWithoutBrowser } from "@/e2e/long/testing/open-site";
import { type FullBoard, openFullBoard } from "@/e2e/testing/full-board";
import { getOrInsert } from "@/server/domain/collections";

const rounds = Number(process.env.SCREEN_ROUNDS ?? 5);

const report = longReport();
const skipped = skipWithoutBrowser("odds screen");

/** Collects the browser's own measurements: the times from interactions to the next paint, and layout shifts that no interaction caused. */
const observe = `
  window.interactions = [];
  window.shifts = [];
  const onEvents = (list) => {
    for (const { interactionId, duration, name } of list.getEntries())
      if (interactionId > 0) window.interactions.push({ id: interactionId, duration, name });
  };
  new PerformanceObserver(onEvents).observe({ type: "event", durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node, previousRect, currentRect }) =>
            [node?.parentElement?.className, node?.textContent, JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" ")),
        });
  }).observe({ type: "layout-shift", buffered: true });
`;

/** A layout shift: its score, and the elements that moved. */
type Shift = { readonly value: number; readonly moved: readonly string[] };

type Interaction = { readonly id: number; readonly duration: number };

/**
 * The time in ms that the page needed to paint after the slowest interaction since the previous call of this function. Browsers do not
 * report events under 16 ms. If there are only such events, the result is 0.
 */
const takeSlowest = async (page: Page): Promise<number> => {
  // Events are reported after the next paint.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))");
  const interactions = await page.evaluate<readonly Interaction[]>("window.interactions.splice(0)");
  return Math.max(0, ...interactions.map(({ duration }) => duration));
};

describe.skipIf(skipped !== undefined)("the odds screen with 16 games at 60 books", () => {
  let site: Site;
  let board: FullBoard;

  beforeAll(async () => {
    site = await openSite({ FEEDS: "none" });
    board = await openFullBoard(site.service);
  });
  afterAll(async () => {
    await board?.close();
    await site?.close();
  });

  test("While prices change, the time from each interaction to the next paint is measured, and nothing on the page moves by itself", async () => {
    const { service } = site;
    const { page } = await site.signIn({}, { viewport: { width: 1280, height: 900 } });
    await page.addInitScript(observe);
    const slowest = new Map<string, number[]>();
    const measure = async (name: string, act: () => Promise<unknown>): Promise<void> => {
      await takeSlowest(page);
      await act();
      getOrInsert(slowest, name, () => []).push(await takeSlowest(page));
    };
    const prices = page.getByRole("region", { name: "Prices", exact: true });
    const rows = prices.locator("tbody tr");
    const link = (name: string) => page.getByRole("link", { name, exact: true });

    await page.goto(`${service.url}/explore?sport=${board.sport}`, { waitUntil: "networkidle" });
    let changing = true;
    const changes = (async () => {
      while (changing) await board.change(20);
    })();
    for (let round = 0; round < rounds; round++) {
      const games = page.getByRole("region", { name: "Games" }).locator("tbody tr");
      await measure("slate: other notation", () => page.getByLabel("Odds").press("ArrowDown"));
      await measure("slate: other market", () => link("Spread").click());
      await games.first().waitFor();
      await measure("slate: filter by team", () =>
        page.getByLabel("Filter games by team").pressSequentially("bu", { delay: 100 }),
      );
      await page.getByLabel("Filter games by team").fill("");
      await measure("slate: open a game", () => games.first().getByRole("link").first().click());
      await expect.poll(() => rows.count(), { timeout: 30_000 }).toBeGreaterThan(50);
      await measure("game: other notation", () => page.getByLabel("Odds").press("ArrowUp"));
      await measure("game: sort by book", () =>
        page.getByRole("button", { name: "Book", exact: true }).click(),
      );
      await measure("game: filter books", () =>
        page.getByLabel("Filter books").pressSequentially("ch", { delay: 100 }),
      );
      await page.getByLabel("Filter books").fill("");
      await measure("game: star a book", () =>
        page
          .getByRole("button", { name: /^Favourite: / })
          .nth(round)
          .click(),
      );
      await measure("game: UTC", () => page.getByLabel("Times").press(round % 2 ? "ArrowUp" : "ArrowDown"));
      await measure("game: other market", () => link("Moneyline").click());
      await measure("game: list of markets", () =>
        page.getByRole("combobox", { name: "More markets" }).click(),
      );
      await measure("game: ladder", () => page.getByRole("option", { name: /^Spread at other/ }).click());
      await page.getByRole("region", { name: "Prices by line" }).waitFor();
      await measure("ladder: other notation", () => page.getByLabel("Odds").press("ArrowDown"));
      await measure("ladder: star a book", () =>
        page
          .getByRole("button", { name: /^Favourite: / })
          .nth(round)
          .click(),
      );
      await page.goto(`${page.url().replace("alternate_spreads", "player_pass_yds")}`, {
        waitUntil: "networkidle",
      });
      await measure("props: every book", () => page.getByLabel("Every book").click());
      await measure("props: other notation", () => page.getByLabel("Odds").press("ArrowUp"));
      await measure("props: filter by player", () =>
        page.getByLabel("Filter by player").pressSequentially("er", { delay: 100 }),
      );
      await page.goto(`${service.url}/explore?sport=${board.sport}`, { waitUntil: "networkidle" });
    }
    for (const [name, values] of slowest) {
      const sorted = [...values].sort((a, b) => a - b);
      report.add({
        name,
        value: {
          median: sorted[Math.floor(sorted.length / 2)] ?? 0,
          min: sorted[0] ?? 0,
          max: sorted.at(-1) ?? 0,
        },
        unit: "ms to the next paint",
        target: { max: 100 },
      });
    }

    await page.goto(`${service.url}/explore?sport=${board.sport}`, { waitUntil: "networkidle" });
    await page.evaluate("window.shifts.length = 0");
    const first = page.getByRole("region", { name: "Games" }).locator("tbody");
    for (let change = 0; change < 3; change++) {
      const before = await first.textContent();
      await expect.poll(() => first.textContent(), { timeout: 60_000 }).not.toBe(before);
    }
    const shifts = await page.evaluate<readonly Shift[]>("window.shifts");
    changing = false;
    await changes;
    report.figure(
      "layout shift while the prices of a slate change",
      shifts.reduce((sum, { value }) => sum + value, 0),
      "",
    );
    expect(shifts).toEqual([]);
  });
});
