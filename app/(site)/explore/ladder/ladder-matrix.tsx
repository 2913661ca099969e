"use client";

import { memo, useEffect, useMemo, useRef } from "react";
import { FavouriteStar } from "@/app/(site)/explore/favourite-star";
import { isBestPrice, mainLine, type PriceLine } from "@/app/(site)/explore/game/price-lines";
import { bookRows, type SortOrder } from "@/app/(site)/explore/game/sort-rows";
import { useKeptOrder } from "@/app/(site)/explore/game/use-kept-order";
import { useRowContext } from "@/app/(site)/explore/game/use-row-context";
import classes from "@/app/(site)/explore/ladder/ladder.module.css";
import { isSigned, sideName } from "@/app/(site)/explore/side-names";
import { Age } from "@/app/(site)/live/age";
import { BookName, bookText } from "@/app/(site)/live/book-name";
import { formatPoint, type Notation } from "@/app/(site)/live/notation";
import { PriceText } from "@/app/(site)/live/price-text";
import type { Side } from "@/server/domain/catalogue/sides";
import { sidePoint } from "@/server/domain/prices/line-point";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { BookLabels, GameView } from "@/server/market/screen/views";

type LadderProps = {
  readonly game: Pick<GameView, "homeTeam" | "awayTeam">;
  readonly label: string;
  readonly books: BookLabels;
  readonly sides: readonly Side[];
  /** The lines of one team, or of the whole game, in ascending order. */
  readonly lines: readonly PriceLine[];
  readonly notation: Notation;
  readonly isFading: (quote: MarketQuote) => boolean;
  /** The id of the line to mark and to scroll to; undefined for the main line. */
  readonly chosen: string | undefined;
};

const bestFirst: SortOrder = { key: "best", isReversed: false };

type LadderRowProps = Omit<LadderProps, "label" | "isFading" | "chosen"> & {
  readonly quote: MarketQuote;
  readonly mainId: string | undefined;
  readonly fading: boolean;
};

const LadderRow = memo((props: LadderRowProps) => {
  const { quote, game, books, sides, lines, mainId, notation, fading } = props;
  const rowOf = ({ rows }: PriceLine) => rows.find((row) => row.quote.book === quote.book);
  return (
    <tr className={classes.row} data-fading={fading ? "true" : undefined}>
      <th scope="row" className={`${classes.cell} ${classes.book}`}>
        <span className={classes.name}>
          <FavouriteStar book={quote.book} title={bookText(books, quote.book)} />
          <span>
            <BookName books={books} book={quote.book} />
            <span className={classes.age}>
              <Age {...quote} />
            </span>
          </span>
        </span>
      </th>
      <td className={`${classes.cell} ${classes.sides}`}>
        {sides.map((side) => (
          <span key={side} className={classes.line}>
            <span className={classes.full}>{sideName(side, game)}</span>
            <span className={classes.short} aria-hidden="true">
              {sideName(side, game).split(" ").at(-1)}
            </span>
          </span>
        ))}
      </td>
      {lines.map((line) => {
        const row = rowOf(line);
        return (
          <td key={line.id} className={classes.cell} data-main={line.id === mainId ? "true" : undefined}>
            {sides.map((side, index) => {
              const outcome = row?.outcomes[index];
              return (
                <span key={side} className={classes.line}>
                  {outcome === undefined ? (
                    <span className={classes.none}>·</span>
                  ) : (
                    <PriceText
                      price={outcome.price}
                      notation={notation}
                      best={row !== undefined && isBestPrice(line, row, index)}
                    />
                  )}
                </span>
              );
            })}
          </td>
        );
      })}
    </tr>
  );
});
LadderRow.displayName = "LadderRow";

/**
 * A ladder as a matrix: books as rows, lines as columns, a price per side in each cell. At first, the main line is in view. The rows are
 * sorted by favourites, then by the best price, and keep their places until the reader sorts again.
 */
export const LadderMatrix = memo((props: LadderProps) => {
  const { game, label, books, sides, lines, notation, isFading, chosen } = props;
  const frame = useRef<HTMLElement>(null);
  const main = mainLine(lines);
  const mainId = chosen ?? main?.id;
  const ladder = useMemo(() => [{ id: label, rows: bookRows(lines) }], [label, lines]);
  const { ordered, isStale, sortAgain } = useKeptOrder(ladder, bestFirst, useRowContext(books));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table scrolls when another line becomes the main line
  useEffect(() => {
    const column = frame.current?.querySelector<HTMLElement>("[data-main]");
    const previous = column?.previousElementSibling;
    const [books, names] = frame.current?.querySelectorAll<HTMLElement>("thead th") ?? [];
    if (frame.current === null || books === undefined || !(previous instanceof HTMLElement)) return;
    // The sticky columns cover the left edge of the table. Scrolls so that the column before the main line begins at the right edge of the
    // sticky columns, or as close to this edge as possible.
    frame.current.scrollLeft = previous.offsetLeft - books.offsetWidth - (names?.offsetWidth ?? 0);
  }, [mainId]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
    <section ref={frame} className={classes.frame} aria-label={label} tabIndex={0}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col" className={`${classes.cell} ${classes.head} ${classes.book}`}>
              Book
              <button type="button" className={classes.again} data-stale={isStale} onClick={sortAgain}>
                Sort again
              </button>
            </th>
            <th scope="col" className={`${classes.cell} ${classes.head} ${classes.sides}`}>
              <span className={classes.hidden}>Side</span>
            </th>
            {lines.map((line) => (
              <th
                key={line.id}
                scope="col"
                className={`${classes.cell} ${classes.head}`}
                data-main={line.id === mainId ? "true" : undefined}
              >
                {sides.map((side) => (
                  <span key={side} className={classes.line}>
                    {line.point === undefined ? "" : formatPoint(sidePoint(side, line.point), isSigned(side))}
                  </span>
                ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(ordered[0]?.rows ?? []).map(({ quote }) => (
            <LadderRow
              key={quote.book}
              quote={quote}
              game={game}
              books={books}
              sides={sides}
              lines={lines}
              mainId={mainId}
              notation={notation}
              fading={isFading(quote)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
});
LadderMatrix.displayName = "LadderMatrix";
