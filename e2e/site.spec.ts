import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Faults, launchBrowser, viewportNames, viewports, watchFaults } from "@/e2e/testing/browser";
import { findAxeViolations } from "@/e2e/testing/find-axe-violations";
import { lookAtInBothSchemes } from "@/e2e/testing/look-at";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { endpoints } from "@/server/api/endpoints";
import { errorCodes, errorDocsUrl } from "@/server/errors/errors";

const pages = [
  "/",
  "/pricing",
  "/docs",
  "/docs/reference",
  "/docs/errors/",
  "/docs/guides/metering",
  "/docs/guides/freshness",
  "/docs/guides/fixtures-and-starts",
  "/docs/guides/unmatched-books",
  "/docs/guides/history",
  "/docs/guides/moving-from-the-odds-api",
] as const;

const pictureName = (path: string): string => path.replaceAll("/", "-").replace(/^-|-$/g, "") || "home";

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: Faults;
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  browser = await launchBrowser();
  context = await browser.newContext({ viewport: viewports.desktop });
  faults = watchFaults(context, service.url);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await directory.remove();
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${service.url}${path}`, { headers });

describe.each(pages)("%s", (path) => {
  afterAll(() => page.setViewportSize(viewports.desktop));

  test("has one first heading, a title of its own, and a description, and shifts nothing while it loads", async () => {
    await page.setViewportSize(viewports.desktop);
    const response = await page.goto(`${service.url}${path}`, { waitUntil: "networkidle" });
    expect(response?.status()).toBe(200);
    const shift = await page.evaluate<number>(
      `new Promise((resolve) => new PerformanceObserver((list) =>
        resolve(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))
      ).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => resolve(0), 300))`,
    );
    expect(shift).toBeLessThan(0.01);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.title()).toMatch(path === "/" ? /^Oddskeeper: / : /^.+ · Oddskeeper$/);
    expect(await page.locator('meta[name="description"]').getAttribute("content")).toMatch(/.{40}/);
  });

  test.each(viewportNames)("passes axe and fits the screen of a %s in both color schemes", async (name) => {
    await page.setViewportSize(viewports[name]);
    if (name !== "desktop") await page.goto(`${service.url}${path}`, { waitUntil: "networkidle" });
    expect(await lookAtInBothSchemes(page, `${pictureName(path)}-${name}`)).toEqual([]);
  });
});

describe("errors", () => {
  test("the docs_url of every code opens a page with that anchor, in view", async () => {
    for (const code of errorCodes) {
      // A new document each time: within one the browser would only scroll.
      await page.goto("about:blank");
      await page.goto(errorDocsUrl(`${service.url}/docs`, code));
      const heading = page.locator(`[id="${code.toLowerCase().replaceAll("_", "-")}"]`);
      expect(await heading.textContent()).toBe(code);
      const top = (await heading.boundingBox())?.y ?? -1;
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(viewports.desktop.height);
    }
  });

  test("the docs_url that the API answers is one of them", async () => {
    const key = { "X-API-Key": service.demoKey() };
    const answers = [
      await get("/v1/sports"),
      await get("/v1/nothing", key),
      await get("/v1/sports/icehockey_nhl/odds?markets=moneyline", key),
      await get("/v1/sports/icehockey_nhl/events?commenceTimeFrom=x", key),
      await get("/v1/sports/nothing/odds", key),
      await get("/v1/account/keys", key),
    ];
    for (const answer of answers) {
      const { error } = (await answer.json()) as {
        error: { code: (typeof errorCodes)[number]; docs_url: string };
      };
      expect(error.docs_url).toBe(errorDocsUrl(`${service.url}/docs`, error.code));
    }
  });
});

test("every link of the site leads to a page, and to an anchor that it has", async () => {
  const links = new Map<string, string>();
  const anchors = new Map<string, ReadonlySet<string>>();
  for (const path of pages) {
    await page.goto(`${service.url}${path}`);
    const found = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a[href]')].map((link) => link.href)",
    );
    for (const link of found) links.set(link, path);
    anchors.set(
      path.replace(/\/$/, ""),
      new Set(await page.evaluate<string[]>("[...document.querySelectorAll('[id]')].map(({ id }) => id)")),
    );
  }
  expect(links.size).toBeGreaterThan(40);
  for (const [link, from] of links) {
    const { origin, pathname, hash } = new URL(link);
    expect(origin, `${link} on ${from}`).toBe(service.url);
    expect((await fetch(link)).status, `${link} on ${from}`).toBe(200);
    const ids = anchors.get(pathname.replace(/\/$/, ""));
    if (hash !== "" && ids !== undefined) expect(ids, `${link} on ${from}`).toContain(hash.slice(1));
  }
});

describe("home", () => {
  test("shows prices that the API answers, the best of each side marked", async () => {
    await page.goto(service.url);
    const board = page.locator("figure").first();
    const rows = await board.locator("tbody tr").allTextContents();
    expect(rows.length).toBeGreaterThan(3);
    const priceIn = (text: string): number => Number(/^[+−]\d+/.exec(text)?.[0]?.replace("−", "-"));
    for (const column of [2, 3]) {
      const cells = await board.locator(`tbody tr td:nth-child(${column})`).allTextContents();
      const quoted = cells.filter((text) => !Number.isNaN(priceIn(text)));
      const best = Math.max(...quoted.map(priceIn));
      const marked = cells.filter((text) => text.includes("best price"));
      expect(marked.length).toBeGreaterThan(0);
      expect(marked).toEqual(quoted.filter((text) => priceIn(text) === best));
    }
    expect(await board.textContent()).toContain("Simulated market");
  });

  test("its first call answers 200 with a key in place of the placeholder", async () => {
    await page.goto(service.url);
    const line = (await page.locator("pre").first().textContent()) ?? "";
    const address = /'(http[^']+)'/.exec(line)?.[1] ?? "";
    expect((await fetch(address, { headers: { "X-API-Key": service.demoKey() } })).status).toBe(200);
  });

  test("the first stop of the keyboard leads past the navigation", async () => {
    await page.goto(service.url);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
  });
});

describe("reference", () => {
  const section = (operationId: string) => page.locator(`[id="${operationId}"]`);

  test("has a section for every endpoint of the document", async () => {
    await page.goto(`${service.url}/docs/reference`);
    for (const { operationId, path } of endpoints)
      expect(await section(operationId).textContent()).toContain(path);
  });

  test("its console answers without a key as the API does", async () => {
    await section("listSports").locator("summary", { hasText: "Try it" }).click();
    await section("listSports").getByRole("button", { name: "Send GET" }).click();
    await section("listSports").getByText("MISSING_KEY").first().waitFor();
  });

  test("its console calls with the reader's key, says what it cost, and keeps the key nowhere", async () => {
    const key = service.demoKey();
    await page.getByLabel("API key", { exact: true }).fill(key);
    const odds = section("getEventOdds");
    await odds.locator("summary", { hasText: "Try it" }).click();
    await odds.getByRole("button", { name: "Send GET" }).click();
    await odds.getByText("x-requests-last").waitFor();
    expect(await odds.locator("dl div", { hasText: "x-requests-last" }).last().textContent()).toContain("1");
    expect(await odds.getByRole("figure", { name: "answer", exact: true }).textContent()).toContain(
      "bookmakers",
    );
    const kept = await page.evaluate<string>(
      "JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(kept).not.toContain(key.slice(8));
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

describe("files", () => {
  test("llms.txt names every endpoint, error and guide by its address", async () => {
    const answer = await get("/llms.txt");
    const text = await answer.text();
    expect(answer.headers.get("content-type")).toContain("text/plain");
    for (const { method, path } of endpoints) expect(text).toContain(`${method} ${path} `);
    for (const code of errorCodes) expect(text).toContain(errorDocsUrl(`${service.url}/docs`, code));
    for (const path of pages.filter((each) => each.startsWith("/docs/guides/")))
      expect(text).toContain(`(${service.url}${path})`);
  });

  test("robots.txt keeps crawlers out of what is behind the sign-in", async () => {
    expect(await (await get("/robots.txt")).text()).toMatch(/Disallow: \/account\n[\s\S]*Allow: \/\n/);
  });

  test.each([
    ["/favicon.ico", "image/x-icon"],
    ["/icon.svg", "image/svg+xml"],
  ])("%s is an icon", async (path, type) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  });

  test("pages may run no script but their own", async () => {
    const policies = await Promise.all(
      ["/", "/docs/reference"].map(
        async (path) => (await get(path)).headers.get("content-security-policy") ?? "",
      ),
    );
    for (const policy of policies) {
      const scripts = policy.split("; ").find((part) => part.startsWith("script-src")) ?? "";
      expect(scripts).toMatch(/'nonce-[^']{22,}'/);
      expect(scripts).not.toMatch(/unsafe/);
    }
    expect(policies[0]).not.toBe(policies[1]);
  });
});

test("no page ran into an error, was stopped by its policy, or asked another host", () => {
  expect(faults.list()).toEqual([]);
});
