import classes from "@/app/(site)/live/screen.module.css";
import { ownValue } from "@/server/domain/catalogue/own-value";
import type { BookLabel, BookLabels } from "@/server/market/screen/views";

const kinds: Readonly<Record<string, string>> = {
  exchange: "exchange",
  prediction_market: "prediction market",
};

export const labelOf = (books: BookLabels, key: string): BookLabel =>
  ownValue(books, key) ?? { title: key, kind: "sportsbook" };

/** A book's title as text, with the mark that distinguishes books with the same title. */
export const bookText = (books: BookLabels, key: string): string => {
  const { title, mark } = labelOf(books, key);
  return mark === undefined ? title : `${title} ${mark}`;
};

/** A book's title with its mark, as an element. */
export const BookName = ({
  books,
  book,
  withKind = false,
}: {
  readonly books: BookLabels;
  readonly book: string;
  readonly withKind?: boolean;
}) => {
  const { title, mark, kind } = labelOf(books, book);
  const kindName = ownValue(kinds, kind);
  return (
    <>
      {title}
      {mark !== undefined && <span className={classes.mark}> {mark}</span>}
      {withKind && kindName !== undefined && <span className={classes.kind}> {kindName}</span>}
    </>
  );
};
