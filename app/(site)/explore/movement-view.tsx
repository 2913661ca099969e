"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import { CallNote } from "@/app/(site)/explore/call-note";
import classes from "@/app/(site)/explore/explore.module.css";
import { listSeries } from "@/app/(site)/explore/movement";
import { isPending, useCall } from "@/app/(site)/explore/use-call";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";

// The chart library is the largest script of the site, so it loads on demand.
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

/** The recorded price series of a market. The call costs a request, so it waits for a click. */
export const Movement = ({ baseUrl, sport, event, market }: MovementProps) => {
  const [requested, setRequested] = useState(false);
  const target = `/v1/historical/sports/${sport}/events/${encodeURIComponent(event)}/odds?markets=${market}&oddsFormat=decimal`;
  const { state, retry } = useCall(requested ? target : undefined, (client) =>
    client.history.series.query({ sport, id: event, markets: market, oddsFormat: "decimal" }),
  );
  const recorded = state.kind === "done" && listSeries(state.response, market).length > 0;
  return (
    <section className={classes.view} aria-labelledby="movement">
      <div className={classes.head}>
        <div>
          <h2 id="movement">Movement</h2>
          <p>Every recorded price of this market since it opened. Requires the Scale plan or above.</p>
        </div>
        {!requested && (
          <Button variant="default" size="xs" onClick={() => setRequested(true)}>
            Load movement (1 request)
          </Button>
        )}
      </div>
      <CallNote baseUrl={baseUrl} target={target} counted state={state} />
      {isPending(state) && <LoadingLines rows={6} />}
      {state.kind === "failed" && <CallErrorState error={state.error} onRetry={retry} />}
      {state.kind === "done" && !recorded && (
        <EmptyState title="No recorded prices" headingOrder={3}>
          The archive has no price of this market for this fixture.
        </EmptyState>
      )}
      {state.kind === "done" && recorded && (
        <MovementChart series={state.response} market={market} until={state.at} />
      )}
    </section>
  );
};
