"use client";

import { memo, useDeferredValue, useState } from "react";
import { FavouriteStar } from "@/app/(site)/explore/favourite-star";
import { MoreLines, useGrowingLines } from "@/app/(site)/explore/game/growing-lines";
import { isBestPrice, type LineRow, type PriceLine } from "@/app/(site)/explore/game/price-lines";
import classes from "@/app/(site)/explore/game/price-table.module.css";
import type { SortKey, SortOrder } from "@/app/(site)/explore/game/sort-rows";
import { useKeptOrder } from "@/app/(site)/explore/game/use-kept-order";
import { useRowContext } from "@/app/(site)/explore/game/use-row-context";
import { isSigned, sideName } from "@/app/(site)/explore/side-names";
import { Age } from "@/app/(site)/live/age";
import { BookName, bookText } from "@/app/(site)/live/book-name";
import { Figure } from "@/app/(site)/live/figure";
import { formatPoint, formatShare, type Notation } from "@/app/(site)/live/notation";
import { PriceText } from "@/app/(site)/live/price-text";
import { formatDuration } from "@/app/(site)/live/time-text";
import { useServerSecond } from "@/app/(site)/live/use-server-time";
import type { Side } from "@/server/domain/catalogue/sides";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { BookLabels, GameView } from "@/server/market/screen/views";

type PriceTableProps = {
  readonly game: Pick<GameView, "homeTeam" | "awayTeam">;
  readonly books: BookLabels;
  readonly sides: readonly Side[];
  readonly lines: readonly PriceLine[];
  readonly notation: Notation;
  readonly isFading: (quote: MarketQuote) => boolean;
  /** Book -> the time since which its prices are unchanged. Undefined: the table has no such column. */
  readonly changedAt?: ReadonlyMap<string, number> | undefined;
};

const Unchanged = ({ since }: { readonly since: number | undefined }) => {
  const now = useServerSecond();
  return <>{since === undefined ? "–" : formatDuration(now - since)}</>;
};

const lineTitle = (
  { subject, point, rows }: PriceLine,
  sides: readonly Side[],
  homeTeam: string,
): string | undefined => {
  if (point === undefined) return subject;
  const isSpread = isSigned(sides[0] ?? "over");
  const line = isSpread ? `${homeTeam} ${formatPoint(point, true)}` : formatPoint(point, false);
  const title = subject === undefined ? line : `${subject} ${line}`;
  return `${title} · ${rows.length} ${rows.length === 1 ? "book" : "books"}`;
};

type RowProps = Pick<PriceTableProps, "books" | "notation" | "sides"> & {
  readonly row: LineRow;
  readonly line: PriceLine;
  readonly fading: boolean;
  /** `null`: the table has no such column. */
  readonly unchangedSince: number | undefined | null;
};

const Row = memo(({ row, line, books, notation, sides, fading, unchangedSince }: RowProps) => {
  const { quote, outcomes, hold, isOutlier } = row;
  return (
    <tr className={classes.row} data-fading={fading ? "true" : undefined}>
      <th scope="row" className={`${classes.cell} ${classes.book}`}>
        <span className={classes.name}>
          <FavouriteStar book={quote.book} title={bookText(books, quote.book)} />
          <span className={classes.named}>
            <BookName books={books} book={quote.book} withKind />
            {isOutlier && <span className={classes.outlier}>far from the consensus, not compared</span>}
            <span className={classes.phoneAge}>
              <Age {...quote} />
            </span>
          </span>
        </span>
      </th>
      {outcomes.map((outcome, side) => (
        <td key={sides[side]} className={`${classes.cell} ${classes.value}`}>
          {outcome === undefined ? (
            <span className={classes.none}>–</span>
          ) : (
            <>
              {outcome.point !== undefined && (
                <span className={classes.point}>{formatPoint(outcome.point, isSigned(outcome.side))} </span>
              )}
              <PriceText
                price={outcome.price}
                notation={notation}
                best={isBestPrice(line, row, side)}
                size={outcome.size}
              />
            </>
          )}
        </td>
      ))}
      <td className={`${classes.cell} ${classes.hold}`}>
        <Figure text={hold === undefined ? "–" : formatShare(hold)} />
      </td>
      {unchangedSince !== null && (
        <td className={`${classes.cell} ${classes.unchanged}`}>
          <Unchanged since={unchangedSince} />
        </td>
      )}
      <td className={`${classes.cell} ${classes.age}`}>
        <Age {...quote} />
      </td>
    </tr>
  );
});
Row.displayName = "Row";

