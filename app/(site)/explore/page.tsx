import type { Metadata } from "next";
import { Explorer } from "@/app/(site)/explore/explorer";
import { listMarketChoices, listSportChoices } from "@/app/(site)/explore/list-choices";
import { requireSession } from "@/app/read-session";
import { EmptyState } from "@/app/ui/empty-state";
import { PageTitle } from "@/app/ui/page-title";
import { getAppServices } from "@/server/app-services";
import { findSport } from "@/server/catalogue/sports";

export const metadata: Metadata = {
  title: "Explore",
  description: "Compare every book for one fixture, and see how its prices moved.",
  robots: { index: false },
};

type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

const single = (value: Search[string]): string | undefined => (typeof value === "string" ? value : undefined);

const explorePath = (search: Search): string => {
  const kept = (["sport", "event", "market"] as const).flatMap((name) => {
    const value = single(search[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length === 0 ? "/explore" : `/explore?${new URLSearchParams(kept)}`;
};

export default async function Explore({ searchParams }: { readonly searchParams: Promise<Search> }) {
  const search = await searchParams;
  await requireSession(explorePath(search));
  const { services } = await getAppServices();
  const choices = listSportChoices(services.board, services.now());
  const requested = findSport(single(search.sport) ?? "");
  const sport = requested ?? findSport(choices[0]?.key ?? "");
  const markets = sport === undefined ? [] : listMarketChoices(sport);
  const market = markets.find(({ key }) => key === single(search.market))?.key ?? "h2h";
  return (
    <>
      <PageTitle
        title="Explore"
        lead="Compare every book for one fixture. Calls made here use your account and count toward your allowance."
      />
      {sport === undefined ? (
        <EmptyState title="No fixtures yet">Fixtures appear here when a feed lists them.</EmptyState>
      ) : (
        <Explorer
          baseUrl={services.config.baseUrl}
          sports={choices}
          sport={sport.key}
          event={single(search.event)}
          markets={markets}
          market={market}
        />
      )}
    </>
  );
}
