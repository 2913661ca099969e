"use client";

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { CallNote } from "@/app/(site)/explore/call-note";
import classes from "@/app/(site)/explore/explore.module.css";
import { priceGrid } from "@/app/(site)/explore/price-grid";
import { PriceTable } from "@/app/(site)/explore/price-table";
import { RefusalState } from "@/app/(site)/explore/refusal-state";
import { isPending, useCall } from "@/app/(site)/explore/use-call";
import { startText } from "@/app/(site)/price-text";
import type { FixtureOdds } from "@/app/(site)/read-answer";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";

type FixturePricesProps = {
  readonly baseUrl: string;
  readonly sport: string;
  readonly event: string;
  readonly market: string;
  readonly title: string;
};

const manyLines = 12;

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
      <EmptyState title="No current price" headingOrder={3}>
        No book has a current price for this market. The main markets are the ones that most books quote.
      </EmptyState>
    );
  const wanted = filter.trim().toLowerCase();
  const lines = grid.lines.filter(({ subject, point }) =>
    `${subject ?? ""} ${point ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      {grid.lines.length > manyLines && (
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

/** One market of one fixture, every book side by side. */
export const FixturePrices = ({ baseUrl, sport, event, market, title }: FixturePricesProps) => {
  const target = `/v1/sports/${sport}/events/${encodeURIComponent(event)}/odds?markets=${market}`;
  const { state, again } = useCall<FixtureOdds>(target, (client) =>
    client.odds.one.query({ sport, id: event, markets: market }),
  );
  return (
    <section className={classes.view} aria-labelledby="prices">
      <div className={classes.head}>
        <div>
          <h2 id="prices">{title}</h2>
          {state.kind === "answered" && (
            <p>
              {state.answer.sport_title} · {startText(Date.parse(String(state.answer.commence_time)))} ·{" "}
              {state.answer.bookmakers.length} books
            </p>
          )}
        </div>
        {state.kind === "answered" && (
          <Button variant="default" size="xs" onClick={again}>
            Refresh (1 request)
          </Button>
        )}
      </div>
      <CallNote baseUrl={baseUrl} target={target} counted state={state} />
      {isPending(state) && <LoadingLines rows={10} />}
      {state.kind === "refused" && <RefusalState refusal={state.refusal} onRetry={again} />}
      {state.kind === "answered" && (
        <>
          <Prices odds={state.answer} market={market} at={state.at} />
          <p className={classes.unmatched}>
            {state.answer.unmatched_bookmakers.length === 0
              ? "Every book that had a price for this fixture was matched to it."
              : `Not matched safely, so not shown: ${state.answer.unmatched_bookmakers.join(", ")}.`}{" "}
            <a href="/docs/guides/unmatched-books">Unmatched books</a>
          </p>
        </>
      )}
    </section>
  );
};
