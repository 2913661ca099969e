import classes from "@/app/(site)/explore/best.module.css";
import { bestRows, type PriceLine } from "@/app/(site)/explore/game/price-lines";
import { isSigned } from "@/app/(site)/explore/side-names";
import { BookNames } from "@/app/(site)/live/book-names";
import { formatPoint, type Notation } from "@/app/(site)/live/notation";
import { PriceText } from "@/app/(site)/live/price-text";
import type { BookLabels } from "@/server/market/screen/views";

/** The books that have the best price of a side. */
export const BestBooks = ({
  line,
  side,
  books,
}: {
  readonly line: PriceLine;
  readonly side: number;
  readonly books: BookLabels;
}) => (
  <BookNames
    books={books}
    keys={bestRows(line, side).map(({ quote }) => quote.book)}
    className={classes.books}
  />
);

/** The best price of one side of a line. */
export const BestPrice = ({
  line,
  side,
  notation,
  withPoint = false,
  isMarked,
}: {
  readonly line: PriceLine;
  readonly side: number;
  readonly notation: Notation;
  readonly withPoint?: boolean;
  /** Whether the price is marked as the best. By default it is, if there are other prices. */
  readonly isMarked?: boolean;
}) => {
  const outcome = bestRows(line, side)[0]?.outcomes[side];
  if (outcome === undefined) return <span className={classes.none}>–</span>;
  return (
    <>
      {withPoint && outcome.point !== undefined && (
        <span className={classes.point}>{formatPoint(outcome.point, isSigned(outcome.side))} </span>
      )}
      <PriceText price={outcome.price} notation={notation} best={isMarked ?? line.rows.length > 1} />
    </>
  );
};
