import type { Page, ViewportSize } from "playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spreadOf } from "@/e2e/bench/statistics";
import { measureLayoutShift } from "@/e2e/browser/testing/layout-shift";
import { longReport } from "@/e2e/long/testing/long-report";
import { openSite, type Site, skipWithoutBrowser } from "@/e2e/long/testing/open-site";
import { findGame, type Game } from "@/e2e/testing/find-game";

const rounds = Number(process.env.PAGE_ROUNDS ?? 5);
/** How many times slower than the machine the page's processor is. */
const slowdown = 4;

const report = longReport();
const skipped = skipWithoutBrowser("page speed");

const watchPaints = `
  window.paints = [];
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.paints.push(startTime);
  }).observe({ type: "largest-contentful-paint", buffered: true });
`;
/** The time in ms from the start of the navigation to the latest of the paints that the browser reported as the largest. */
const largestPaint = "Math.max(...window.paints)";

describe.skipIf(skipped !== undefined)("pages on a slow processor", () => {
  let site: Site;
  let game: Game;

  beforeAll(async () => {
    site = await openSite();
    const { key, page } = await site.signIn();
    await page.context().close();
    game = await findGame({ url: site.service.url, key });
  });
  afterAll(() => site?.close());

  /** A page with an empty cache. */
  const openPage = async (viewport: ViewportSize): Promise<Page> =>
    (await site.signIn({}, { viewport })).page;

  test("The time to the largest paint and the layout shift of each kind of page are measured, with an empty cache", async () => {
    const gamePath = `/explore?sport=${game.sport}&event=${game.event}`;
    const pages: readonly { readonly name: string; readonly path: string; readonly maxMs?: number }[] = [
      { name: "home", path: "/" },
      { name: "slate", path: `/explore?sport=${game.sport}` },
      { name: "game", path: gamePath },
      { name: "movement", path: `${gamePath}&market=spreads&view=movement`, maxMs: 1_200 },
      { name: "account", path: "/account" },
      { name: "keys", path: "/account/keys" },
      { name: "docs", path: "/docs" },
    ];
    for (const { name, path, maxMs } of pages) {
      const paints: number[] = [];
      const shifts: number[] = [];
      // The first round renders the page on the server for the first time.
      for (let round = 0; round <= rounds; round++) {
        const page = await openPage({ width: 1280, height: 900 });
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
        await page.addInitScript(watchPaints);
        const shift = await measureLayoutShift(page, path);
        if (round > 0) {
          paints.push(await page.evaluate<number>(largestPaint));
          shifts.push(shift);
        }
        await page.context().close();
      }
      expect(paints.every(Number.isFinite), `the paints of ${path}`).toBe(true);
      const target = maxMs === undefined ? {} : { target: { max: maxMs } };
      report.add({ name: `${name}: largest paint`, value: spreadOf(paints), unit: "ms", ...target });
      report.add({ name: `${name}: layout shift`, value: spreadOf(shifts), unit: "", target: { max: 0.02 } });
    }
  });
});
