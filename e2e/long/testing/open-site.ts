import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright/test";
import { addCookies } from "@/e2e/browser/testing/test";
import { findChromium } from "@/e2e/find-chromium";
import { skipReason } from "@/e2e/long/testing/long-report";
import { type AccountTerms, newEmail, openAccounts } from "@/e2e/testing/accounts";
import { signInWithCookie } from "@/e2e/testing/send-request";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";

const executablePath = findChromium();

/** Why a spec that needs a browser is skipped; undefined if it runs. */
export const skipWithoutBrowser = (name: string): string | undefined =>
  skipReason(name, executablePath === undefined ? "no Chromium was found" : undefined);

/** A service with an empty data directory, and a browser. */
export type Site = {
  readonly service: RunningService;
  readonly browser: Browser;
  /** Creates an account, by default on the business plan. @returns its first key, and a page of a browser that is signed in. */
  readonly signIn: (
    terms?: AccountTerms,
    options?: BrowserContextOptions,
  ) => Promise<{ readonly key: string; readonly page: Page }>;
  readonly close: () => Promise<void>;
};

export const openSite = async (environment: Readonly<Record<string, string>> = {}): Promise<Site> => {
  const { dataDir, remove } = await createDataDir();
  const service = await startService(dataDir, environment);
  const accounts = openAccounts(service);
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(executablePath && { executablePath }),
  });
  return {
    service,
    browser,
    signIn: async (terms, options) => {
      const email = newEmail();
      const key = await accounts.create(email, terms);
      const context = await browser.newContext({ baseURL: service.url, ...options });
      const page = await context.newPage();
      await addCookies(page, service.url, await signInWithCookie(service, email));
      return { key, page };
    },
    close: async () => {
      await browser.close();
      await accounts.close();
      await service.stop();
      await remove();
    },
  };
};
