import type { inferRouterOutputs } from "@trpc/server";
import type { WebsiteRouter } from "@/server/web/api/website-router";

type KeyOutputs = inferRouterOutputs<WebsiteRouter>["keys"];

/** An API key record without its secret, as the API returns it. */
export type KeyView = KeyOutputs["list"][number];

/** A new API key record with its secret. */
export type CreatedKeyView = KeyOutputs["create"];

/** A new key, and the replaced key including its planned end. */
export type RotatedKeyView = inferRouterOutputs<WebsiteRouter>["keyChanges"]["rotate"];

/** The parts of a key that are not secret, such as `ok_live_7Fq2LmXa…9sKd`. */
export const maskedKey = ({ prefix, last_four }: Pick<KeyView, "prefix" | "last_four">): string =>
  `${prefix}…${last_four}`;
