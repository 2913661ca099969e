import { callResults } from "@/app/(account)/account/call-results";
import classes from "@/app/(account)/account/endpoint-calls.module.css";
import { EndpointPath } from "@/app/ui/endpoint-path";
import { formatNumber } from "@/app/ui/format";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import tableClasses from "@/app/ui/responsive-table.module.css";
import type { EndpointCalls as Calls } from "@/server/accounts/read-usage";
import { endpoints } from "@/server/api/endpoints";

const columns = [
  { name: "Endpoint" },
  ...callResults.map(({ label }) => ({ name: label, width: "narrow", end: true }) as const),
] as const;

const total = ({ counted, free, errors }: Calls): number => counted + free + errors;

function EndpointName({ operationId }: { readonly operationId: string }) {
  const endpoint = endpoints.find((candidate) => candidate.operationId === operationId);
  return endpoint === undefined ? <code>{operationId}</code> : <EndpointPath {...endpoint} />;
}

/** Calls to each endpoint. A bar compares the totals and shows the results. */
export function EndpointCalls({ usage }: { readonly usage: readonly Calls[] }) {
  const maxTotal = Math.max(1, ...usage.map(total));
  return (
    <ResponsiveTable label="Calls by endpoint" columns={columns} phoneColumns={3}>
      {usage.map((calls) => (
        <tr key={calls.endpoint}>
          <th scope="row">
            <EndpointName operationId={calls.endpoint} />
            <div className={classes.bar} style={{ width: `${(100 * total(calls)) / maxTotal}%` }}>
              {callResults.map(({ name, color }) => (
                <span
                  key={name}
                  style={{
                    flexGrow: calls[name],
                    background: `var(--mantine-color-${color.replace(".", "-")})`,
                  }}
                />
              ))}
            </div>
          </th>
          {callResults.map(({ name, label }) => (
            <td key={name} data-name={label} className={tableClasses.end}>
              {formatNumber(calls[name])}
            </td>
          ))}
        </tr>
      ))}
    </ResponsiveTable>
  );
}
