import { callKinds } from "@/app/(account)/account/call-kinds";
import classes from "@/app/(account)/account/endpoint-calls.module.css";
import { showNumber } from "@/app/ui/show-time";
import { StackTable } from "@/app/ui/stack-table";
import tableClasses from "@/app/ui/stack-table.module.css";
import type { EndpointCalls as Calls } from "@/server/accounts/read-usage";
import { endpoints as known } from "@/server/api/endpoints";

const columns = [
  { name: "Endpoint" },
  ...callKinds.map(({ label }) => ({ name: label, width: "narrow", end: true }) as const),
] as const;

const total = ({ counted, free, refused }: Calls): number => counted + free + refused;

function EndpointName({ operationId }: { readonly operationId: string }) {
  const endpoint = known.find((candidate) => candidate.operationId === operationId);
  if (endpoint === undefined) return <code className={classes.path}>{operationId}</code>;
  return (
    <code className={classes.path}>
      <span className={classes.method}>{endpoint.method}</span> {endpoint.path}
    </code>
  );
}

/** Calls of each endpoint, with a bar that compares their totals and says how they ended. */
export function EndpointCalls({ endpoints }: { readonly endpoints: readonly Calls[] }) {
  const most = Math.max(1, ...endpoints.map(total));
  return (
    <StackTable label="Calls by endpoint" columns={columns} phoneColumns={3}>
      {endpoints.map((calls) => (
        <tr key={calls.endpoint}>
          <th scope="row">
            <EndpointName operationId={calls.endpoint} />
            <div className={classes.bar} style={{ width: `${(100 * total(calls)) / most}%` }}>
              {callKinds.map(({ name, color }) => (
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
          {callKinds.map(({ name, label }) => (
            <td key={name} data-name={label} className={tableClasses.end}>
              {showNumber(calls[name])}
            </td>
          ))}
        </tr>
      ))}
    </StackTable>
  );
}
