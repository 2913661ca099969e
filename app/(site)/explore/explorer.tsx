"use client";

import { Select } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import { CallNote } from "@/app/(site)/explore/call-note";
import classes from "@/app/(site)/explore/explore.module.css";
import { FixturePrices } from "@/app/(site)/explore/fixture-prices";
import type { MarketChoice, SportChoice } from "@/app/(site)/explore/list-choices";
import { Movement } from "@/app/(site)/explore/movement-view";
import { isPending, useCall } from "@/app/(site)/explore/use-call";
import { formatStart } from "@/app/(site)/format-price";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";

type ExplorerProps = {
  readonly baseUrl: string;
  readonly sports: readonly SportChoice[];
  readonly sport: string;
  readonly event: string | undefined;
  readonly markets: readonly MarketChoice[];
  readonly market: string;
};

const roleTitles = { main: "Main", other: "Other", prop: "Player props (Growth and above)" } as const;

const grouped = <T,>(
  items: readonly T[],
  groupOf: (item: T) => string,
  option: (item: T) => { value: string; label: string },
): { group: string; items: { value: string; label: string }[] }[] => {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const item of items) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), option(item)]);
  return [...groups].map(([group, members]) => ({ group, items: members }));
};

const selectProps = {
  searchable: true,
  allowDeselect: false,
  maxDropdownHeight: 360,
  nothingFoundMessage: "No matches",
};

/** Shows every book for the chosen sport, fixture and market, and how the market moved. The URL contains the choice. */
export const Explorer = ({ baseUrl, sports, sport, event, markets, market }: ExplorerProps) => {
  const router = useRouter();
  const [isNavigating, startNavigation] = useTransition();
  const go = (next: Readonly<Record<string, string>>): void =>
    startNavigation(() => router.push(`/explore?${new URLSearchParams(next)}`, { scroll: false }));

  const { state, retry } = useCall(sport, (client) => client.events.list.query({ sport }));
  const fixtures = state.kind === "done" ? state.response : [];
  const fixture = fixtures.find(({ id }) => id === event) ?? (event === undefined ? fixtures[0] : undefined);
  const listed = sports.some(({ key }) => key === sport);

  return (
    <div className={classes.explorer} aria-busy={isNavigating}>
      <div className={classes.choices}>
        <Select
          {...selectProps}
          label="Sport"
          value={sport}
          onChange={(value) => value !== null && go({ sport: value })}
          data={grouped(
            listed
              ? sports
              : [...sports, { key: sport, group: "No upcoming fixtures", title: sport, fixtures: 0 }],
            ({ group }) => group,
            ({ key, title, fixtures: count }) => ({ value: key, label: `${title} (${count})` }),
          )}
        />
        <Select
          {...selectProps}
          label="Fixture"
          placeholder={isPending(state) ? "Loading…" : "None"}
          disabled={fixtures.length === 0}
          value={fixture?.id ?? null}
          onChange={(value) => value !== null && go({ sport, event: value, market })}
          data={fixtures.map(({ id, away_team, home_team, commence_time }) => ({
            value: id,
            label: `${away_team} at ${home_team}, ${formatStart(Date.parse(String(commence_time)))}`,
          }))}
        />
        <Select
          {...selectProps}
          label="Market"
          value={market}
          onChange={(value) =>
            value !== null && go({ sport, ...(fixture && { event: fixture.id }), market: value })
          }
          data={grouped(
            markets,
            ({ role }) => roleTitles[role],
            ({ key, description }) => ({ value: key, label: description }),
          )}
        />
      </div>
      <CallNote baseUrl={baseUrl} target={`/v1/sports/${sport}/events`} counted={false} state={state} />
      {isPending(state) && <LoadingLines rows={8} />}
      {state.kind === "failed" && <CallErrorState error={state.error} onRetry={retry} />}
      {state.kind === "done" && fixtures.length === 0 && (
        <EmptyState title="No fixtures">
          This sport has no upcoming fixtures. Choose another sport.
        </EmptyState>
      )}
      {state.kind === "done" && fixtures.length > 0 && fixture === undefined && (
        <EmptyState title="Fixture not available">
          This game has started or doesn't exist. Choose another fixture.
        </EmptyState>
      )}
      {fixture !== undefined && (
        <>
          <FixturePrices
            baseUrl={baseUrl}
            sport={sport}
            event={fixture.id}
            market={market}
            title={`${fixture.away_team} at ${fixture.home_team}`}
          />
          <Movement
            key={`${fixture.id} ${market}`}
            baseUrl={baseUrl}
            sport={sport}
            event={fixture.id}
            market={market}
          />
        </>
      )}
    </div>
  );
};
