import { BookRows, BookTable } from "@/app/(site)/book-table";
import { formatLastUpdate, formatStart } from "@/app/(site)/format-price";
import classes from "@/app/(site)/home/live-board.module.css";
import { Price } from "@/app/(site)/price";
import type { FixtureOdds } from "@/app/(site)/read-response";

type Book = FixtureOdds["bookmakers"][number];
type Outcome = Book["markets"][number]["outcomes"][number];

const maxRows = 8;

const moneyline = (book: Book): readonly Outcome[] => book.markets[0]?.outcomes ?? [];

const priceOf = (book: Book, name: string): Outcome | undefined =>
  moneyline(book).find((outcome) => outcome.name === name);

const bestPrice = (books: readonly Book[], name: string): number =>
  Math.max(...books.map((book) => priceOf(book, name)?.price ?? Number.NEGATIVE_INFINITY));

/** At most `maxRows` books. Books with a best price are always among them. */
const chooseRows = (books: readonly Book[], names: readonly string[]): readonly Book[] => {
  const best = new Map(names.map((name) => [name, bestPrice(books, name)]));
  const isBest = (book: Book) => names.some((name) => priceOf(book, name)?.price === best.get(name));
  const chosen = new Set([...new Set([...books.filter(isBest), ...books])].slice(0, maxRows));
  return books.filter((book) => chosen.has(book));
};

type LiveBoardProps = {
  readonly odds: FixtureOdds;
  /** False for the example that replaces an empty board. */
  readonly live: boolean;
  /** Whether the prices are from the simulated market. */
  readonly simulated: boolean;
  readonly now: number;
};

/** One fixture's moneylines, one row per book, with the best price of each team marked. */
export const LiveBoard = ({ odds, live, simulated, now }: LiveBoardProps) => {
  const { home_team: home, away_team: away, bookmakers, unmatched_bookmakers: unmatched } = odds;
  const names = [away, home];
  const rows = chooseRows(bookmakers, names);
  const more = bookmakers.length - rows.length;
  return (
    <figure className={classes.board} aria-labelledby="live-board">
      <figcaption className={classes.head}>
        <span id="live-board" className={classes.fixture}>
          {away} at {home}
        </span>
        <span className={classes.when}>
          {odds.sport_title} · {formatStart(Date.parse(String(odds.commence_time)))}
        </span>
      </figcaption>
      <BookTable values={names} details={["Last update"]}>
        <BookRows
          rows={rows.map((book) => {
            const updated = formatLastUpdate(book.last_update, now);
            return {
              book: book.key,
              title: book.title,
              note: updated,
              values: names.map((name) => {
                const outcome = priceOf(book, name);
                const best = outcome !== undefined && outcome.price === bestPrice(bookmakers, name);
                return <Price key={name} outcome={outcome} best={best} />;
              }),
              details: [updated],
            };
          })}
        />
      </BookTable>
      <div className={classes.foot}>
        {more > 0 && (
          <span>
            {more} more {more === 1 ? "book" : "books"} in this response
          </span>
        )}
        <span>
          {unmatched.length === 0 ? "No unmatched books" : `Not safely matched: ${unmatched.join(", ")}`}
        </span>
        <span>
          {!live
            ? "Example response"
            : simulated
              ? "Simulated market with fictional books"
              : "Live API response"}
        </span>
      </div>
    </figure>
  );
};
