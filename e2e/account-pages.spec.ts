import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Faults, launchBrowser, viewportNames, viewports, watchFaults } from "@/e2e/testing/browser";
import { lookAtInBothSchemes } from "@/e2e/testing/look-at";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { askForLink, signInByMail } from "@/e2e/testing/sign-in";
import { type RunningService, startService } from "@/e2e/testing/start-service";

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let browser: Browser;
let cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
let emptyCookies: typeof cookies;
let link: string;

const newContext = (options: Parameters<Browser["newContext"]>[0] = {}) =>
  browser.newContext({ viewport: viewports.desktop, ...options });

/** An account with keys of every kind, and calls that were counted, free and refused. */
const prepareAccount = async (): Promise<void> => {
  const created = JSON.parse(
    (await service.ops("account", "create", "--email", "busy@example.com", "--plan", "starter", "--json"))
      .stdout,
  ) as { key: string };
  const make = (...args: string[]) =>
    service.ops("key", "create", "--email", "busy@example.com", ...args, "--json");
  await make("--label", "Price screen of the trading desk, which has quite a long name", "--test");
  const { id } = JSON.parse((await make("--label", "old laptop")).stdout) as { id: string };
  await service.ops("key", "revoke", "--id", id);
  const routes = [
    "/v1/sports/basketball_nba/odds",
    "/v1/sports",
    "/v1/sports/basketball_nba/props?markets=player_points",
  ];
  for (const route of [...routes, ...routes, ...routes, ...routes])
    await fetch(`${service.url}${route}`, { headers: { "X-API-Key": created.key } });
};

beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  browser = await launchBrowser();
  await prepareAccount();
  const signIn = async (email: string) => {
    const context = await newContext();
    await signInByMail(service, await context.newPage(), email);
    const kept = await context.cookies();
    await context.close();
    return kept;
  };
  cookies = await signIn("busy@example.com");
  emptyCookies = await signIn("new@example.com");
  const context = await newContext();
  link = await askForLink(service, await context.newPage(), "someone@example.com");
  await context.close();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await directory.remove();
});

type Visitor = "nobody" | "new" | "busy";
type View = {
  readonly name: string;
  readonly visitor: Visitor;
  readonly address: () => string;
  /** Brings the page into the state that is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
};

const at = (route: string) => () => `${service.url}${route}`;
const views: readonly View[] = [
  { name: "signin", visitor: "nobody", address: at("/signin") },
  { name: "signin-error", visitor: "nobody", address: at("/signin?error=Verification") },
  { name: "signin-check-mail", visitor: "nobody", address: at("/signin/check-mail") },
  { name: "signin-confirm", visitor: "nobody", address: () => link },
  { name: "signin-confirm-broken", visitor: "nobody", address: at("/signin/confirm?token=1") },
  { name: "account-new", visitor: "new", address: at("/account") },
  { name: "account", visitor: "busy", address: at("/account") },
  {
    name: "account-token",
    visitor: "busy",
    address: at("/account"),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Make a token" }).click();
      await page.getByTestId("secret").waitFor();
    },
  },
  { name: "keys-new", visitor: "new", address: at("/account/keys") },
  { name: "keys", visitor: "busy", address: at("/account/keys") },
  {
    name: "keys-create",
    visitor: "busy",
    address: at("/account/keys"),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Create a key" }).click();
      await page.getByLabel("Label").waitFor();
    },
  },
  {
    name: "keys-created",
    visitor: "new",
    address: at("/account/keys"),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Create a key" }).click();
      await page.getByLabel("Label").fill("production");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByTestId("secret").waitFor();
    },
  },
  {
    name: "keys-revoke",
    visitor: "busy",
    address: at("/account/keys"),
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Revoke Price screen/ }).click();
      await page.getByRole("button", { name: "Revoke key" }).waitFor();
    },
  },
  { name: "not-found", visitor: "nobody", address: at("/no-such-page") },
];

describe.each(["nobody", "new", "busy"] as const)("the pages of %s", (visitor) => {
  let page: Page;
  let faults: Faults;
  beforeAll(async () => {
    const context = await newContext({ reducedMotion: "reduce" });
    await context.addCookies({ nobody: [], new: emptyCookies, busy: cookies }[visitor]);
    faults = watchFaults(context, service.url);
    page = await context.newPage();
  });
  afterAll(() => page.context().close());

  describe.each(viewportNames)("on a %s", (viewport) => {
    test.each(views.filter((view) => view.visitor === visitor))(
      "$name has no axe violation, no fault, and fits the width in both color schemes",
      async (view) => {
        await page.setViewportSize(viewports[viewport]);
        await page.goto(view.address(), { waitUntil: "networkidle" });
        await view.prepare?.(page);
        expect(await lookAtInBothSchemes(page, `${view.name}-${viewport}`)).toEqual([]);
        expect(await page.title()).toMatch(/ · Oddskeeper$/);
        expect(faults.list()).toEqual([]);
      },
    );
  });
});

test("the phone's menu opens, leads on, and is closed by Escape", async () => {
  const context = await newContext({ viewport: viewports.phone });
  const page = await context.newPage();
  await page.goto(`${service.url}/signin`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Pricing" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Docs" }).click();
  await page.waitForURL("**/docs");
  await context.close();
});

