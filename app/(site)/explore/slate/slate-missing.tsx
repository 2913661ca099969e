"use client";

import type { BookCounts } from "@/app/(site)/explore/books-chip";
import classes from "@/app/(site)/explore/books-chip.module.css";
import { FavouriteStar } from "@/app/(site)/explore/favourite-star";
import { isWithheld, unmatchedReasons } from "@/app/(site)/explore/unmatched-reasons";
import { BookName, bookText } from "@/app/(site)/live/book-name";
import type { SlateGame, SlateView } from "@/server/market/screen/views";

/** Book -> the number of games in which it is listed, most games first. */
const countGames = (
  games: readonly SlateGame[],
  booksOf: (game: SlateGame) => readonly string[],
): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const game of games) for (const book of booksOf(game)) counts.set(book, (counts.get(book) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
};

const kinds = [
  {
    key: "lapsed",
    title: "Lapsed",
    text: "Not shown because we couldn't confirm the prices in time.",
    of: ({ lapsed }: SlateGame) => lapsed,
  },
  {
    key: "unmatched",
    title: "Not matched",
    text: `Each ${unmatchedReasons.not_matched}.`,
    of: ({ unmatched }: SlateGame) =>
      unmatched.flatMap(({ book, reason }) => (isWithheld(reason) ? [] : [book])),
  },
  {
    key: "withheld",
    title: "Withheld",
    text: "The two sides look swapped, or the book says that the game has started.",
    of: ({ unmatched }: SlateGame) =>
      unmatched.flatMap(({ book, reason }) => (isWithheld(reason) ? [book] : [])),
  },
  {
    key: "outliers",
    title: "Outliers",
    text: "Far from the consensus, so these prices are left out of best price and hold.",
    of: ({ outliers }: SlateGame) => outliers,
  },
] as const;

/** How many books of a slate are shown, and how many are left out. */
export const countSlateBooks = ({ games, quoting }: SlateView): BookCounts => {
  const [lapsed = 0, unmatched = 0, withheld = 0, outliers = 0] = kinds.map(
    ({ of }) => countGames(games, of).length,
  );
  return { books: quoting, lapsed, unmatched, withheld, outliers };
};

/** The books that a slate leaves out, by reason, with the number of games. */
export const SlateMissing = ({ view: { games, books } }: { readonly view: SlateView }) => {
  const found = kinds
    .map((kind) => ({ ...kind, listed: countGames(games, kind.of) }))
    .filter(({ listed }) => listed.length > 0);
  return (
    <>
      {found.length === 0 && <p>No book is left out.</p>}
      {found.map(({ key, title, text, listed }) => (
        <section key={key} aria-label={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <ul>
            {listed.map(([book, count]) => (
              <li key={book}>
                <FavouriteStar book={book} title={bookText(books, book)} />{" "}
                <BookName books={books} book={book} />{" "}
                <span className={classes.reason}>
                  {count} {count === 1 ? "game" : "games"}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        <a href="/docs/guides/unmatched-books">What unmatched means</a>
      </p>
    </>
  );
};
