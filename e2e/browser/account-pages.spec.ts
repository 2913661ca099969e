import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright/test";
import {
  createToken,
  openKeyDialog,
  requestSignInLink,
  secretOf,
  submitKeyLabel,
} from "@/e2e/browser/testing/actions";
import { findLayoutProblems } from "@/e2e/browser/testing/find-layout-problems";
import { maxLayoutShift, measureLayoutShift } from "@/e2e/browser/testing/layout-shift";
import { addCookies, test as base, expect } from "@/e2e/browser/testing/test";
import { newEmail } from "@/e2e/testing/accounts";
import { newestLinkTo } from "@/e2e/testing/read-mail";
import { newClient, signInWithCookie } from "@/e2e/testing/send-request";

/** Adds `busyCookie`, the Cookie header of an account with every kind of key. The account has made counted, free and rejected calls. */
const test = base.extend<object, { readonly busyCookie: string }>({
  busyCookie: [
    async ({ service, accounts }, use) => {
      const email = newEmail();
      const key = await accounts.create(email, { plan: "starter", speedLimit: 1_000 });
      const longLabel = "Price screen of the trading desk, which has quite a long name";
      await accounts.addKey(email, { label: longLabel, test: true });
      await accounts.addKey(email, { label: "old laptop", revoked: true });
      const paths = [
        "/v1/sports/basketball_nba/odds",
        "/v1/sports",
        "/v1/sports/basketball_nba/props?markets=player_points",
      ];
      for (const path of [...paths, ...paths, ...paths, ...paths])
        await fetch(`${service.url}${path}`, { headers: { "X-API-Key": key } });
      const cookie = await signInWithCookie(service, email);
      const path = "/account/requests?code=PLAN_REQUIRED";
      const log = async (): Promise<string> =>
        (await fetch(`${service.url}${path}`, { headers: { Cookie: cookie } })).text();
      // Calls are logged a moment later. React separates texts by comments.
      while (!/>403 PLAN_REQUIRED</.test((await log()).replaceAll(/<!--.*?-->/g, ""))) await delay(200);
      await use(cookie);
    },
    { scope: "worker" },
  ],
});
test.describe.configure({ mode: "parallel" });

type View = {
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state under test. */
  readonly prepare?: (page: Page) => Promise<void>;
};

const viewsByVisitor = {
  "A visitor": [
    { name: "signin", path: "/signin" },
    { name: "signin-error", path: "/signin?error=Verification" },
    { name: "signin-check-mail", path: "/signin/check-mail" },
    { name: "signin-confirm-broken", path: "/signin/confirm?token=1" },
    { name: "not-found", path: "/no-such-page" },
  ],
  "A new customer": [
    { name: "account-new", path: "/account" },
    { name: "requests-new", path: "/account/requests" },
    { name: "keys-new", path: "/account/keys" },
    {
      name: "keys-created",
      path: "/account/keys",
      prepare: async (page) => {
        await openKeyDialog(page);
        await submitKeyLabel(page, "production");
        await secretOf(page).waitFor();
      },
    },
  ],
  "A busy customer": [
    { name: "account", path: "/account" },
    {
      name: "account-token",
      path: "/account",
      prepare: async (page) => {
        await createToken(page);
      },
    },
    { name: "settings", path: "/account/settings" },
    {
      name: "settings-delete",
      path: "/account/settings",
      prepare: async (page) => {
        await page.getByRole("button", { name: "Delete account…" }).click();
        await page.getByRole("button", { name: "Delete account", exact: true }).waitFor();
      },
    },
    { name: "security", path: "/account/security" },
    {
      name: "security-end-all",
      path: "/account/security",
      prepare: async (page) => {
        await page.getByRole("button", { name: "Sign out everywhere" }).click();
        await page.getByRole("button", { name: "Sign out all" }).waitFor();
      },
    },
    { name: "requests", path: "/account/requests" },
    {
      name: "request",
      path: "/account/requests?code=PLAN_REQUIRED",
      prepare: async (page) => {
        await page.getByRole("link", { name: "403 PLAN_REQUIRED" }).first().click();
        await page.getByText("How to fix it").waitFor();
      },
    },
    {
      name: "keys",
      path: "/account/keys",
      prepare: async (page) => {
        await page.getByRole("table", { name: "Active keys" }).waitFor();
      },
    },
    {
      name: "keys-create",
      path: "/account/keys",
      prepare: async (page) => {
        await openKeyDialog(page);
        await page.getByLabel("Label").waitFor();
      },
    },
    {
      name: "keys-rename",
      path: "/account/keys",
      prepare: async (page) => {
        await page.getByRole("button", { name: /^Rename Price screen/ }).click();
        await page.getByLabel("Label").waitFor();
      },
    },
    {
      name: "keys-rotate",
      path: "/account/keys",
      prepare: async (page) => {
        await page.getByRole("button", { name: /^Rotate Price screen/ }).click();
        await page.getByRole("button", { name: "Rotate key" }).waitFor();
      },
    },
    {
      name: "keys-revoke",
      path: "/account/keys",
      prepare: async (page) => {
        await page.getByRole("button", { name: /^Revoke Price screen/ }).click();
        await page.getByRole("button", { name: "Revoke key" }).waitFor();
      },
    },
  ],
} satisfies Readonly<Record<string, readonly View[]>>;

for (const [visitor, views] of Object.entries<readonly View[]>(viewsByVisitor))
  test(`The sign-in and account pages that ${visitor.toLowerCase()} sees have a title, no axe violation and no horizontal scroll bar`, {
    tag: "@layout",
  }, async ({ page, service, signIn, busyCookie }) => {
    if (visitor === "A new customer") await signIn({ plan: "free", speedLimit: 1_000, withoutKey: true });
    if (visitor === "A busy customer") await addCookies(page, service.url, busyCookie);
    for (const { name, path, prepare } of views)
      await test.step(name, async () => {
        await page.goto(path);
        await prepare?.(page);
        expect.soft(await findLayoutProblems(page, name)).toEqual([]);
        expect.soft(await page.title()).toMatch(/ · Oddskeeper$/);
      });
  });

test("The page that an emailed sign-in link opens has no axe violation and no horizontal scroll bar", {
  tag: "@layout",
}, async ({ page, service }) => {
  const email = newEmail();
  await page.setExtraHTTPHeaders(newClient());
  await requestSignInLink(page, email);
  await page.waitForURL("**/signin/check-mail");
  await page.goto(await newestLinkTo(service, email));
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect(await findLayoutProblems(page, "signin-confirm")).toEqual([]);
  expect(await page.title()).toMatch(/ · Oddskeeper$/);
});

test("Nothing moves while the account's pages load", async ({ page, service, busyCookie }) => {
  await addCookies(page, service.url, busyCookie);
  for (const path of ["/account", "/account/requests", "/account/keys"])
    expect(await measureLayoutShift(page, path)).toBeLessThan(maxLayoutShift);
});
