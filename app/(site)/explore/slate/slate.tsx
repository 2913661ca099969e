"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from "react";
import { type Address, maxColumns, slateInput } from "@/app/(site)/explore/address";
import { ApiCall } from "@/app/(site)/explore/api-call";
import { BooksChip } from "@/app/(site)/explore/books-chip";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import screen from "@/app/(site)/explore/explore.module.css";
import { MarketNav } from "@/app/(site)/explore/game/market-nav";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import classes from "@/app/(site)/explore/slate/slate.module.css";
import { holdNow, nextMoment, sortGames } from "@/app/(site)/explore/slate/slate-figures";
import { countSlateBooks, SlateMissing } from "@/app/(site)/explore/slate/slate-missing";
import { SlateSwitch } from "@/app/(site)/explore/slate/slate-switch";
import { SlateTable } from "@/app/(site)/explore/slate/slate-table";
import { useKeptGames } from "@/app/(site)/explore/slate/use-kept-games";
import { showAddress, useSignInHref, useTitle } from "@/app/(site)/explore/use-address";
import { useViewer } from "@/app/(site)/explore/viewer";
import { LiveStatus } from "@/app/(site)/live/live-status";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import { useServerTime } from "@/app/(site)/live/use-server-time";
import { useView } from "@/app/(site)/live/use-view";
import type { FirstView } from "@/app/(site)/live/view-key";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";
import { SiteLink } from "@/app/ui/site-link";
import field from "@/app/ui/text-field.module.css";
import { minuteMs } from "@/server/domain/durations";
import type { SlateGame } from "@/server/market/screen/views";

// Most readers never open the grid.
const SlateGrid = dynamic(() =>
  import("@/app/(site)/explore/slate/slate-grid").then((file) => file.SlateGrid),
);

type SlateProps = {
  readonly sport: string;
  readonly title: string;
  readonly address: Address;
  readonly first: FirstView<"slate"> | undefined;
  readonly toolbar: ReactNode;
};

const sparklinesEveryMs = minuteMs;
const minGamesToFilter = 10;

const matches = ({ awayTeam, homeTeam }: SlateGame, filter: string): boolean =>
  `${awayTeam} ${homeTeam}`.toLowerCase().includes(filter.trim().toLowerCase());

/** The sorts that phones offer in a list, because they have no headers. */
const sorts = [
  { value: "", label: "Sort: start" },
  { value: "hold", label: "Sort: lowest hold" },
  { value: "books", label: "Sort: most books" },
] as const;