type LineProps = Omit<PriceTableProps, "lines"> & {
  readonly line: PriceLine;
  readonly rows: readonly LineRow[];
};

const LineRows = memo(({ line, rows, game, books, sides, notation, isFading, changedAt }: LineProps) => {
  const heading = lineTitle(line, sides, game.homeTeam);
  return (
    <tbody>
      {heading !== undefined && (
        <tr className={classes.row}>
          <th scope="colgroup" colSpan={sides.length + 1} className={`${classes.cell} ${classes.group}`}>
            {heading}
          </th>
          {/* Phones hide these two columns, so the heading must not span them. */}
          <td className={classes.hold} />
          {changedAt !== undefined && <td className={classes.unchanged} />}
          <td className={classes.age} />
        </tr>
      )}
      {rows.map((row) => (
        <Row
          key={row.quote.book}
          row={row}
          line={line}
          books={books}
          notation={notation}
          sides={sides}
          fading={isFading(row.quote)}
          unchangedSince={changedAt === undefined ? null : changedAt.get(row.quote.book)}
        />
      ))}
    </tbody>
  );
});
LineRows.displayName = "LineRows";

const bestFirst: SortOrder = { key: "best", isReversed: false };
const ascending: ReadonlySet<SortKey> = new Set<SortKey>(["book", "hold", "age"]);

/** A table with books as rows and sides as columns, grouped by line. Each header sorts by its column. */
export const PriceTable = memo(({ lines, ...table }: PriceTableProps) => {
  const { sides, game, books, changedAt } = table;
  const [sorted, setSorted] = useState(bestFirst);
  const order = useDeferredValue(sorted);
  const { shown, showMore } = useGrowingLines(lines);
  const { ordered, isStale, sortAgain } = useKeptOrder(shown, order, useRowContext(books, changedAt));
  // The first click sorts, the second reverses the order, and the third sorts by the best prices again.
  const sortBy = (key: SortKey): void =>
    setSorted(
      sorted.key !== key
        ? { key, isReversed: false }
        : sorted.isReversed
          ? bestFirst
          : { key, isReversed: true },
    );
  const header = (key: SortKey, text: string, className: string | undefined) => (
    <th
      scope="col"
      key={key}
      className={`${classes.cell} ${classes.head} ${className}`}
      aria-sort={
        sorted.key !== key ? undefined : ascending.has(key) === sorted.isReversed ? "descending" : "ascending"
      }
    >
      <button type="button" onClick={() => sortBy(key)}>
        {text}
      </button>
      {key === "book" && (
        <button type="button" className={classes.again} data-stale={isStale} onClick={sortAgain}>
          Sort again
        </button>
      )}
    </th>
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {header("book", "Book", classes.book)}
          {sides.map((side, index) => header(index, sideName(side, game), classes.value))}
          {header("hold", "Hold", classes.hold)}
          {changedAt !== undefined && header("unchanged", "Unchanged for", classes.unchanged)}
          {header("age", "Last update", classes.age)}
        </tr>
      </thead>
      {ordered.map(({ line, rows }) => (
        <LineRows key={line.id} line={line} rows={rows} {...table} />
      ))}
      {shown.length < lines.length && (
        <tfoot>
          <tr className={classes.row}>
            <td colSpan={sides.length + 1} className={classes.cell}>
              <MoreLines left={lines.length - shown.length} onMore={showMore} />
            </td>
            <td className={classes.hold} />
            {changedAt !== undefined && <td className={classes.unchanged} />}
            <td className={classes.age} />
          </tr>
        </tfoot>
      )}
    </table>
  );
});
PriceTable.displayName = "PriceTable";
