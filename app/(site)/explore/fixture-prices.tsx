"use client";

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import { CallNote } from "@/app/(site)/explore/call-note";
import classes from "@/app/(site)/explore/explore.module.css";
import { priceGrid } from "@/app/(site)/explore/price-grid";
import { PriceTable } from "@/app/(site)/explore/price-table";
import { isPending, useCall } from "@/app/(site)/explore/use-call";
import { formatStart } from "@/app/(site)/format-price";
import type { FixtureOdds } from "@/app/(site)/read-response";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";

type FixturePricesProps = {
  readonly baseUrl: string;
  readonly sport: string;
  readonly event: string;
  readonly market: string;
  readonly title: string;
};

const minLinesToFilter = 12;

const Prices = ({
  odds,
  market,
  at,
}: {
  readonly odds: FixtureOdds;
  readonly market: string;
  readonly at: number;
}) => {
  const [filter, setFilter] = useState("");
  const grid = priceGrid(odds, market);
  if (grid.lines.length === 0)
    return (
      <EmptyState title="No current prices" headingOrder={3}>
        No book has a current price for this market. Most books quote the main markets.
      </EmptyState>
    );
  const searchText = filter.trim().toLowerCase();
  const lines = grid.lines.filter(({ subject, point }) =>
    `${subject ?? ""} ${point ?? ""}`.toLowerCase().includes(searchText),
  );
  return (
    <>
      {grid.lines.length > minLinesToFilter && (
        <TextInput
          label={`Filter ${grid.lines.length} lines`}
          placeholder="Player, team or line"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          maw={320}
        />
      )}
      <PriceTable grid={{ ...grid, lines }} homeTeam={odds.home_team} awayTeam={odds.away_team} at={at} />
    </>
  );
};

/** One market of one fixture, one row per book. */
export const FixturePrices = ({ baseUrl, sport, event, market, title }: FixturePricesProps) => {
  const target = `/v1/sports/${sport}/events/${encodeURIComponent(event)}/odds?markets=${market}`;
  const { state, retry } = useCall(target, (client) =>
    client.odds.one.query({ sport, id: event, markets: market }),
  );
  return (
    <section className={classes.view} aria-labelledby="prices">
      <div className={classes.head}>
        <div>
          <h2 id="prices">{title}</h2>
          {state.kind === "done" && (
            <p>
              {state.response.sport_title} · {formatStart(Date.parse(String(state.response.commence_time)))} ·{" "}
              {state.response.bookmakers.length} books
            </p>
          )}
        </div>
        {state.kind === "done" && (
          <Button variant="default" size="xs" onClick={retry}>
            Refresh (1 request)
          </Button>
        )}
      </div>
      <CallNote baseUrl={baseUrl} target={target} counted state={state} />
      {isPending(state) && <LoadingLines rows={10} />}
      {state.kind === "failed" && <CallErrorState error={state.error} onRetry={retry} />}
      {state.kind === "done" && (
        <>
          <Prices odds={state.response} market={market} at={state.at} />
          <p className={classes.unmatched}>
            {state.response.unmatched_bookmakers.length === 0
              ? "No unmatched books reported."
              : `These books have a price we couldn't safely match to this game: ${state.response.unmatched_bookmakers.join(", ")}.`}{" "}
            <a href="/docs/guides/unmatched-books">Unmatched books</a>
          </p>
        </>
      )}
    </section>
  );
};
