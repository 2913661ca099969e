import type { ReactNode } from "react";
import { callResults } from "@/app/(account)/account/call-results";
import classes from "@/app/(account)/account/calls-table.module.css";
import { formatNumber } from "@/app/ui/format-number";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import tableClasses from "@/app/ui/responsive-table.module.css";
import type { CallCounts } from "@/server/account/owner/read-usage";

type CallsTableProps = {
  readonly label: string;
  /** The heading of the first column, such as `Endpoint`. */
  readonly of: string;
  readonly rows: readonly { readonly id: string; readonly name: ReactNode; readonly calls: CallCounts }[];
};

const total = ({ counted, free, refused }: CallCounts): number => counted + free + refused;

/** Calls by result. The bar of a row shows the row's total, split by result. */
export function CallsTable({ label, of, rows }: CallsTableProps) {
  const maxTotal = Math.max(1, ...rows.map(({ calls }) => total(calls)));
  const columns = [
    { name: of },
    ...callResults.map((result) => ({ name: result.label, width: "narrow", end: true }) as const),
  ];
  return (
    <ResponsiveTable label={label} columns={columns} phoneColumns={3}>
      {rows.map(({ id, name, calls }) => (
        <tr key={id}>
          <th scope="row">
            {name}
            <div className={classes.bar} style={{ width: `${(100 * total(calls)) / maxTotal}%` }}>
              {callResults.map((result) => (
                <span key={result.name} style={{ flexGrow: calls[result.name], background: result.color }} />
              ))}
            </div>
          </th>
          {callResults.map((result) => (
            <td key={result.name} data-name={result.label} className={tableClasses.end}>
              {formatNumber(calls[result.name])}
            </td>
          ))}
        </tr>
      ))}
    </ResponsiveTable>
  );
}
