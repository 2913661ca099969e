"use client";

import classes from "@/app/(site)/explore/game/game.module.css";
import { BookName } from "@/app/(site)/live/book-name";
import { formatDuration } from "@/app/(site)/live/time-text";
import { useServerSecond } from "@/app/(site)/live/use-server-time";
import type { UnmatchedReason } from "@/server/market/board/quote-markets";
import type { BookLabels, GameView } from "@/server/market/screen/views";

const reasons: Readonly<Record<UnmatchedReason, string>> = {
  not_matched: "lists a game that may be this one; we couldn't match it safely",
  looks_inverted: "its two sides look swapped",
  start_contradicted: "says the game has started, so its prices may be in-play",
};

const Ago = ({ at }: { readonly at: number }) => <>{formatDuration(useServerSecond() - at)} ago</>;

/** The books without prices, in two lists: books whose prices became too old, and unmatched books with the reason. */
export const MissingBooks = ({
  lapsed,
  unmatched,
  books,
}: {
  readonly lapsed: GameView["lapsed"];
  readonly unmatched: GameView["unmatched"];
  readonly books: BookLabels;
}) => (
  <div className={classes.missing}>
    <section aria-labelledby="lapsed">
      <h2 id="lapsed" aria-live="polite">
        {lapsed.length === 0
          ? "No lapsed books"
          : `${lapsed.length} lapsed ${lapsed.length === 1 ? "book" : "books"}`}
      </h2>
      {lapsed.length > 0 && (
        <>
          <p>We stopped showing these prices because we couldn't confirm them in time.</p>
          <ul>
            {lapsed.map(({ book, at }) => (
              <li key={book}>
                <BookName books={books} book={book} />{" "}
                <span className={classes.quiet}>{<Ago at={at} />}</span>
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
              <BookName books={books} book={book} />: <span className={classes.quiet}>{reasons[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href="/docs/guides/unmatched-books">What unmatched means</a>
      </p>
    </section>
  </div>
);
