import type { CSSProperties, ReactNode } from "react";
import classes from "@/app/ui/stack-table.module.css";

type Column = {
  readonly name: string;
  readonly width?: "wide" | "middle" | "narrow";
  readonly end?: boolean;
};

type StackTableProps = {
  readonly label: string;
  readonly columns: readonly Column[];
  /** How many values stand side by side on a phone. */
  readonly phoneColumns?: number;
  /** Rows whose cells carry `data-name` where a phone shall show the column's name. */
  readonly children: ReactNode;
};

/** A table that a phone shows as a list of blocks. */
export function StackTable({ label, columns, phoneColumns = 2, children }: StackTableProps) {
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        aria-label={label}
        style={{ "--stack-columns": phoneColumns } as CSSProperties}
      >
        <thead>
          <tr>
            {columns.map(({ name, width, end }) => (
              <th
                key={name}
                scope="col"
                className={[width && classes[width], end && classes.end].filter(Boolean).join(" ")}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
