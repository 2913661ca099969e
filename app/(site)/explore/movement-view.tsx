"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CallNote } from "@/app/(site)/explore/call-note";
import classes from "@/app/(site)/explore/explore.module.css";
import { type FixtureSeries, listFollowed } from "@/app/(site)/explore/movement";
import { RefusalState } from "@/app/(site)/explore/refusal-state";
import { isPending, useCall } from "@/app/(site)/explore/use-call";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";

// The charts are the heaviest part of the site: loaded when a movement is asked for.
const MovementChart = dynamic(
  () => import("@/app/(site)/explore/movement-chart").then(({ MovementChart: chart }) => chart),
  { ssr: false, loading: () => <LoadingLines rows={6} /> },
);

type MovementProps = {
  readonly baseUrl: string;
  readonly sport: string;
  readonly event: string;
  readonly market: string;
};

/** How a market moved, from its recorded series. It is a counted call, so it is made when asked for. */
export const Movement = ({ baseUrl, sport, event, market }: MovementProps) => {
  const [asked, setAsked] = useState(false);
  const target = `/v1/historical/sports/${sport}/events/${encodeURIComponent(event)}/odds?markets=${market}&oddsFormat=decimal`;
  const { state, again } = useCall<FixtureSeries>(asked ? target : undefined, (client) =>
    client.history.series.query({ sport, id: event, markets: market, oddsFormat: "decimal" }),
  );
  const recorded = state.kind === "answered" && listFollowed(state.answer, market).length > 0;
  return (
    <section className={classes.view} aria-labelledby="movement">
      <div className={classes.head}>
        <div>
          <h2 id="movement">Movement</h2>
          <p>
            Every recorded price of this market since it opened. History is part of the Scale plan and above.
          </p>
        </div>
        {!asked && (
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            Load movement (1 request)
          </Button>
        )}
      </div>
      <CallNote baseUrl={baseUrl} target={target} counted state={state} />
      {isPending(state) && <LoadingLines rows={6} />}
      {state.kind === "refused" && <RefusalState refusal={state.refusal} onRetry={again} />}
      {state.kind === "answered" && !recorded && (
        <EmptyState title="Nothing recorded" headingOrder={3}>
          The archive holds no price of this market on this fixture.
        </EmptyState>
      )}
      {state.kind === "answered" && recorded && (
        <MovementChart series={state.answer} market={market} until={state.at} />
      )}
    </section>
  );
};
