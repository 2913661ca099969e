import type { inferRouterOutputs } from "@trpc/server";
import type { WebsiteRouter } from "@/server/api/website-router";

type KeyAnswers = inferRouterOutputs<WebsiteRouter>["keys"];

/** A key record as the API gives it, without its secret. */
export type KeyView = KeyAnswers["list"][number];

/** The answer to a creation, with the secret. */
export type CreatedKeyView = KeyAnswers["create"];

/** How a key is shown where its secret is not: `ok_live_7Fq2LmXa…9sKd`. */
export const maskedKey = ({ prefix, last_four }: Pick<KeyView, "prefix" | "last_four">): string =>
  `${prefix}…${last_four}`;
