import type { Metadata } from "next";
import { Explorer } from "@/app/(site)/explore/explorer";
import { listMarketChoices, listSportChoices } from "@/app/(site)/explore/list-choices";
import { requireSession } from "@/app/read-session";
import { EmptyState } from "@/app/ui/empty-state";
import { PageTitle } from "@/app/ui/page-title";
import { findSport } from "@/server/catalogue/sports";
import { getShared } from "@/server/http/shared";

export const metadata: Metadata = {
  title: "Explore",
  description: "Every book side by side for one fixture, and how its prices moved.",
  robots: { index: false },
};

type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

const single = (value: Search[string]): string | undefined => (typeof value === "string" ? value : undefined);

const addressOf = (search: Search): string => {
  const kept = (["sport", "event", "market"] as const).flatMap((name) => {
    const value = single(search[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length === 0 ? "/explore" : `/explore?${new URLSearchParams(kept)}`;
};

export default async function Explore({ searchParams }: { readonly searchParams: Promise<Search> }) {
  const search = await searchParams;
  await requireSession(addressOf(search));
  const { services } = await getShared();
  const choices = listSportChoices(services.board, services.now());
  const asked = findSport(single(search.sport) ?? "");
  const sport = asked ?? findSport(choices[0]?.key ?? "");
  const markets = sport === undefined ? [] : listMarketChoices(sport);
  const market = markets.find(({ key }) => key === single(search.market))?.key ?? "h2h";
  return (
    <>
      <PageTitle
        title="Explore"
        lead="Every book side by side for one fixture. This page calls the API as your account: what it counts is counted as any call."
      />
      {sport === undefined ? (
        <EmptyState title="No fixtures yet">
          No sport has a fixture that has not started. They appear here as soon as a feed lists one.
        </EmptyState>
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
