"use client";

import { Fragment, type ReactNode, useId } from "react";
import classes from "@/app/(site)/explore/books-chip.module.css";

export type BookCounts = {
  readonly books: number;
  readonly lapsed: number;
  readonly unmatched: number;
  readonly withheld: number;
  readonly outliers: number;
};

const partsOf = ({ books, lapsed, unmatched, withheld, outliers }: BookCounts): readonly string[] => [
  `${books} ${books === 1 ? "book" : "books"}`,
  ...(lapsed > 0 ? [`${lapsed} lapsed`] : []),
  ...(unmatched > 0 ? [`${unmatched} not matched`] : []),
  ...(withheld > 0 ? [`${withheld} withheld`] : []),
  ...(outliers > 0 ? [`${outliers} ${outliers === 1 ? "outlier" : "outliers"}`] : []),
];

/** How many books are shown and how many are not, for which reason. A click opens the list of these books. */
export const BooksChip = ({
  counts,
  children,
}: {
  readonly counts: BookCounts;
  /** The list. */
  readonly children: ReactNode;
}) => {
  const id = useId();
  const [books, ...others] = partsOf(counts);
  return (
    <div className={classes.place}>
      <button type="button" className={classes.chip} popoverTarget={id} aria-live="polite">
        {books}
        {others.map((part) => (
          <Fragment key={part}>
            {" · "}
            <span className={classes.missing}>{part}</span>
          </Fragment>
        ))}
      </button>
      <div id={id} popover="auto" className={classes.list}>
        {children}
      </div>
    </div>
  );
};
