"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from "react";
import { type Address, gameInput } from "@/app/(site)/explore/address";
import { ApiCall } from "@/app/(site)/explore/api-call";
import { CallErrorState } from "@/app/(site)/explore/call-error-state";
import screen from "@/app/(site)/explore/explore.module.css";
import type { FirstViews } from "@/app/(site)/explore/first-views";
import classes from "@/app/(site)/explore/game/game.module.css";
import { GameBooks } from "@/app/(site)/explore/game/game-books";
import { MarketNav } from "@/app/(site)/explore/game/market-nav";
import { MarketPrices } from "@/app/(site)/explore/game/market-prices";
import { useLastChanges } from "@/app/(site)/explore/game/use-last-changes";
import { NeedsPlan } from "@/app/(site)/explore/needs-plan";
import { PlayerProps } from "@/app/(site)/explore/props/player-props";
import { ScreenLink } from "@/app/(site)/explore/screen-link";
import { StartsAt } from "@/app/(site)/explore/start-time";
import { useSignInHref, useTitle } from "@/app/(site)/explore/use-address";
import { nextLapseOf, useOpenQuotes } from "@/app/(site)/explore/use-open-quotes";
import { useViewer } from "@/app/(site)/explore/viewer";
import { bookText } from "@/app/(site)/live/book-name";
import { LiveStatus } from "@/app/(site)/live/live-status";
import { usePreferences } from "@/app/(site)/live/use-preferences";
import { useView } from "@/app/(site)/live/use-view";
import type { FirstView } from "@/app/(site)/live/view-key";
import { EmptyState } from "@/app/ui/empty-state";
import { LoadingLines } from "@/app/ui/loading-lines";
import { minuteMs } from "@/server/domain/durations";
import type { GameView } from "@/server/market/screen/views";

// Most visits need neither of these.
const Movement = dynamic(() =>
  import("@/app/(site)/explore/movement/movement-view").then((file) => file.Movement),
);
const ClosingPrices = dynamic(() =>
  import("@/app/(site)/explore/finished/closing-prices").then((file) => file.ClosingPrices),
);

/** How often the movement is read. Each read needs the archive, and new prices are rare, so the interval is long. */
const movementEveryMs = minuteMs;

type GameProps = {
  readonly sport: string;
  readonly sportTitle: string;
  readonly event: string;
  readonly address: Address;
  readonly first: Pick<FirstViews, "game" | "movement" | "closing">;
  readonly toolbar: ReactNode;
};

const Prices = ({
  view,
  address,
  filter,
  closing,
}: {
  readonly view: GameView;
  readonly closing: FirstView<"closing"> | undefined;
  readonly address: Address;
  /** Only books whose names contain this text are shown. */
  readonly filter: string;
}) => {
  const { preferences } = usePreferences();
  const { quotes, isFading, isClosed } = useOpenQuotes(view);
  const { onlyFavourites } = preferences;
  // Fields and menus respond at once. The prices render later, because rendering 60 books is slow.
  const notation = useDeferredValue(preferences.notation);
  const searched = useDeferredValue(filter.trim().toLowerCase());
  const only = useDeferredValue(
    onlyFavourites && preferences.favourites.length > 0 ? preferences.favourites : undefined,
  );
  const { books } = view;
  // A player's props and a ladder are several markets.
  const isOneMarket =
    address.player === undefined && !view.quotes.some(({ market }) => market !== view.market);
  const isShown = useCallback(
    (book: string): boolean =>
      only?.includes(book) !== false && bookText(books, book).toLowerCase().includes(searched),
    [only, books, searched],
  );
  const { sport = "", event = "" } = address;
  const changedAt = useLastChanges(
    sport,
    event,
    isOneMarket ? (address.market ?? "h2h") : undefined,
    view.quotes,
  );
  const toPlayer = useCallback((player: string): Address => ({ sport, event, player }), [sport, event]);
  const shownMarket = address.market;
  const toLine = useCallback(
    (line: string | undefined): Address => ({ sport, event, market: shownMarket, line }),
    [sport, event, shownMarket],
  );
  if (isClosed)
    return (
      <ClosingPrices
        view={view}
        market={address.market ?? "h2h"}
        first={closing}
        to={{ sport, event, market: address.market, view: "movement" }}
      />
    );
  const shown = new Set(quotes.filter(({ book }) => isShown(book)).map(({ book }) => book)).size;
  const all = new Set(quotes.map(({ book }) => book)).size;
  const market = view.markets.find(({ key }) => key === view.market);
  const prices = { view, quotes, isShown, isFading, notation };
  return (
    <>
      {shown < all && shown > 0 && (
        <p className={classes.count}>
          {shown} of {all} books{onlyFavourites && " (favourites)"}
        </p>
      )}
      {shown === 0 ? (
        <EmptyState title={all === 0 ? "No current prices" : "No book to show"} headingOrder={2}>
          {all === 0
            ? "No book has a current price for this market."
            : "No book that your filter includes has a current price for this market."}
        </EmptyState>
      ) : (
        <section aria-label="Prices" className={classes.prices}>
          {address.player === undefined ? (
            <MarketPrices
              {...prices}
              changedAt={changedAt}
              point={address.line}
              toLine={toLine}
              toPlayer={market?.role === "prop" ? toPlayer : undefined}
            />
          ) : (
            <PlayerProps {...prices} toMarket={(key) => ({ sport, event, market: key })} />
          )}
        </section>
      )}
    </>
  );
};

