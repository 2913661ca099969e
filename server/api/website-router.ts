import { tokensRouter } from "@/server/api/procedures/access-tokens";
import { keyChangesRouter } from "@/server/api/procedures/account-key-changes";
import { settingsRouter } from "@/server/api/procedures/account-settings";
import { ownAccountRouter } from "@/server/api/procedures/own-account";
import { appRouter } from "@/server/api/router";
import { mergeRouters, router } from "@/server/api/trpc";

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
