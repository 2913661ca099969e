"use client";

import type { Address } from "@/app/(site)/explore/address";
import classes from "@/app/(site)/explore/explore.module.css";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { showAddress } from "@/app/(site)/explore/use-address";
import { SearchSelect } from "@/app/ui/search-select";
import { ownValue } from "@/server/domain/catalogue/own-value";
import type { MarketChoice } from "@/server/market/screen/views";

type MarketNavProps = {
  readonly label: string;
  /** The quoted markets. The main markets come first. Undefined until they are known. */
  readonly markets: readonly MarketChoice[] | undefined;
  readonly current: string | undefined;
  readonly to: (market: string) => Address;
};

const maxLinks = 3;

type Group = { readonly title: string; readonly has: (market: MarketChoice) => boolean };

const ofPeriod = (period: MarketChoice["period"], title: string): Group => ({
  title,
  has: (market) => market.period === period && market.role !== "prop",
});

const groups: readonly Group[] = [
  { title: "Main", has: ({ role, period }) => role === "main" && period === "full" },
  { title: "Other lines and markets", has: ({ role, period }) => role === "other" && period === "full" },
  ofPeriod("h1", "First half"),
  ofPeriod("h2", "Second half"),
  ofPeriod("q1", "First quarter"),
  ofPeriod("q2", "Second quarter"),
  ofPeriod("q3", "Third quarter"),
  ofPeriod("q4", "Fourth quarter"),
  ofPeriod("f5", "First five innings"),
  { title: "Player props", has: ({ role }) => role === "prop" },
];

const labelOf = ({ description, books }: MarketChoice): string =>
  books === 0 ? description : `${description} (${books} ${books === 1 ? "book" : "books"})`;

const mainNames: Readonly<Record<string, string>> = {
  h2h: "Moneyline",
  spreads: "Spread",
  totals: "Total",
};

/** The name of a market that no book quotes, so that no view states its name. */
const unquotedName = (key: string): string => ownValue(mainNames, key) ?? key.replaceAll("_", " ");

/**
 * Links to the first three main markets, and a searchable list of all other quoted markets. If no book quotes the current market, the list
 * contains the current market too.
 */
export const MarketNav = ({ label, markets = [], current, to }: MarketNavProps) => {
  const linked = markets.filter(({ role }) => role === "main").slice(0, maxLinks);
  const others = markets.filter((market) => !linked.includes(market));
  const isOther = current !== undefined && !linked.some(({ key }) => key === current);
  const listed =
    isOther && markets.length > 0 && !others.some(({ key }) => key === current)
      ? [
          ...others,
          {
            key: current,
            description: unquotedName(current),
            role: "other",
            period: "full",
            books: 0,
          } as const,
        ]
      : others;
  return (
    <nav aria-label={label} className={classes.markets}>
      {linked.map((market) => (
        <ScreenLink
          key={market.key}
          to={to(market.key)}
          className={classes.market}
          aria-current={market.key === current ? "page" : undefined}
        >
          {market.description}
        </ScreenLink>
      ))}
      {listed.length > 0 && (
        <SearchSelect
          label="More markets"
          placeholder={`More markets (${listed.length})`}
          className={classes.moreMarkets}
          value={isOther ? current : undefined}
          onChange={(key) => showAddress(to(key))}
          options={groups.flatMap(({ title, has }) =>
            listed.filter(has).map((market) => ({ value: market.key, label: labelOf(market), group: title })),
          )}
        />
      )}
    </nav>
  );
};
