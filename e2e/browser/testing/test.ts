import { setTimeout as delay } from "node:timers/promises";
import { test as base, expect, type Page } from "playwright/test";
import { type BrowserService, sharedService } from "@/e2e/browser/testing/shared-service";
import { hydrateOnLoad } from "@/e2e/browser/testing/wait-for-hydration";
import { watchFaults } from "@/e2e/browser/testing/watch-faults";
import { type AccountTerms, newEmail, openAccounts, type ServiceAccounts } from "@/e2e/testing/accounts";
import { findGame, type Game } from "@/e2e/testing/find-game";
import { signInWithCookie } from "@/e2e/testing/send-request";

export type SignedIn = { readonly email: string; readonly key: string };

type TestFixtures = {
  /** Creates an account, by default on the business plan, and signs the test's browser in. */
  readonly signIn: (terms?: AccountTerms) => Promise<SignedIn>;
  /** Calls the API with a key, and retries while the account is over its speed limit. */
  readonly callApi: (path: string, key?: string) => Promise<Response>;
  /** Other origins to which pages may send requests. */
  readonly allowedOrigins: readonly string[];
};

type WorkerFixtures = {
  /** The service that all workers share. A spec that needs a service of its own overrides `service`. */
  readonly service: BrowserService;
  readonly accounts: ServiceAccounts;
  /** A game of the simulated market. When the game is chosen, its start is more than three hours away. */
  readonly game: Game;
};

/** Adds the cookies of a Cookie header to a page's browser context. */
export const addCookies = (page: Page, url: string, header: string): Promise<void> =>
  page.context().addCookies(
    header.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );

/**
 * Playwright's `test` function with a running service. A test fails if one of its pages throws or logs an error. It also fails if a page
 * sends a request to an origin other than the service and `allowedOrigins`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [({ browserName: _ }, use) => use(sharedService()), { scope: "worker" }],
  accounts: [
    async ({ service }, use) => {
      const accounts = openAccounts(service);
      await use(accounts);
      await accounts.close();
    },
    { scope: "worker" },
  ],
  game: [async ({ service }, use) => use(await findGame(service)), { scope: "worker" }],
  baseURL: ({ service }, use) => use(service.url),
  allowedOrigins: ({ browserName: _ }, use) => use([]),
  context: async ({ context, service, allowedOrigins }, use) => {
    const faults = watchFaults(context, [service.url, ...allowedOrigins]);
    context.on("page", hydrateOnLoad);
    await use(context);
    expect(faults).toEqual([]);
  },
  signIn: ({ page, service, accounts }, use) =>
    use(async (terms) => {
      const email = newEmail();
      const key = await accounts.create(email, terms);
      await addCookies(page, service.url, await signInWithCookie(service, email));
      return { email, key };
    }),
  callApi: ({ service }, use) =>
    use(async (path, key = service.key) => {
      for (;;) {
        const response = await fetch(`${service.url}${path}`, { headers: { "X-API-Key": key } });
        // If the response is a 429 with a Retry-After header, a page of the same account may have used up this second's speed limit. A 429
        // for a spent allowance has no such header, and a retry would be useless.
        const retryAfter = response.headers.get("retry-after");
        if (response.status !== 429 || retryAfter === null) return response;
        await delay(1000 * Number(retryAfter));
      }
    }),
});

export { expect };
