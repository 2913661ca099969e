"use client";

import Link from "next/link";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { slateInput } from "@/app/(site)/explore/address";
import { ApiCall } from "@/app/(site)/explore/api-call";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import screen from "@/app/(site)/explore/explore.module.css";
import { MarketNav } from "@/app/(site)/explore/game/market-nav";
import classes from "@/app/(site)/explore/slate/slate.module.css";
import { SlateRow } from "@/app/(site)/explore/slate/slate-row";
import { useSignInHref, useTitle } from "@/app/(site)/explore/use-address";
import { useViewer } from "@/app/(site)/explore/viewer";
import { bookText } from "@/app/(site)/live/book-name";
import { LiveStatus } from "@/app/(site)/live/live-status";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import { useServerTime } from "@/app/(site)/live/use-server-time";
import { useView } from "@/app/(site)/live/use-view";
import type { FirstView } from "@/app/(site)/live/view-key";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";
import type { SlateGame, SlateView } from "@/server/market/screen/views";

type SlateProps = {
  readonly sport: string;
  readonly title: string;
  readonly market: string;
  readonly first: FirstView<"slate"> | undefined;
  readonly toolbar: ReactNode;
};

/** The first moment after `now` at which a game starts, or at which a price is removed because it was not checked in time. */
const nextMoment = (view: SlateView | undefined, now: number): number | undefined => {
  let next = Number.POSITIVE_INFINITY;
  const consider = (moment: number | null): void => {
    if (moment !== null && moment > now && moment < next) next = moment;
  };
  for (const { sides, lastLeavesAt, start } of view?.games ?? []) {
    consider(start);
    consider(lastLeavesAt);
    for (const { levels } of sides)
      for (const { quotes } of levels) for (const { leavesAt } of quotes) consider(leavesAt);
  }
  return Number.isFinite(next) ? next : undefined;
};

const sparklinesEveryMs = 60_000;
const minGamesToFilter = 10;

const matches = ({ awayTeam, homeTeam }: SlateGame, filter: string): boolean =>
  `${awayTeam} ${homeTeam}`.toLowerCase().includes(filter.trim().toLowerCase());

/** Each book whose prices were removed because they were not checked in time, with the number of games: `Northline (3 games)`. */
const lapsedBooks = ({ games, books }: SlateView): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { lapsed } of games) for (const book of lapsed) counts.set(book, (counts.get(book) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([book, count]) => `${bookText(books, book)} (${count} ${count === 1 ? "game" : "games"})`);
};

/** A league's games, one per row. */
export const Slate = ({ sport, title, market, first, toolbar }: SlateProps) => {
  const { preferences } = usePreferences();
  const { history } = useViewer();
  const signInHref = useSignInHref();
  const [filter, setFilter] = useState("");
  const { favourites, onlyFavourites } = preferences;
  // Fields and menus respond at once. The prices render later.
  const notation = useDeferredValue(preferences.notation);
  const searched = useDeferredValue(filter);
  const filtered = onlyFavourites && favourites.length > 0;
  const input = slateInput(sport, market, preferences);
  const polled = useView("slate", input, {
    first,
    nextLapse: ({ view }, now) => nextMoment(view, now),
  });
  const sparklines = useView("sparklines", history ? { sport, market } : undefined, {
    everyMs: sparklinesEveryMs,
  });
  const view = polled.read?.view;
  useTitle(`${title} odds`);
  const now = useServerTime((after) => nextMoment(view, after));
  const games = view?.games.filter((game) => game.start > now && matches(game, searched)) ?? [];
  const lapsed = view === undefined ? [] : lapsedBooks(view);
  const nav = useMemo(
    () => (
      <MarketNav
        label="Markets"
        markets={view?.markets ?? []}
        current={market}
        to={(key) => ({ sport, market: key })}
      />
    ),
    [view?.markets, market, sport],
  );
  return (
    <section aria-labelledby="slate">
      <div className={screen.top}>
        <h1 id="slate" tabIndex={-1}>
          {title}
        </h1>
        {toolbar}
      </div>
      {nav}
      <div className={classes.bar}>
        {(view !== undefined || polled.failure === undefined) && (
          <LiveStatus polled={polled} onRetry={polled.retry} signInHref={signInHref} />
        )}
        {(view?.games.length ?? 0) >= minGamesToFilter && (
          <input
            type="search"
            className={classes.filter}
            aria-label="Filter games by team"
            placeholder="Filter by team"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
      </div>
      {view === undefined && polled.failure === undefined && <LoadingLines rows={8} />}
      {view === undefined && polled.failure !== undefined && (
        <CallErrorState error={polled.failure} onRetry={polled.retry} />
      )}
      {view !== undefined && view.games.length === 0 && (
        <EmptyState title="No upcoming games" headingOrder={2}>
          This league has no upcoming games. Choose another league.
        </EmptyState>
      )}
      {view !== undefined && view.games.length > 0 && (
        <section className={classes.frame} aria-label="Games">
          <table className={classes.slate}>
            <thead>
              <tr>
                <th scope="col" className={`${classes.cell} ${classes.head} ${classes.start}`}>
                  Start
                </th>
                <th scope="col" className={`${classes.cell} ${classes.head} ${classes.game}`}>
                  Game
                </th>
                <th scope="col" className={`${classes.cell} ${classes.head} ${classes.prices}`}>
                  Best price
                </th>
                <th scope="col" className={`${classes.cell} ${classes.head} ${classes.who}`}>
                  Book
                </th>
                <th scope="col" className={`${classes.cell} ${classes.head} ${classes.fair}`}>
                  Consensus
                </th>
                <th scope="col" className={`${classes.cell} ${classes.head} ${classes.figure}`}>
                  Hold
                </th>
                <th scope="col" className={`${classes.cell} ${classes.head} ${classes.figure}`}>
                  Books
                </th>
                {history && (
                  <th scope="col" className={`${classes.cell} ${classes.head} ${classes.movement}`}>
                    Move since open
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {games.map((game) => (
                <SlateRow
                  key={game.id}
                  sport={sport}
                  market={market}
                  game={game}
                  books={view.books}
                  notation={notation}
                  now={now}
                  sparkline={sparklines.read?.view.find(({ id }) => id === game.id)}
                  withMovement={history}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className={classes.notes}>
        {filtered && (
          <p>
            Best prices are from your favourite books ({favourites.length}). The consensus includes all books.
          </p>
        )}
        {lapsed.length > 0 && <p>Not shown because we couldn't confirm them in time: {lapsed.join(", ")}.</p>}
        <p>Viewing doesn't use your allowance.</p>
        <p>
          Consensus: the median no-vig probability of the other books; the book with the best price is left
          out. Hold: the combined margin at the best prices. Below 0%, backing every side at these prices
          locks in a profit, if each bet is accepted. An outlier, a price far from the consensus, is never the
          best. <Link href="/docs/guides/best-prices">How best prices are computed</Link>
        </p>
        <ApiCall target={`/v1/sports/${sport}/best?markets=${market}`} />
      </div>
    </section>
  );
};
