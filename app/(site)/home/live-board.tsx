import classes from "@/app/(site)/home/live-board.module.css";
import { Price } from "@/app/(site)/price";
import { startText, updateText } from "@/app/(site)/price-text";
import type { FixtureOdds } from "@/app/(site)/read-answer";

type Book = FixtureOdds["bookmakers"][number];
type Outcome = Book["markets"][number]["outcomes"][number];

const mostRows = 8;

const moneyline = (book: Book): readonly Outcome[] => book.markets[0]?.outcomes ?? [];

const priceOf = (book: Book, name: string): Outcome | undefined =>
  moneyline(book).find((outcome) => outcome.name === name);

const bestPrice = (books: readonly Book[], name: string): number =>
  Math.max(...books.map((book) => priceOf(book, name)?.price ?? Number.NEGATIVE_INFINITY));

/** Books with a best price first, so that the rows that fit show them. */
const chooseRows = (books: readonly Book[], names: readonly string[]): readonly Book[] => {
  const best = new Map(names.map((name) => [name, bestPrice(books, name)]));
  const isBest = (book: Book) => names.some((name) => priceOf(book, name)?.price === best.get(name));
  const chosen = new Set([...books.filter(isBest), ...books].slice(0, mostRows));
  return books.filter((book) => chosen.has(book));
};

type LiveBoardProps = {
  readonly odds: FixtureOdds;
  /** False where the document's example stands in for a board without prices. */
  readonly live: boolean;
  /** The books and prices are those of the simulated market. */
  readonly simulated: boolean;
  readonly now: number;
};

/** One fixture's moneylines, books side by side, the best price of each side marked. */
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
          {odds.sport_title} · {startText(Date.parse(String(odds.commence_time)))}
        </span>
      </figcaption>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Book</th>
            {names.map((name) => (
              <th key={name} scope="col" className={classes.price}>
                {name}
              </th>
            ))}
            <th scope="col" className={classes.age}>
              Last update
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((book) => (
            <tr key={book.key}>
              <th scope="row">
                {book.title}
                <span className={classes.ageBelow}>{updateText(book.last_update, now)}</span>
              </th>
              {names.map((name) => {
                const outcome = priceOf(book, name);
                const best = outcome !== undefined && outcome.price === bestPrice(bookmakers, name);
                return (
                  <td key={name} className={classes.price}>
                    <Price outcome={outcome} best={best} />
                  </td>
                );
              })}
              <td className={classes.age}>{updateText(book.last_update, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        {more > 0 && <span>{more} more books in the same answer</span>}
        <span>
          {unmatched.length === 0
            ? "Every book with a price was matched"
            : `Not matched safely: ${unmatched.join(", ")}`}
        </span>
        <span>
          {!live
            ? "Example answer"
            : simulated
              ? "Simulated market, invented books"
              : "Prices as the API answers them"}
        </span>
      </div>
    </figure>
  );
};
