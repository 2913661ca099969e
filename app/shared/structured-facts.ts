import type { Config } from "@/server/config";
import { planNames, planTitle } from "@/server/domain/plans/plans";

type PublicConfig = Pick<Config, "baseUrl" | "docsUrl" | "planPrices">;

/** The API as schema.org's `WebAPI`, with the prices of the plans if the site shows any. */
export const describeApi = ({ baseUrl, docsUrl, planPrices }: PublicConfig) => ({
  "@type": "WebAPI",
  name: "Oddskeeper",
  description:
    "Pre-match odds of every book, joined in one fixture per game, with player props and price history.",
  url: baseUrl,
  documentation: docsUrl,
  ...(planPrices !== undefined && {
    offers: planNames.flatMap((name) => {
      const price = name === "free" ? 0 : planPrices.perMonth.get(name);
      if (price === undefined) return [];
      return [{ "@type": "Offer", name: planTitle(name), price, priceCurrency: planPrices.currency }];
    }),
  }),
});

type Crumb = { readonly path: string; readonly title: string };

/** @param crumbs from the root to the page itself. */
export const describeBreadcrumbs = (baseUrl: string, crumbs: readonly Crumb[]) => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ path, title }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: title,
    item: `${baseUrl}${path}`,
  })),
});
