import { tokensRouter } from "@/server/web/api/procedures/access-tokens";
import { keyChangesRouter } from "@/server/web/api/procedures/account-key-changes";
import { settingsRouter } from "@/server/web/api/procedures/account-settings";
import { ownAccountRouter } from "@/server/web/api/procedures/own-account";
import { appRouter } from "@/server/web/api/router";
import { mergeRouters, router } from "@/server/web/api/trpc";

/** The procedures of the website's pages: every endpoint, and the procedures that need a website session. */
export const websiteRouter = mergeRouters(
  appRouter,
  router({
    account: ownAccountRouter,
    keyChanges: keyChangesRouter,
    tokens: tokensRouter,
    settings: settingsRouter,
  }),
);

export type WebsiteRouter = typeof websiteRouter;
