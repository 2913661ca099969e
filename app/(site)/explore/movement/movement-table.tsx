"use client";

import { type BookMovement, type Step, stepAt, type TimeRange } from "@/app/(site)/explore/movement/movement";
import classes from "@/app/(site)/explore/movement/movement.module.css";
import { bookText } from "@/app/(site)/live/book-name";
import { formatPoint, formatPrice, type Notation } from "@/app/(site)/live/notation";
import { formatDayAndClock, formatDuration, type Zone } from "@/app/(site)/live/time-text";
import { ownValue } from "@/server/domain/catalogue/own-value";
import type { BookLabels } from "@/server/market/screen/views";

/**
 * Returns a function that names a book as the prices do. The game's labels lack the books that have no price of the game today: such a book
 * is named by its title, followed by its key if several books have the same title.
 */
export const movementName = (movements: readonly BookMovement[], books: BookLabels) => {
  const titles = movements.map(({ title }) => title);
  return ({ book, title }: BookMovement): string => {
    if (ownValue(books, book) !== undefined) return bookText(books, book);
    return titles.filter((other) => other === title).length > 1 ? `${title} ${book}` : title;
  };
};

const movementLabel = ([opener, ...later]: readonly Step[]): string => {
  if (opener === undefined) return "Not recorded";
  return later.some(({ price, point }) => price !== opener.price || point !== opener.point)
    ? "Moved"
    : "No movement";
};

type TableProps = {
  readonly movements: readonly BookMovement[];
  readonly nameOf: (movement: BookMovement) => string;
  readonly notation: Notation;
  readonly isSpread: boolean;
  readonly zone: Zone;
};

const stepText =
  ({ notation, isSpread }: Pick<TableProps, "notation" | "isSpread">) =>
  (step: Step | undefined): string => {
    if (step === undefined) return "–";
    const price = formatPrice({ decimal: step.price }, notation);
    return step.point === undefined ? price : `${formatPoint(step.point, isSpread)} at ${price}`;
  };

/** Says that a price is not current, and since when if that is known: a price without a known end ends when it was recorded. */
export const expiredText = ({ at, until = at }: Step, now: number): string =>
  until > at ? `expired ${formatDuration(now - until)} ago` : "not current";

/** Each book's first and last recorded price: the text alternative to the chart. */
export const MovementSummary = ({
  isClosed,
  now,
  ...table
}: TableProps & {
  /** Whether the last price is the closing price. */
  readonly isClosed: boolean;
  readonly now: number;
}) => {
  const text = stepText(table);
  const recorded = table.movements.filter(({ steps }) => steps.length > 0);
  const silent = table.movements.filter(({ steps }) => steps.length === 0);
  return (
    <section className={classes.frame} aria-label="Movement of each book">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Book</th>
            <th scope="col">Opener</th>
            <th scope="col">{isClosed ? "Closing price" : "Last recorded"}</th>
            <th scope="col">Changes</th>
            <th scope="col" className={classes.detail}>
              Opened
            </th>
            <th scope="col" className={classes.detail}>
              Movement
            </th>
          </tr>
        </thead>
        <tbody>
          {recorded.map((movement) => {
            const { book, steps } = movement;
            const [opener] = steps;
            const last = steps.at(-1);
            return (
              <tr key={book} data-expired={last?.until === undefined ? undefined : "true"}>
                <th scope="row">{table.nameOf(movement)}</th>
                <td>{text(opener)}</td>
                <td>
                  {isClosed && last?.until !== undefined ? "–" : text(last)}
                  {!isClosed && last?.until !== undefined && (
                    <span className={classes.expired}>{expiredText(last, now)}</span>
                  )}
                </td>
                <td>{Math.max(0, steps.length - 1)}</td>
                <td className={classes.detail}>
                  {opener === undefined ? "–" : formatDayAndClock(opener.at, table.zone)}
                </td>
                <td className={classes.detail}>{movementLabel(steps)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {silent.length > 0 && (
        <details className={classes.silent}>
          <summary>
            {silent.length} {silent.length === 1 ? "book" : "books"} without a recorded price
          </summary>
          {silent.map((movement) => table.nameOf(movement)).join(", ")}
        </details>
      )}
    </section>
  );
};

const maxListed = 500;

/** The recorded changes in a range, newest first. */
export const MovementChanges = ({ range, ...table }: TableProps & { readonly range: TimeRange }) => {
  const text = stepText(table);
  const changes = table.movements
    .flatMap((movement) => movement.steps.map((step) => ({ movement, step })))
    .filter(({ step }) => step.at >= range.from && step.at <= range.to)
    .sort((a, b) => b.step.at - a.step.at);
  return (
    <section className={classes.frame} aria-label="Every change">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Recorded</th>
            <th scope="col">Book</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, maxListed).map(({ movement, step }) => (
            <tr key={`${movement.book} ${step.at}`}>
              <td className={classes.when}>{formatDayAndClock(step.at, table.zone)}</td>
              <th scope="row">{table.nameOf(movement)}</th>
              <td>{text(stepAt(movement.steps, step.at - 1))}</td>
              <td>{text(step)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > maxListed && (
        <p className={classes.note}>The newest {maxListed} changes are listed. All are in the CSV file.</p>
      )}
    </section>
  );
};
