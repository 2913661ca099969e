import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { type Faults, launchBrowser, viewports, watchFaults } from "@/e2e/testing/browser";
import { findGame, type Game } from "@/e2e/testing/find-game";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { signInByMail } from "@/e2e/testing/sign-in";
import { type RunningService, startService } from "@/e2e/testing/start-service";

export type Account = {
  readonly email: string;
  readonly key: string;
  readonly context: BrowserContext;
  readonly page: Page;
};

/** A service, a browser, and a fixture to explore in it. */
export type Explorer = {
  readonly service: RunningService;
  readonly browser: Browser;
  readonly game: Game;
  /** The page that shows the fixture. */
  readonly address: string;
  /** An account with terms of its own, signed in. */
  readonly signIn: (email: string, ...terms: string[]) => Promise<Account>;
  /** What the account has used, as the operator sees it. */
  readonly usedBy: (account: Account) => Promise<number>;
  /** What pages did that they must not. */
  readonly faults: () => string[];
  readonly close: () => Promise<void>;
};

export const pricesOf = (page: Page): Locator => page.getByRole("region", { name: "Prices", exact: true });

export const openExplorer = async (seededDir: string | undefined): Promise<Explorer> => {
  const directory = await makeSeededDir(seededDir);
  const service = await startService(directory.dataDir);
  const endService = async (): Promise<void> => {
    await service.stop();
    await directory.remove();
  };
  const [game, browser] = await Promise.all([findGame(service), launchBrowser()]).catch(async (error) => {
    await endService();
    throw error;
  });
  const watched: Faults[] = [];
  return {
    service,
    browser,
    game,
    address: `${service.url}/explore?sport=${game.sport}&event=${game.event}`,
    signIn: async (email, ...terms) => {
      const made = await service.ops("account", "create", "--email", email, ...terms, "--json");
      const { key } = JSON.parse(made.stdout) as { key: string };
      const context = await browser.newContext({ viewport: viewports.desktop });
      watched.push(watchFaults(context, service.url));
      const page = await context.newPage();
      await signInByMail(service, page, email);
      return { email, key, context, page };
    },
    usedBy: async ({ email }) => {
      const shown = await service.ops("account", "show", "--email", email, "--json");
      return (JSON.parse(shown.stdout) as { used: number }).used;
    },
    faults: () => watched.flatMap((faults) => faults.list()),
    close: async () => {
      await browser.close();
      await endService();
    },
  };
};
