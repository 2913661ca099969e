import type { ReactNode } from "react";
import classes from "@/app/(site)/docs/prose.module.css";

type DocTableProps = {
  /** Accessible name. */
  readonly label: string;
  readonly head: readonly string[];
  /** Rows of cells. */
  readonly rows: readonly (readonly ReactNode[])[];
};

/** A table that scrolls horizontally on narrow screens. */
export const DocTable = ({ label, head, rows }: DocTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
  <section className={classes.scroll} aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change order
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={head[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
