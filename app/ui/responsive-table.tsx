import type { CSSProperties, ReactNode } from "react";
import classes from "@/app/ui/responsive-table.module.css";

type Column = {
  readonly name: string;
  readonly width?: "widest" | "wide" | "middle" | "narrow" | "tiny";
  readonly end?: boolean;
};

type ResponsiveTableProps = {
  readonly label: string;
  readonly columns: readonly Column[];
  /** How many values are shown side by side on a phone. */
  readonly phoneColumns?: number;
  /** Rows. On a phone, a cell shows its `data-name` as a label. */
  readonly children: ReactNode;
};

/** A table. On a phone, each row is shown as a block of labelled values. */
export function ResponsiveTable({ label, columns, phoneColumns = 2, children }: ResponsiveTableProps) {
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        aria-label={label}
        style={{ "--phone-columns": phoneColumns } as CSSProperties}
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
