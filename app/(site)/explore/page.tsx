import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { type Address, hrefOf, parseAddress } from "@/app/(site)/explore/address";
import classes from "@/app/(site)/explore/explore.module.css";
import { loadFirstViews } from "@/app/(site)/explore/load-first-views";
import { OddsScreen } from "@/app/(site)/explore/odds-screen";
import type { Viewer } from "@/app/(site)/explore/viewer";
import {
  accountTag,
  mergeFavourites,
  parsePreferences,
  preferencesCookie,
} from "@/app/(site)/live/preferences";
import { findVisitor } from "@/app/shared/read-session";
import { EmptyState } from "@/app/ui/empty-state";
import { PageTitle } from "@/app/ui/page-title";
import { findMarket, isLegalFor } from "@/server/domain/catalogue/markets";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { findSport } from "@/server/domain/catalogue/sports";
import { plans } from "@/server/domain/plans/plans";
import { getAppServices } from "@/server/run/app-services";
import type { SessionLookup } from "@/server/web/http/website/look-up-session";

export const metadata: Metadata = {
  title: "Odds",
  description: "Current odds of every book for a league or a game: best prices, consensus and price moves.",
  robots: { index: false },
};

type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Removes the market from an address if the league or the view does not have that market. Returns an empty address if the league does not
 * exist.
 */
const existing = (address: Address): Address => {
  const sport = findSport(address.sport ?? "");
  if (sport === undefined) return {};
  const market = findMarket(address.market ?? "");
  const isShown =
    market !== undefined &&
    isLegalFor(market, sport) &&
    (address.event !== undefined || market.role === "main");
  return { ...address, market: isShown ? market.key : undefined };
};

const viewerOf = (visitor: SessionLookup, baseUrl: string): Viewer => {
  const account = visitor === "too_many" ? undefined : visitor;
  const plan = plans[account?.plan ?? "free"];
  return { signedIn: account !== undefined, props: plan.props, history: plan.historyDays !== 0, baseUrl };
};

export default async function Explore({ searchParams }: { readonly searchParams: Promise<Search> }) {
  const search = await searchParams;
  const sent = parseAddress((name) => {
    const value = ownValue(search, name);
    return typeof value === "string" ? value : undefined;
  });
  const address = existing(sent);
  if (hrefOf(address) !== hrefOf(sent)) redirect(hrefOf(address));
  const [app, visitor, jar, requestHeaders] = await Promise.all([
    getAppServices(),
    findVisitor(),
    cookies(),
    headers(),
  ]);
  const [language] = requestHeaders.get("accept-language")?.split(/[,;]/) ?? [];
  const account = visitor === "too_many" ? undefined : visitor;
  const cookie = parsePreferences(jar.get(preferencesCookie)?.value, language);
  const owner = account && accountTag(account.accountId);
  const settings = account && (await app.services.accountPages.readSettings(account.accountId));
  const preferences =
    owner === undefined ? cookie : mergeFavourites(cookie, settings?.favouriteBooks ?? null, owner);
  const client = { visitor, address: app.addressOf(requestHeaders) };
  const viewer = viewerOf(visitor, app.services.config.baseUrl);
  const first = await loadFirstViews(app, client, address, preferences, viewer.history);
  if (first === "sign_in") redirect(`/signin?${new URLSearchParams({ callbackUrl: hrefOf(address) })}`);
  return (
    <div className={classes.wide}>
      {first === "no_leagues" || first === "unavailable" ? (
        <>
          <PageTitle title="Odds" />
          {first === "no_leagues" ? (
            <EmptyState title="No games yet">Games appear here when a feed lists them.</EmptyState>
          ) : (
            <EmptyState
              title="The odds can't be loaded right now"
              link={{ href: hrefOf(address), label: "Try again" }}
            >
              You may have opened too many pages at once. Try again in a moment.
            </EmptyState>
          )}
        </>
      ) : (
        <OddsScreen first={first} preferences={preferences} owner={owner} viewer={viewer} />
      )}
    </div>
  );
}
