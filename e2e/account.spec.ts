import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Faults, launchBrowser, viewports, watchFaults } from "@/e2e/testing/browser";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { signInByMail } from "@/e2e/testing/sign-in";
import { type RunningService, startService } from "@/e2e/testing/start-service";

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
  context = await browser.newContext({
    viewport: viewports.desktop,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  faults = watchFaults(context, service.url);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await directory.remove();
});

const call = (key: string, route = "/v1/sports/basketball_nba/odds") =>
  fetch(`${service.url}${route}`, { headers: { "X-API-Key": key } });

/** Makes a key in the browser; its dialog with the secret is left open. */
const makeKey = async (label: string): Promise<string> => {
  await page.goto(`${service.url}/account/keys`);
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Label").fill(label);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  return (await page.getByTestId("secret").textContent()) ?? "";
};

describe("from the first visit to the first call", () => {
  let key: string;

  test("a mailed link, once confirmed, signs in to a free account", async () => {
    await signInByMail(service, page, "first@example.com");
    await page.getByText("No calls yet").waitFor();
    expect(await page.getByText("free plan").isVisible()).toBe(true);
    expect(await page.getByTestId("used").textContent()).toBe("0");
    // Two calls a second are too few for a visitor as quick as this one: pages make some too.
    const changed = await service.ops(
      "account",
      "plan",
      "--email",
      "first@example.com",
      "--plan",
      "business",
    );
    expect(changed.code).toBe(0);
  });

  test("a key is made by keyboard alone, its secret is copied, and the ready curl line's address answers 200", async () => {
    await page.goto(`${service.url}/account/keys`);
    await page.getByText("No keys yet").waitFor();
    await page.getByRole("button", { name: "Create a key" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("first program");
    await page.keyboard.press("Enter");
    await page.getByTestId("secret").waitFor();
    key = (await page.getByTestId("secret").textContent()) ?? "";
    expect(key).toMatch(/^ok_live_[0-9A-Za-z]{46}$/);
    await page.getByRole("button", { name: "Copy key" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key);
    const line = (await page.getByRole("dialog").locator("pre").textContent()) ?? "";
    const address = /'(http[^']+)'$/.exec(line)?.[1] ?? "";
    expect(line).toBe(`curl -H 'X-API-Key: ${key}' '${address}'`);
    const answer = await fetch(address, { headers: { "X-API-Key": key } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-requests-used")).toBe("1");
  });

  test("the secret is nowhere on the page once its dialog is closed, and neither Escape nor a click beside it closes it", async () => {
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 400);
    expect(await page.getByTestId("secret").isVisible()).toBe(true);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByTestId("secret").waitFor({ state: "detached" });
    await page.getByRole("table", { name: "Active keys" }).waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.getByText(`${key.slice(0, 16)}…${key.slice(-4)}`).isVisible()).toBe(true);
    await page.reload();
    expect(await page.content()).not.toContain(key);
  });

  test("usage moves with each call, on the meter and by endpoint, and an error costs nothing", async () => {
    expect((await call(key)).status).toBe(200);
    expect((await call(key, "/v1/sports/basketball_nba/odds?markets=nonsense")).status).toBe(422);
    await page.goto(`${service.url}/account`);
    expect(await page.getByTestId("used").textContent()).toBe("2");
    const shown = async () => {
      await page.reload();
      const row = page.getByRole("row").filter({ hasText: "/v1/sports/{sport}/odds" });
      return row.getByRole("cell").allTextContents();
    };
    await expect.poll(shown, { timeout: 20_000 }).toEqual(["2", "0", "1"]);
  });

  test("a revoked key fails at once, after a question that names it", async () => {
    await page.goto(`${service.url}/account/keys`);
    await page.getByRole("button", { name: "Revoke first program" }).click();
    const question = page.getByRole("dialog");
    await question.getByText("first program").waitFor();
    expect(await question.textContent()).toContain(`${key.slice(0, 16)}…${key.slice(-4)}`);
    await question.getByRole("button", { name: "Keep it" }).click();
    await question.waitFor({ state: "detached" });
    expect((await call(key, "/v1/sports")).status).toBe(200);
    await page.getByRole("button", { name: "Revoke first program" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("table", { name: "Revoked keys" }).waitFor();
    const refused = await call(key, "/v1/sports");
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: "INVALID_KEY" } });
    expect(await page.getByText("No key works at the moment").isVisible()).toBe(true);
  });
});

describe("labels", () => {
  test.each([
    ["nothing", ""],
    ["65 code points", "x".repeat(65)],
    ["65 code points of two units each", "🏀".repeat(65)],
  ])("of %s are refused, and the form says why", async (_, label) => {
    await page.goto(`${service.url}/account/keys`);
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Label").fill(label);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect.poll(() => page.getByRole("dialog").getByRole("alert").textContent()).toMatch(/1 to 64/);
  });

  test.each([
    ["one character", "x"],
    ["64 emoji", "🏀".repeat(64)],
    ["markup", "<img src=x onerror=alert(1)>"],
    ["letters that run from right to left", "\u05e9\u05dc\u05d5\u05dd 123"],
  ])("of %s are shown as they are", async (_, label) => {
    expect(await makeKey(label)).toMatch(/^ok_live_/);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("table", { name: "Active keys" }).waitFor();
    const shown = await page.getByRole("table", { name: "Active keys" }).locator("bdi").allTextContents();
    expect(shown).toContain(label);
  });
});

describe("access tokens", () => {
  const keysWith = (token: string) =>
    fetch(`${service.url}/v1/account/keys`, { headers: { Authorization: `Bearer ${token}` } });
  const makeToken = async (): Promise<string> => {
    await page.goto(`${service.url}/account`);
    await page.getByRole("button", { name: "Make a token" }).click();
    return (await page.getByTestId("secret").textContent()) ?? "";
  };

  test("work for programs that manage keys until they are revoked", async () => {
    const token = await makeToken();
    expect((await keysWith(token)).status).toBe(200);
    await page
      .getByRole("button", { name: /^Revoke the token/ })
      .first()
      .click();
    await page.getByText("No token works at the moment").waitFor();
    expect((await keysWith(token)).status).toBe(401);
  });

  test("end when their owner signs out, and so does the session's cookie", async () => {
    const token = await makeToken();
    expect((await keysWith(token)).status).toBe(200);
    const before = await context.cookies();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/signin");
    expect((await keysWith(token)).status).toBe(401);
    // The cookie as it was, put back: the session itself is gone, not only its cookie.
    await context.addCookies(before);
    await page.goto(`${service.url}/account`);
    await page.waitForURL("**/signin?callbackUrl=%2Faccount");
  });
});

test("no page ran into an error, was stopped by its policy, or asked another host", () => {
  expect(faults.list()).toEqual([]);
});
