import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium } from "playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { watchPrices } from "@/e2e/browser/testing/live-prices";
import { findChromium } from "@/e2e/find-chromium";
import { longReport, skipReason } from "@/e2e/long/testing/long-report";
import { newEmail, openAccounts } from "@/e2e/testing/accounts";
import { openRestlessBooks } from "@/e2e/testing/restless-books";
import { signInWithCookie } from "@/e2e/testing/send-request";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { minuteMs } from "@/server/domain/durations";

const minutes = Number(process.env.LIVE_MINUTES ?? 10);

const report = longReport();
const executablePath = findChromium();
const skipped = skipReason("live prices", executablePath === undefined ? "no Chromium was found" : undefined);

describe.skipIf(skipped !== undefined)(`a page that is open for ${minutes} minutes`, () => {
  let directory: Awaited<ReturnType<typeof createDataDir>>;
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    directory = await createDataDir();
    service = await startService(directory.dataDir, { FEEDS: "none" });
    browser = await chromium.launch({ args: ["--no-sandbox"], ...(executablePath && { executablePath }) });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await directory?.remove();
  });

  test("While books appear and disappear, an open page removes each price soon after the API has removed it", {
    timeout: (minutes + 15) * minuteMs,
  }, async () => {
    const accounts = openAccounts(service);
    const email = newEmail();
    const key = await accounts.create(email, { speedLimit: 1_000, allowance: 10_000_000 });
    const books = await openRestlessBooks({ url: service.url, dataDir: service.dataDir, key });
    const page = await browser.newPage({
      extraHTTPHeaders: { Cookie: await signInWithCookie(service, email) },
    });
    await page.goto(`${service.url}/explore?sport=${books.sport}&event=${books.event}`);
    const totals = { shown: 0, lapsed: 0, withdrawn: 0 };
    // The page stores a sample of its prices every 50 ms. Once a minute, the samples are compared with the API's prices. They are then
    // deleted, so that they take little memory.
    for (const until = Date.now() + minutes * minuteMs; Date.now() < until; ) {
      const finish = await watchPrices(page, { url: service.url, key }, books);
      for (const end = Math.min(until, Date.now() + minuteMs); Date.now() < end; ) {
        const book = randomInt(5);
        await books.act(randomInt(3) === 0 ? { withdraw: book } : { book, leftMs: 500 + randomInt(30_000) });
        if (randomInt(40) === 0) {
          await page.context().setOffline(true);
          await delay(randomInt(20_000));
          await page.context().setOffline(false);
        }
        await delay(randomInt(3_000));
      }
      const watched = await finish();
      expect(watched.violations).toEqual([]);
      totals.shown += watched.shown.size;
      totals.lapsed += watched.lapsed;
      totals.withdrawn += watched.withdrawn;
      await page.evaluate("window.samples.length = 0");
    }
    report.figure(`prices shown on a page that was open for ${minutes} minutes`, totals.shown, "");
    report.figure("shown prices that the API removed because they became too old", totals.lapsed, "");
    report.figure("shown prices that their book withdrew or replaced", totals.withdrawn, "");
    expect(totals.lapsed).toBeGreaterThan(minutes);
    expect(totals.withdrawn).toBeGreaterThan(minutes);
    await books.close();
    await accounts.close();
  });
});
