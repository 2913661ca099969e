import type { BrowserContext, Page, Request } from "playwright/test";
import { takeShifts, watchShifts } from "@/e2e/browser/testing/layout-shift";
import { test as base, expect } from "@/e2e/browser/testing/test";
import { openRestlessBooks } from "@/e2e/testing/restless-books";
import { createEmptyDir } from "@/e2e/testing/seed-once";
import { trustedProxies } from "@/e2e/testing/send-request";
import { maxStartMs, startService } from "@/e2e/testing/start-service";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

type OwnService = {
  readonly url: string;
  readonly dataDir: string;
  /** Ends the service as SIGTERM does, and starts it again at the same address. */
  readonly restart: (between: () => Promise<void>) => Promise<void>;
};

/** Adds a service whose only prices are those that the test delivers. */
const test = base.extend<object, { readonly ownService: OwnService }>({
  ownService: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await createEmptyDir();
      const environment = { ...trustedProxies, FEEDS: "none", PORT: String(await reservePort()) };
      let service = await startService(dataDir, environment);
      await use({
        url: service.url,
        dataDir,
        restart: async (between) => {
          await service.stop();
          await between();
          service = await startService(dataDir, environment);
        },
      });
      await service.stop();
      await remove();
    },
    { scope: "worker", timeout: maxStartMs },
  ],
  service: [({ ownService: { url, dataDir } }, use) => use({ url, dataDir, key: "" }), { scope: "worker" }],
});

const streamPath = "/api/screen/stream";
const isStream = (request: Request): boolean => request.url().endsWith(streamPath);
/** A page sends a cursor only while it follows the stream. */
const isPushed = (request: Request): boolean =>
  request.url().includes("/api/screen/game") && request.headers()["x-odds-cursor"] !== undefined;

const watchStreams = (context: BrowserContext): readonly Request[] => {
  const streams: Request[] = [];
  context.on("request", (request) => {
    if (isStream(request)) streams.push(request);
  });
  return streams;
};

const row = (page: Page, name: string) => page.getByRole("row", { name });
const isLive = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
const textOf = (page: Page): Promise<string> =>
  page.evaluate<string>("document.querySelector('main').innerText");

test("Two tabs get a price change through one stream and poll nothing, and when the first tab closes, the second one takes over and misses nothing", async ({
  page,
  service,
  signIn,
}) => {
  const { key } = await signIn({ speedLimit: 1_000 });
  const books = await openRestlessBooks({ ...service, key });
  const streams = watchStreams(page.context());
  try {
    const path = `/explore?sport=${books.sport}&event=${books.event}`;
    await Promise.all([page.waitForRequest(isPushed), page.goto(path)]);
    const second = await page.context().newPage();
    await second.clock.install();
    await Promise.all([second.waitForRequest(isPushed), second.goto(path)]);

    await Promise.all([
      second.waitForRequest(isPushed),
      page.waitForRequest(isPushed),
      books.act({ book: 1, leftMs: 85_000 }),
    ]);
    for (const tab of [page, second]) {
      await expect(row(tab, "Restless 2")).toBeVisible();
      await isLive(tab);
    }
    expect(streams.map((request) => request.frame().page())).toEqual([page]);

    await test.step("While nothing changes, no tab reads a view, and nothing moves as the prices get older", async () => {
      const reads: string[] = [];
      second.on("request", (request) => reads.push(request.url()));
      await second.evaluate(watchShifts);
      await second.clock.fastForward(20_000);
      await expect(second.getByText(/^checked \d\d s ago$/)).toBeVisible();
      await isLive(second);
      expect(reads).toEqual([]);
      expect(await second.evaluate(takeShifts)).toEqual([]);
    });

    const takingOver = second.waitForRequest(isStream);
    await Promise.all([page.close(), books.act({ book: 2, leftMs: 85_000 })]);
    await takingOver;
    await expect(row(second, "Restless 3")).toBeVisible();
    await Promise.all([second.waitForRequest(isPushed), books.act({ book: 3, leftMs: 85_000 })]);
    await expect(row(second, "Restless 4")).toBeVisible();
    expect(streams).toHaveLength(2);
  } finally {
    await books.close();
  }
});

test("With a blocked stream, the page polls and says nothing about it. When the stream is open again, and after a restart of the service, the page follows it", async ({
  page,
  service,
  ownService,
  signIn,
}) => {
  const { key } = await signIn({ speedLimit: 1_000 });
  const books = await openRestlessBooks({ ...service, key });
  try {
    await page.route(`**${streamPath}`, (route) => route.abort());
    await page.goto(`/explore?sport=${books.sport}&event=${books.event}`);
    await books.act({ book: 1, leftMs: 85_000 });
    await expect(row(page, "Restless 2")).toBeVisible();
    await isLive(page);
    expect(await textOf(page)).not.toMatch(/stream|connection|not live/i);

    const following = page.waitForRequest(isPushed);
    await page.unroute(`**${streamPath}`);
    await following;
    await isLive(page);

    let followingAgain: Promise<Request> | undefined;
    await ownService.restart(async () => {
      await expect(page.getByText("We can't reach Oddskeeper.")).toBeVisible();
      // The page may follow the stream before the test learns that the service is ready.
      followingAgain = page.waitForRequest(isPushed);
    });
    await followingAgain;
    await isLive(page);
    await Promise.all([page.waitForRequest(isPushed), books.act({ book: 3, leftMs: 85_000 })]);
    await expect(row(page, "Restless 4")).toBeVisible();
  } finally {
    await books.close();
  }
});
