"use client";

import { Select } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { CallNote } from "@/app/(site)/explore/call-note";
import classes from "@/app/(site)/explore/explore.module.css";
import { FixturePrices } from "@/app/(site)/explore/fixture-prices";
import type { MarketChoice, SportChoice } from "@/app/(site)/explore/list-choices";
import { Movement } from "@/app/(site)/explore/movement-view";
import { RefusalState } from "@/app/(site)/explore/refusal-state";
import { isPending, useCall } from "@/app/(site)/explore/use-call";
import { startText } from "@/app/(site)/price-text";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";

type Fixture = {
  readonly id: string;
  readonly commence_time: string;
  readonly home_team: string;
  readonly away_team: string;
};

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
  nothingFoundMessage: "Nothing found",
};

/** Choose a sport, a fixture and a market; see every book, and how the market moved. The choice stands in the address. */
export const Explorer = ({ baseUrl, sports, sport, event, markets, market }: ExplorerProps) => {
  const router = useRouter();
  const [moving, startMoving] = useTransition();
  const go = (next: Readonly<Record<string, string>>): void =>
    startMoving(() => router.push(`/explore?${new URLSearchParams(next)}`, { scroll: false }));

  const { state, again } = useCall<readonly Fixture[]>(sport, (client) =>
    client.events.list.query({ sport }),
  );
  const fixtures = state.kind === "answered" ? state.answer : [];
  const fixture = fixtures.find(({ id }) => id === event) ?? (event === undefined ? fixtures[0] : undefined);
  const listed = sports.some(({ key }) => key === sport);

  return (
    <div className={classes.explorer} aria-busy={moving}>
      <div className={classes.choices}>
        <Select
          {...selectProps}
          label="Sport"
          value={sport}
          onChange={(value) => value !== null && go({ sport: value })}
          data={grouped(
            listed
              ? sports
              : [...sports, { key: sport, group: "Without fixtures", title: sport, fixtures: 0 }],
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
            label: `${away_team} at ${home_team}, ${startText(Date.parse(commence_time))}`,
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
      {state.kind === "refused" && <RefusalState refusal={state.refusal} onRetry={again} />}
      {state.kind === "answered" && fixtures.length === 0 && (
        <EmptyState title="No fixtures">
          This sport has no fixture that has not started. Choose another one.
        </EmptyState>
      )}
      {state.kind === "answered" && fixtures.length > 0 && fixture === undefined && (
        <EmptyState title="This fixture is not open">
          It has started, or there is no such fixture. Prices are shown until the start; choose another one.
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