/** Marks a view that the reader's plan does not include. */
const Lock = () => (
  <svg className={classes.lock} viewBox="0 0 10 12" aria-hidden="true">
    <path d="M2.5 5V3.5a2.5 2.5 0 0 1 5 0V5M1 5h8v6H1z" />
  </svg>
);

/** One game: every book's prices of one market or player, or the movement of a market. */
export const Game = ({ sport, sportTitle, event, address, first, toolbar }: GameProps) => {
  const signInHref = useSignInHref();
  const polled = useView("game", gameInput(sport, event, address), {
    first: first.game,
    nextLapse: ({ view }, now) => nextLapseOf(view, now),
  });
  const view = polled.read?.view;
  const market = address.market ?? "h2h";
  const { player } = address;
  const [filter, setFilter] = useState("");
  const { history } = useViewer();
  const isMovement = address.view === "movement";
  const moves = useView("movement", isMovement && history ? { sport, event, market } : undefined, {
    first: first.movement,
    everyMs: movementEveryMs,
  });
  const open = useOpenQuotes(view);
  const { isClosed } = open;
  const shown = isMovement ? moves : polled;
  const failed = isMovement && moves.failure === undefined ? polled : shown;
  const at = (part: Partial<Address>): Address => ({ sport, event, market, ...part });
  // While another market of the same game loads, the game's name, start and markets stay.
  const [last, setLast] = useState<{ readonly event: string; readonly view: GameView }>();
  if (view !== undefined && (last?.event !== event || last.view !== view)) setLast({ event, view });
  const frame = view ?? (last?.event === event ? last.view : undefined);
  const title = frame === undefined ? "Game" : `${frame.awayTeam} at ${frame.homeTeam}`;
  useTitle(title);
  const current = frame?.markets.find(({ key }) => key === market);
  // The list of markets is long. It must not render again with every letter typed into the filter.
  const nav = useMemo(
    () => (
      <MarketNav
        label="Markets"
        markets={frame?.markets}
        current={player === undefined ? market : undefined}
        to={(key) => ({ sport, event, market: key, ...(isMovement && { view: "movement" }) })}
      />
    ),
    [frame?.markets, player, market, sport, event, isMovement],
  );
  return (
    <section aria-labelledby="game" className={classes.screen}>
      <div className={screen.top}>
        <div>
          <p className={classes.back}>
            <ScreenLink
              to={{
                sport,
                market: current?.role === "main" ? market : undefined,
                view: isClosed ? "finished" : undefined,
              }}
            >
              ← {frame?.sportTitle ?? sportTitle}
            </ScreenLink>
          </p>
          <h1 id="game" tabIndex={-1}>
            {title}
          </h1>
          {frame !== undefined && <StartsAt at={frame.start} className={classes.starts} />}
        </div>
        {toolbar}
      </div>
      {nav}
      {player !== undefined && <h2 className={classes.player}>{player}</h2>}
      <div className={classes.bar}>
        {player === undefined && (
          <nav aria-label="Views" className={screen.switch}>
            <ScreenLink to={at({})} aria-current={isMovement ? undefined : "page"}>
              Prices
            </ScreenLink>
            <ScreenLink to={at({ view: "movement" })} aria-current={isMovement ? "page" : undefined}>
              Movement
              {!history && <Lock />}
            </ScreenLink>
          </nav>
        )}
        {!isMovement && (
          <input
            type="search"
            className={classes.search}
            aria-label="Filter books"
            placeholder="Filter books"
            value={filter}
            onChange={(change) => setFilter(change.currentTarget.value)}
          />
        )}
        <div className={screen.state}>
          {!isClosed &&
            (history || !isMovement) &&
            (shown.read !== undefined || shown.failure === undefined) && (
              <LiveStatus
                polled={{
                  confirmedAt: shown.confirmedAt,
                  failure: failed.failure,
                  nextTryAt: failed.nextTryAt,
                }}
                onRetry={failed.retry}
                signInHref={signInHref}
              />
            )}
          {view?.state === "open" && !isClosed && !isMovement && (
            <ApiCall
              target={`/v1/sports/${sport}/events/${encodeURIComponent(event)}/odds?markets=${[
                // The views of a player and of a ladder show several markets.
                ...new Set([
                  ...(player === undefined ? [market] : []),
                  ...view.quotes.map((quote) => quote.market),
                ]),
              ].join(",")}`}
            />
          )}
          {view !== undefined && !isClosed && !isMovement && <GameBooks view={view} open={open} />}
        </div>
      </div>
      {isMovement && !history ? (
        <NeedsPlan
          title="Price movement is on the Scale plan."
          text="See how this line moved since it opened."
        />
      ) : isMovement ? (
        <Movement
          market={market}
          address={address}
          polled={moves}
          game={view}
          isGameFailed={polled.failure !== undefined}
        />
      ) : (
        <>
          {view === undefined && polled.failure === undefined && <LoadingLines rows={10} />}
          {view === undefined && polled.failure !== undefined && (
            <CallErrorState error={polled.failure} onRetry={polled.retry} />
          )}
          {view !== undefined && (
            <Prices
              key={`${market} ${player}`}
              view={view}
              address={address}
              filter={filter}
              closing={first.closing}
            />
          )}
        </>
      )}
    </section>
  );
};
