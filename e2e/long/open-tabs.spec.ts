import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longReport } from "@/e2e/long/testing/long-report";
import { openSite, type Site, skipWithoutBrowser } from "@/e2e/long/testing/open-site";
import { findGame, type Game } from "@/e2e/testing/find-game";
import { minuteMs } from "@/server/domain/durations";
import type { PlanName } from "@/server/domain/plans/plans";

const minutes = Number(process.env.TABS_MINUTES ?? 60);
/** More than 30 tabs need to open on a slow machine. */
const openingMinutes = 15;
const sampleEveryMs = 10_000;
const samplesPerLine = 30;

const report = longReport();
const skipped = skipWithoutBrowser("open tabs");

type Viewer = {
  readonly name: string;
  readonly context: BrowserContext;
  /** How many requests for views had a response. */
  views: number;
  /** The status and URL of each response that refused a view. */
  readonly refused: string[];
};

describe.skipIf(skipped !== undefined)("tabs that stay open", () => {
  let site: Site;
  let game: Game;

  beforeAll(async () => {
    site = await openSite();
    const { key, page } = await site.signIn();
    await page.context().close();
    game = await findGame({ url: site.service.url, key });
  });
  afterAll(() => site?.close());

  const contextOf = async (plan: PlanName | undefined): Promise<BrowserContext> => {
    if (plan === undefined) return site.browser.newContext({ baseURL: site.service.url });
    const { page } = await site.signIn({ plan });
    const context = page.context();
    await page.close();
    return context;
  };

  const openViewer = async (name: string, plan: PlanName | undefined): Promise<Viewer> => {
    const viewer: Viewer = { name, context: await contextOf(plan), views: 0, refused: [] };
    viewer.context.on("response", (response) => {
      if (!response.url().includes("/api/screen/")) return;
      viewer.views += 1;
      if (response.status() >= 400) viewer.refused.push(`${response.status()} ${response.url()}`);
    });
    return viewer;
  };

  const countLive = (page: Page): Promise<number> =>
    page
      .getByRole("status")
      .filter({ hasText: /^Live$/ })
      .count();

  test(
    "Ten tabs that a browser restores at once are served, and four tabs stay live for an hour, for a visitor and on the Free and Business plans",
    async () => {
      const gamePath = `/explore?sport=${game.sport}&event=${game.event}`;
      const paths = [
        `/explore?sport=${game.sport}`,
        gamePath,
        `${gamePath}&market=totals`,
        `${gamePath}&market=spreads`,
      ];
      const viewers = [
        await openViewer("visitor", undefined),
        await openViewer("Free", "free"),
        await openViewer("Business", "business"),
      ];
      const open = async ({ context }: Viewer, path: string): Promise<Page> => {
        const page = await context.newPage();
        await page.goto(path);
        return page;
      };
      const tabs: { readonly viewer: Viewer; readonly page: Page; samples: number; notLive: number }[] = [];
      for (const viewer of viewers) {
        const restored = await Promise.all(
          Array.from({ length: 10 }, (_, index) => open(viewer, paths[index % paths.length] ?? gamePath)),
        );
        const isLive = (page: Page) =>
          expect.poll(() => countLive(page), { timeout: minuteMs }).toBeGreaterThan(0);
        await Promise.all(restored.map(isLive));
        report.print(`${viewer.name}: ten restored tabs are live, ${viewer.refused.length} views refused`);
        for (const page of restored.splice(paths.length)) await page.close();
        tabs.push(...restored.map((page) => ({ viewer, page, samples: 0, notLive: 0 })));
      }

      const endsAt = Date.now() + minutes * minuteMs;
      while (Date.now() < endsAt) {
        await delay(sampleEveryMs);
        for (const tab of tabs) {
          tab.samples += 1;
          if ((await countLive(tab.page)) === 0) tab.notLive += 1;
        }
        const sampled = tabs[0]?.samples ?? 0;
        if (sampled % samplesPerLine === 0)
          for (const { name, views, refused } of viewers)
            report.print(
              `after ${(sampled * sampleEveryMs) / 1000} s, ${name}: ${views} views, ${refused.length} refused`,
            );
      }

      for (const viewer of viewers) {
        const own = tabs.filter((tab) => tab.viewer === viewer);
        const sum = (key: "samples" | "notLive") => own.reduce((total, tab) => total + tab[key], 0);
        report.figure(`${viewer.name}: views`, viewer.views, "responses");
        report.figure(`${viewer.name}: refused views`, viewer.refused.length, "responses");
        report.figure(`${viewer.name}: samples that were not live`, sum("notLive"), `of ${sum("samples")}`);
      }
      expect(viewers.flatMap(({ refused }) => refused)).toEqual([]);
      expect(tabs.map(({ notLive }) => notLive)).toEqual(tabs.map(() => 0));
      for (const viewer of viewers) await viewer.context.close();
    },
    (minutes + openingMinutes) * minuteMs,
  );
});