/** Shows only games with a hold below 0%. The box changes at once, because the URL changes a moment later. */
const HoldFilter = ({
  isOn,
  onChange,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => {
  const [state, setState] = useState({ isOn, isChecked: isOn });
  if (state.isOn !== isOn) setState({ isOn, isChecked: isOn });
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={state.isChecked}
        onChange={({ currentTarget: { checked } }) => {
          setState({ isOn, isChecked: checked });
          onChange(checked);
        }}
      />
      Hold below 0%
    </label>
  );
};

/** A league's games, one per row. */
export const Slate = ({ sport, title, address, first, toolbar }: SlateProps) => {
  const { preferences } = usePreferences();
  const { history } = useViewer();
  const signInHref = useSignInHref();
  const [filter, setFilter] = useState("");
  const { favourites, onlyFavourites } = preferences;
  const { market = "h2h", sort, hold, mode } = address;
  // Fields and menus respond at once. The prices render later.
  const notation = useDeferredValue(preferences.notation);
  const searched = useDeferredValue(filter);
  const filtered = onlyFavourites && favourites.length > 0;
  const polled = useView("slate", slateInput({ ...address, sport }, preferences), {
    first,
    nextLapse: ({ view }, now) => nextMoment(view, now),
  });
  const read = useView("sparklines", history ? { sport, market } : undefined, { everyMs: sparklinesEveryMs });
  const sparklines = read.read?.view ?? [];
  const view = polled.read?.view;
  useTitle(`${title} odds`);
  // The market stays when the league changes. Some leagues lack it.
  const lacksMarket = polled.failure?.code === "INVALID_MARKET" && address.market !== undefined;
  useEffect(() => {
    if (lacksMarket) showAddress({ ...address, market: undefined }, { replace: true });
  }, [lacksMarket, address]);
  const now = useServerTime((after) => nextMoment(view, after));
  const shown = (view?.games ?? []).filter(
    (game) =>
      game.start > now && matches(game, searched) && (hold === undefined || (holdNow(game, now) ?? 0) < 0),
  );
  const sorted = sortGames(shown, sort, now, sparklines);
  const { games, isStale, sortAgain } = useKeptGames(sorted, sort ?? "");
  const at = (part: Partial<Address>): Address => ({ ...address, sport, ...part });
  const nav = useMemo(
    () => (
      <MarketNav
        label="Markets"
        markets={view?.markets}
        current={market}
        to={(key) => ({ ...address, sport, market: key })}
      />
    ),
    [view?.markets, market, sport, address],
  );
  const showHold = (chosen: "negative" | undefined): void =>
    showAddress(at({ hold: chosen }), { replace: true });
  const table = { address: at({}), games, notation, now, sparklines, withMovement: history };
  return (
    <section aria-labelledby="slate" className={classes.screen}>
      <div className={screen.top}>
        <h1 id="slate" tabIndex={-1} className={screen.league}>
          {title}
        </h1>
        {toolbar}
      </div>
      {nav}
      <div className={classes.bar}>
        <div className={screen.state}>
          {(view !== undefined || polled.failure === undefined) && (
            <LiveStatus polled={polled} onRetry={polled.retry} signInHref={signInHref} />
          )}
          {view !== undefined && view.games.length > 0 && (
            <BooksChip counts={countSlateBooks(view)}>
              <SlateMissing view={view} />
            </BooksChip>
          )}
        </div>
        <div className={classes.tools}>
          <ApiCall target={`/v1/sports/${sport}/best?markets=${market}`} />
          <button type="button" className={classes.again} data-stale={isStale} onClick={sortAgain}>
            Sort again
          </button>
          <HoldFilter
            isOn={hold !== undefined}
            onChange={(isOn) => showHold(isOn ? "negative" : undefined)}
          />
          <select
            className={`${classes.sorts} ${field.arrow}`}
            aria-label="Sort games"
            value={sorts.some(({ value }) => value === sort) ? sort : ""}
            onChange={(event) =>
              showAddress(at({ sort: event.currentTarget.value || undefined }), { replace: true })
            }
          >
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <SlateSwitch sport={sport} market={address.market} isFinished={false} />
          <nav aria-label="Columns" className={screen.switch}>
            <ScreenLink to={at({ mode: undefined })} aria-current={mode === undefined ? "page" : undefined}>
              Best
            </ScreenLink>
            <ScreenLink to={at({ mode: "grid" })} aria-current={mode === "grid" ? "page" : undefined}>
              My books
            </ScreenLink>
          </nav>
          {(view?.games.length ?? 0) >= minGamesToFilter && (
            <input
              type="search"
              className={classes.filter}
              aria-label="Filter games by team"
              placeholder="Filter by team"
              data-slash
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
          )}
        </div>
      </div>
      {view === undefined && polled.failure === undefined && <LoadingLines rows={8} />}
      {view === undefined && polled.failure !== undefined && !lacksMarket && (
        <CallErrorState error={polled.failure} onRetry={polled.retry} />
      )}
      {view !== undefined && view.games.length === 0 && (
        <EmptyState title="No upcoming games" headingOrder={2}>
          This league has no upcoming games. Choose another league.
        </EmptyState>
      )}
      {view !== undefined && view.games.length > 0 && mode === "grid" && favourites.length === 0 && (
        <EmptyState title="No favourite books yet" headingOrder={2}>
          Open a game and star books. Each starred book gets a column here.
        </EmptyState>
      )}
      {view !== undefined && games.length > 0 && (mode !== "grid" || favourites.length > 0) && (
        <section className={mode === "grid" ? classes.wideFrame : classes.frame} aria-label="Games">
          {mode === "grid" ? (
            <SlateGrid {...table} view={view} columns={favourites.slice(0, maxColumns)} />
          ) : (
            <SlateTable {...table} view={view} />
          )}
        </section>
      )}
      {view !== undefined && view.games.length > 0 && games.length === 0 && (
        <EmptyState title="No game to show" headingOrder={2}>
          {hold === undefined
            ? "No game matches your filter."
            : "No game's best prices have a hold below 0% right now."}
        </EmptyState>
      )}
      <div className={classes.notes}>
        {filtered && (
          <p>
            Best prices are from your favourite books ({favourites.length}). The consensus includes all books.
          </p>
        )}
        <p>
          Viewing doesn't use your allowance. An outlier, a price far from the consensus, is never the best.{" "}
          <SiteLink href="/docs/guides/best-prices">
            How best prices, consensus and hold are computed
          </SiteLink>
        </p>
      </div>
    </section>
  );
};
