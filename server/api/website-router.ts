import { tokensRouter } from "@/server/api/access-tokens";
import { appRouter } from "@/server/api/router";
import { mergeRouters, router } from "@/server/api/trpc";

/** What the website's pages call: every endpoint, and what is for signed-in people only. */
export const websiteRouter = mergeRouters(appRouter, router({ tokens: tokensRouter }));

export type WebsiteRouter = typeof websiteRouter;
