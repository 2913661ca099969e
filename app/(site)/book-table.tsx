import type { ReactNode } from "react";
import classes from "@/app/(site)/book-table.module.css";

type BookTableProps = {
  /** Names of the value columns, such as the teams. */
  readonly values: readonly string[];
  /** Names of the columns that phones hide. */
  readonly details: readonly string[];
  /** One or more `BookRows`. */
  readonly children: ReactNode;
};

/** A table with a row for each book: its title, values such as prices, and details such as their age. */
export const BookTable = ({ values, details, children }: BookTableProps) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Book</th>
        {values.map((name) => (
          <th key={name} scope="col" className={classes.value}>
            {name}
          </th>
        ))}
        {details.map((name) => (
          <th key={name} scope="col" className={classes.detail}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    {children}
  </table>
);

export type BookRow = {
  readonly book: string;
  readonly title: string;
  /** Shown below the title on phones, in place of the details. */
  readonly note: string | undefined;
  /** In the order of the table's columns. */
  readonly values: readonly ReactNode[];
  readonly details: readonly string[];
};

type BookRowsProps = {
  /** Heading above the rows. */
  readonly heading?: string | undefined;
  readonly rows: readonly BookRow[];
};

export const BookRows = ({ heading, rows }: BookRowsProps) => {
  const columns = (rows[0]?.values.length ?? 0) + (rows[0]?.details.length ?? 0);
  return (
    <tbody>
      {heading !== undefined && (
        <tr>
          <th scope="colgroup" colSpan={1 + columns} className={classes.group}>
            {heading}
          </th>
        </tr>
      )}
      {rows.map(({ book, title, note, values, details }) => (
        <tr key={book}>
          <th scope="row">
            {title}
            {note !== undefined && <span className={classes.note}>{note}</span>}
          </th>
          {values.map((value, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change order
            <td key={column} className={classes.value}>
              {value}
            </td>
          ))}
          {details.map((detail, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change order
            <td key={column} className={classes.detail}>
              {detail}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
};