test("the colour scheme that a visitor chooses is kept, and there before the first picture", async () => {
  const context = await newContext({ colorScheme: "light" });
  const page = await context.newPage();
  const scheme = () => page.evaluate("document.documentElement.dataset.mantineColorScheme");
  await page.goto(`${service.url}/signin`, { waitUntil: "networkidle" });
  expect(await scheme()).toBe("light");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await expect.poll(scheme).toBe("dark");
  await page.goto(`${service.url}/signin`, { waitUntil: "commit" });
  await page.locator("body").waitFor();
  expect(await scheme()).toBe("dark");
  await context.close();
});

test("the first key pressed leads past the navigation to the content", async () => {
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/signin`, { waitUntil: "networkidle" });
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.id")).toBe("content");
  await context.close();
});

test("nothing moves while the account's pages load", async () => {
  const context = await newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  for (const route of ["/account", "/account/keys"]) {
    await page.addInitScript(`
      window.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    `);
    await page.goto(`${service.url}${route}`, { waitUntil: "networkidle" });
    expect(await page.evaluate<number>("window.moved")).toBeLessThan(0.01);
  }
  await context.close();
});

describe("while the database does not answer", () => {
  const database = () => {
    const { pid } = service.process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
  };

  test("pages of accounts say so with a 503, and the rest of the site is there", async () => {
    const before = service.printed().length;
    process.kill(database(), "SIGSTOP");
    try {
      const browsers = {
        Accept: "text/html",
        Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      };
      const answers = await Promise.all(
        ["/signin", "/account", "/account/keys", "/account?x=y"].map((route) =>
          fetch(`${service.url}${route}`, { headers: browsers, redirect: "manual" }),
        ),
      );
      for (const answer of answers) {
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
        expect(await answer.text()).toContain("Accounts are unavailable right now");
      }
      expect((await fetch(`${service.url}/pricing`)).status).toBe(200);
      const problems = await Promise.all(
        viewportNames.map(async (viewport) => {
          const context = await newContext({ viewport: viewports[viewport] });
          const page = await context.newPage();
          await page.goto(`${service.url}/account`);
          const found = await lookAtInBothSchemes(page, `unavailable-${viewport}`);
          await context.close();
          return found;
        }),
      );
      expect(problems.flat()).toEqual([]);
    } finally {
      process.kill(database(), "SIGCONT");
    }
    const lines = service.printed().slice(before).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      "pages of accounts are refused: the database is away",
    ]);
    await expect.poll(async () => (await fetch(`${service.url}/signin`)).status).toBe(200);
  });

  test("nobody finds that page otherwise", async () => {
    const answer = await fetch(`${service.url}/unavailable`, { headers: { "X-Unavailable": "/evil" } });
    expect(answer.status).toBe(404);
  });
});
