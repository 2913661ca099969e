"use client";

import { type ReactNode, useState } from "react";
import {
  byEdge,
  groupLines,
  isBestPrice,
  type LineRow,
  type PriceLine,
  sidesIn,
  sourceIn,
} from "@/app/(site)/explore/game/price-lines";
import { sideName } from "@/app/(site)/explore/side-names";
import { nextLapseOf, useOpenQuotes } from "@/app/(site)/explore/use-open-quotes";
import classes from "@/app/(site)/home/live-board.module.css";
import { Age } from "@/app/(site)/live/age";
import { BookName, bookText } from "@/app/(site)/live/book-name";
import { LiveStatus } from "@/app/(site)/live/live-status";
import { PriceText } from "@/app/(site)/live/price-text";
import { startServerClock } from "@/app/(site)/live/start-clock";
import { formatUtc } from "@/app/(site)/live/time-text";
import { RenderedAt } from "@/app/(site)/live/use-server-time";
import { useView } from "@/app/(site)/live/use-view";
import type { FirstView } from "@/app/(site)/live/view-key";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { GameView } from "@/server/market/screen/views";

const maxRows = 8;
const everyMs = 10_000;
const noInput = {};

/** At most `maxRows` rows: first the books that have a best price, then the other books. Both groups are sorted by `LineRow.edge`. */
const chooseRows = (line: PriceLine): readonly LineRow[] => {
  const hasBest = (row: LineRow): boolean => row.outcomes.some((_, side) => isBestPrice(line, row, side));
  const sorted = line.rows.toSorted(byEdge);
  return [...sorted.filter(hasBest), ...sorted.filter((row) => !hasBest(row))].slice(0, maxRows);
};

type BoardProps = {
  readonly view: GameView;
  readonly quotes: readonly MarketQuote[];
  /** The number of books whose prices were removed because they were not checked in time. */
  readonly lapsed: number;
  /** False for the example board, whose prices have no age. */
  readonly live: boolean;
  readonly source: string;
  readonly status?: ReactNode;
};

const Board = ({ view, quotes, lapsed, live, source, status }: BoardProps) => {
  const [line] = groupLines(quotes, undefined, sourceIn(view));
  const sides = sidesIn(quotes);
  const rows = line === undefined ? [] : chooseRows(line);
  const more = (line?.rows.length ?? 0) - rows.length;
  return (
    <figure className={classes.board} aria-labelledby="live-board">
      <figcaption className={classes.head}>
        <span id="live-board" className={classes.fixture}>
          {view.awayTeam} at {view.homeTeam}
        </span>
        <span className={classes.when}>
          {view.sportTitle} · {formatUtc(view.start)}
        </span>
      </figcaption>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Book</th>
            {sides.map((side) => (
              <th key={side} scope="col" className={classes.value}>
                {sideName(side, view)}
              </th>
            ))}
            {live && (
              <th scope="col" className={classes.age}>
                Last update
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {line !== undefined &&
            rows.map((row) => (
              <tr key={row.quote.book}>
                <th scope="row">
                  <BookName books={view.books} book={row.quote.book} />
                  {live && (
                    <span className={classes.phoneAge}>
                      <Age {...row.quote} />
                    </span>
                  )}
                </th>
                {row.outcomes.map((outcome, side) => (
                  <td key={sides[side]} className={classes.value}>
                    {outcome === undefined ? (
                      "–"
                    ) : (
                      <PriceText
                        price={outcome.price}
                        notation="american"
                        best={isBestPrice(line, row, side)}
                        size={outcome.size}
                      />
                    )}
                  </td>
                ))}
                {live && (
                  <td className={classes.age}>
                    <Age {...row.quote} />
                  </td>
                )}
              </tr>
            ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        {status}
        <span>
          {more > 0 && `${more} more ${more === 1 ? "book" : "books"}`}
          {lapsed > 0 && `${more > 0 ? " · " : ""}Books with lapsed prices: ${lapsed}`}
        </span>
        <span>
          {view.unmatched.length === 0
            ? "No unmatched books reported"
            : `Not safely matched: ${view.unmatched.map(({ book }) => bookText(view.books, book)).join(", ")}`}
        </span>
        <span>{source}</span>
        {live && (
          <a href={`/explore?${new URLSearchParams({ sport: view.sport, event: view.id })}`}>
            Open in the odds screen
          </a>
        )}
      </div>
    </figure>
  );
};

const Live = ({ first, source }: { readonly first: FirstView<"featured">; readonly source: string }) => {
  const polled = useView("featured", noInput, {
    first,
    everyMs,
    nextLapse: ({ view }, now) => (view === null ? undefined : nextLapseOf(view, now)),
  });
  const view = polled.read?.view ?? undefined;
  const { quotes, lapsed } = useOpenQuotes(view);
  if (view === undefined) return null;
  return (
    <Board
      view={view}
      quotes={quotes}
      lapsed={lapsed.length}
      live
      source={source}
      status={<LiveStatus polled={polled} onRetry={polled.retry} signInHref="/signin" />}
    />
  );
};

/** The current moneylines of one game. @param renderedAt ms, by the server's clock. */
export const LiveBoard = ({
  first,
  renderedAt,
  source,
}: {
  readonly first: FirstView<"featured">;
  readonly renderedAt: number;
  readonly source: string;
}) => {
  useState(() => startServerClock(renderedAt));
  return (
    <RenderedAt.Provider value={renderedAt}>
      <Live first={first} source={source} />
    </RenderedAt.Provider>
  );
};

/** An example with invented books. The home page shows it if visitors without an account can view no upcoming game. */
export const ExampleBoard = ({ view }: { readonly view: GameView }) => (
  <Board view={view} quotes={view.quotes} lapsed={0} live={false} source="Example with invented prices" />
);
