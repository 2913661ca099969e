import classes from "@/app/(site)/explore/best.module.css";
import { bestRows, type PriceLine } from "@/app/(site)/explore/price-lines";
import { isSigned } from "@/app/(site)/explore/side-names";
import { BookName, bookText } from "@/app/(site)/screen/book-name";
import { formatPoint, type Notation } from "@/app/(site)/screen/notation";
import { PriceText } from "@/app/(site)/screen/price-text";
import type { BookLabels } from "@/server/screen/views";

const maxNamed = 2;

/** The books that have the best price of a side. */
export const BestBooks = ({
  line,
  side,
  books,
}: {
  readonly line: PriceLine;
  readonly side: number;
  readonly books: BookLabels;
}) => {
  const keys = bestRows(line, side).map(({ quote }) => quote.book);
  const more = keys.length - maxNamed;
  return (
    <span className={classes.books} title={keys.map((key) => bookText(books, key)).join(", ")}>
      {keys.slice(0, maxNamed).map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: with the book as key, React would move an element, a layout shift, when the name before it leaves
        <span key={index}>
          {index > 0 && ", "}
          <BookName books={books} book={key} />
        </span>
      ))}
      {more > 0 && ` +${more}`}
    </span>
  );
};

/** The best price of a side of a line, with its point if `withPoint` is set. */
export const BestPrice = ({
  line,
  side,
  notation,
  withPoint = false,
}: {
  readonly line: PriceLine;
  readonly side: number;
  readonly notation: Notation;
  readonly withPoint?: boolean;
}) => {
  const outcome = bestRows(line, side)[0]?.outcomes[side];
  if (outcome === undefined) return <span className={classes.none}>–</span>;
  return (
    <>
      {withPoint && outcome.point !== undefined && (
        <span className={classes.point}>{formatPoint(outcome.point, isSigned(outcome.side))} </span>
      )}
      <PriceText price={outcome.price} notation={notation} best={line.rows.length > 1} />
    </>
  );
};
