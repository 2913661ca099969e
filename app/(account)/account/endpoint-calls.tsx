import {
  Table,
  TableScrollContainer,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
} from "@mantine/core";
import classes from "@/app/(account)/account/endpoint-calls.module.css";
import { Panel } from "@/app/ui/panel";
import { showNumber } from "@/app/ui/show-time";
import type { EndpointCalls as Calls } from "@/server/accounts/read-usage";
import { endpoints as known } from "@/server/api/endpoints";

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

/** Calls of each endpoint, with a bar that compares their totals. */
export function EndpointCalls({ endpoints }: { readonly endpoints: readonly Calls[] }) {
  const most = Math.max(1, ...endpoints.map(total));
  return (
    <Panel padded={false}>
      <TableScrollContainer minWidth={520} type="native">
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <TableThead>
            <TableTr>
              <TableTh>Endpoint</TableTh>
              <TableTh ta="right">Counted</TableTh>
              <TableTh ta="right">Free</TableTh>
              <TableTh ta="right">Refused</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {endpoints.map((calls) => (
              <TableTr key={calls.endpoint}>
                <TableTd>
                  <EndpointName operationId={calls.endpoint} />
                  <div className={classes.bar} style={{ width: `${(100 * total(calls)) / most}%` }} />
                </TableTd>
                <TableTd ta="right">{showNumber(calls.counted)}</TableTd>
                <TableTd ta="right">{showNumber(calls.free)}</TableTd>
                <TableTd ta="right">{showNumber(calls.refused)}</TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScrollContainer>
    </Panel>
  );
}
