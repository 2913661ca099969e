import { setTimeout as delay } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCookies } from "@/e2e/browser/testing/test";
import { findChromium } from "@/e2e/find-chromium";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { type AccountTerms, newEmail, openAccounts, type ServiceAccounts } from "@/e2e/testing/accounts";
import { findGame, type Game } from "@/e2e/testing/find-game";
import { signInWithCookie } from "@/e2e/testing/send-request";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { minuteMs } from "@/server/domain/durations";

const minutes = Number(process.env.TABS_MINUTES ?? 60);
const sampleEveryMs = 10_000;

const report = longReport();
const executablePath = findChromium();
const skipped = skipReason("open tabs", executablePath === undefined ? "no Chromium was found" : undefined);

type Viewer = {
  readonly name: string;
  readonly context: BrowserContext;
  /** The responses to requests for views, and those that refused the request. */
  views: number;
  readonly refused: string[];
};

describe.skipIf(skipped !== undefined)("tabs that stay open", () => {
  let directory: Awaited<ReturnType<typeof createDataDir>>;
  let service: RunningService;
  let accounts: ServiceAccounts;
  let browser: Browser;
  let game: Game;

  beforeAll(async () => {
    directory = await createDataDir();
    service = await startService(directory.dataDir);
    accounts = openAccounts(service);
    game = await findGame({ url: service.url, key: await accounts.create(newEmail()) });
    browser = await chromium.launch({ args: ["--no-sandbox"], ...(executablePath && { executablePath }) });
  });
  afterAll(async () => {
    await browser?.close();
    await accounts?.close();
    await service?.stop();
    await directory?.remove();
  });

  const openViewer = async (name: string, plan: AccountTerms["plan"]): Promise<Viewer> => {
    const context = await browser.newContext({ baseURL: service.url });
    const viewer: Viewer = { name, context, views: 0, refused: [] };
    context.on("response", (response) => {
      if (!response.url().includes("/api/screen/")) return;
      viewer.views += 1;
      if (response.status() >= 400) viewer.refused.push(`${response.status()} ${response.url()}`);
    });
    if (plan === undefined) return viewer;
    const email = newEmail();
    await accounts.create(email, { plan });
    const page = await context.newPage();
    await addCookies(page, service.url, await signInWithCookie(service, email));
    await page.close();
    return viewer;
  };

  test("Ten tabs that a browser restores at once are served, and four tabs stay live for an hour, for a visitor and on the Free and Business plans", async () => {
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
        expect
          .poll(() => page.getByRole("status").filter({ hasText: "Live" }).count(), { timeout: minuteMs })
          .toBeGreaterThan(0);
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
        if ((await tab.page.getByRole("status").filter({ hasText: "Live" }).count()) === 0) tab.notLive += 1;
      }
      const sampled = tabs[0]?.samples ?? 0;
      if (sampled % 30 === 0)
        report.print(
          `after ${sampled * 10} s: ${viewers.map(({ name, views, refused }) => `${name} ${views} views, ${refused.length} refused`).join("; ")}`,
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
    for (const viewer of viewers) await viewer.context.close();
  });
});
