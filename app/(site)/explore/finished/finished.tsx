"use client";

import { type ReactNode, useDeferredValue, useState } from "react";
import type { Address } from "@/app/(site)/explore/address";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import screen from "@/app/(site)/explore/explore.module.css";
import classes from "@/app/(site)/explore/finished/finished.module.css";
import { addDays, dayOf, listedRange } from "@/app/(site)/explore/finished/finished-days";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { SlateSwitch } from "@/app/(site)/explore/slate/slate-switch";
import { useZone } from "@/app/(site)/explore/start-time";
import { showAddress, useTitle } from "@/app/(site)/explore/use-address";
import { formatClock, formatDay } from "@/app/(site)/live/time-text";
import { useServerTime } from "@/app/(site)/live/use-server-time";
import { useView } from "@/app/(site)/live/use-view";
import type { FirstView } from "@/app/(site)/live/view-key";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";
import { minuteMs } from "@/server/domain/durations";
import type { FinishedGame } from "@/server/market/screen/views";

const everyMs = minuteMs;

const isFound = ({ awayTeam, homeTeam }: FinishedGame, searched: string): boolean =>
  `${awayTeam} ${homeTeam}`.toLowerCase().includes(searched);

/** A league's games that have started, by day, the latest first. Each leads to its closing prices. */
export const Finished = ({
  sport,
  title,
  address,
  first,
  toolbar,
}: {
  readonly sport: string;
  readonly title: string;
  readonly address: Address;
  readonly first: FirstView<"finished"> | undefined;
  readonly toolbar: ReactNode;
}) => {
  const zone = useZone();
  const now = useServerTime(() => undefined);
  const [filter, setFilter] = useState("");
  const searched = useDeferredValue(filter.trim().toLowerCase());
  const { day, market } = address;
  const range = listedRange(day, zone, now);
  const polled = useView(
    "finished",
    { sport, from: String(range.from), to: String(range.to) },
    { first, everyMs },
  );
  useTitle(`${title}: finished games`);
  const view = polled.read?.view;
  const days = new Map<string, FinishedGame[]>();
  for (const game of view ?? []) {
    if (!isFound(game, searched)) continue;
    const key = dayOf(game.start, zone);
    days.set(key, [...(days.get(key) ?? []), game]);
  }
  const today = dayOf(now, zone);
  const show = (chosen: string | undefined): void =>
    showAddress({ sport, market, view: "finished", day: chosen }, { replace: true });
  return (
    <section aria-labelledby="finished">
      <div className={screen.top}>
        <h1 id="finished" tabIndex={-1} className={screen.league}>
          {title}
        </h1>
        {toolbar}
      </div>
      <div className={classes.bar}>
        <SlateSwitch sport={sport} market={market} isFinished />
        <div className={classes.days}>
          <button type="button" aria-label="Previous day" onClick={() => show(addDays(day ?? today, -1))}>
            ‹
          </button>
          <input
            type="date"
            aria-label="Day"
            max={today}
            value={day ?? ""}
            onChange={(event) => show(event.currentTarget.value || undefined)}
          />
          <button
            type="button"
            aria-label="Next day"
            disabled={day === undefined || day >= today}
            onClick={() => day !== undefined && show(addDays(day, 1))}
          >
            ›
          </button>
          {day !== undefined && (
            <button type="button" onClick={() => show(undefined)}>
              Last 14 days
            </button>
          )}
        </div>
        <input
          type="search"
          className={classes.filter}
          aria-label="Filter games by team"
          placeholder="Filter by team"
          data-slash
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      {view === undefined && polled.failure === undefined && <LoadingLines rows={8} />}
      {view === undefined && polled.failure !== undefined && (
        <CallErrorState error={polled.failure} onRetry={polled.retry} />
      )}
      {view !== undefined && days.size === 0 && (
        <EmptyState title="No finished games" headingOrder={2}>
          {searched === ""
            ? day === undefined
              ? "No game of this league started in the last 14 days."
              : "No game of this league started on this day."
            : "No game matches your filter."}
        </EmptyState>
      )}
      {[...days].map(([key, games]) => (
        <section key={key} className={classes.day} aria-label={formatDay(games[0]?.start ?? 0, zone)}>
          <h2>{formatDay(games[0]?.start ?? 0, zone)}</h2>
          <ul>
            {games.map(({ id, start, awayTeam, homeTeam }) => (
              <li key={id}>
                <time dateTime={new Date(start).toISOString()}>{formatClock(start, zone)}</time>
                <ScreenLink to={{ sport, event: id, market }}>
                  {awayTeam} at {homeTeam}
                </ScreenLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
};
