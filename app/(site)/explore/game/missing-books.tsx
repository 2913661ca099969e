"use client";

import classes from "@/app/(site)/explore/books-chip.module.css";
import { FavouriteStar } from "@/app/(site)/explore/favourite-star";
import { unmatchedReasons } from "@/app/(site)/explore/unmatched-reasons";
import { BookName, bookText } from "@/app/(site)/live/book-name";
import { formatDuration } from "@/app/(site)/live/time-text";
import { useServerSecond } from "@/app/(site)/live/use-server-time";
import type { BookLabels, GameView } from "@/server/market/screen/views";

const Ago = ({ at }: { readonly at: number }) => <>{`${formatDuration(useServerSecond() - at)} ago`}</>;

const Book = ({ books, book }: { readonly books: BookLabels; readonly book: string }) => (
  <>
    <FavouriteStar book={book} title={bookText(books, book)} /> <BookName books={books} book={book} />
  </>
);

/** The books without prices, in two lists: books whose prices became too old, and unmatched books with the reason. */
export const MissingBooks = ({
  lapsed,
  unmatched,
  outliers,
  books,
}: {
  readonly lapsed: GameView["lapsed"];
  readonly unmatched: GameView["unmatched"];
  /** Books whose prices are shown, but never compared. */
  readonly outliers: readonly string[];
  readonly books: BookLabels;
}) => (
  <>
    <section aria-labelledby="lapsed">
      <h2 id="lapsed">
        {lapsed.length === 0
          ? "No lapsed books"
          : `${lapsed.length} lapsed ${lapsed.length === 1 ? "book" : "books"}`}
      </h2>
      {lapsed.length > 0 && (
        <>
          <p>
            {lapsed.length === 1
              ? "We stopped showing its price because we couldn't confirm it in time."
              : "We stopped showing their prices because we couldn't confirm them in time."}
          </p>
          <ul>
            {lapsed.map(({ book, at }) => (
              <li key={book}>
                <Book books={books} book={book} />{" "}
                <span className={classes.reason}>
                  <Ago at={at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
    <section aria-labelledby="unmatched">
      <h2 id="unmatched">
        {unmatched.length === 0
          ? "No unmatched books reported"
          : `${unmatched.length} unmatched ${unmatched.length === 1 ? "book" : "books"}`}
      </h2>
      {unmatched.length > 0 && (
        <ul>
          {unmatched.map(({ book, reason }) => (
            <li key={book}>
              <Book books={books} book={book} />:{" "}
              <span className={classes.reason}>{unmatchedReasons[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href="/docs/guides/unmatched-books">What unmatched means</a>
      </p>
    </section>
    {outliers.length > 0 && (
      <section aria-labelledby="outliers">
        <h2 id="outliers">
          {outliers.length} {outliers.length === 1 ? "outlier" : "outliers"}
        </h2>
        <p>Far from the consensus, so these prices are never the best.</p>
        <ul>
          {outliers.map((book) => (
            <li key={book}>
              <Book books={books} book={book} />
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);
