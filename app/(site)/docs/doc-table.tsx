import type { ReactNode } from "react";
import classes from "@/app/(site)/docs/prose.module.css";

type DocTableProps = {
  /** What the table holds, for those who do not see it. */
  readonly label: string;
  readonly head: readonly string[];
  /** Rows of cells; the first cell of a row names it. */
  readonly rows: readonly (readonly ReactNode[])[];
};

/** A table that scrolls by itself where the page is narrow. */
export const DocTable = ({ label, head, rows }: DocTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a document never change places
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
