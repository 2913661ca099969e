import { Fragment } from "react";
import { KeyLabel } from "@/app/(account)/account/key-label";
import { LocalTime } from "@/app/(account)/account/local-time";
import classes from "@/app/(account)/account/requests/request-log.module.css";
import { EndpointPath } from "@/app/ui/endpoint-path";
import { formatNumber } from "@/app/ui/format-number";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import tableClasses from "@/app/ui/responsive-table.module.css";
import { TextLink } from "@/app/ui/text-link";
import type { LoggedCall } from "@/server/account/call-log/read-calls";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { errors } from "@/server/domain/errors/errors";

const columns = [
  { name: "Time", width: "middle" },
  { name: "Request" },
  { name: "Result", width: "wide" },
  { name: "API key", width: "middle" },
  { name: "Cost", width: "tiny", end: true },
  { name: "Duration", width: "narrow", end: true },
] as const;

/** `12.5 ms`. */
export const formatResponseTime = (ms: number): string => `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`;

type ResultProps = Pick<LoggedCall, "status" | "code" | "message"> & { readonly href: string };

function Result({ status, code, message, href }: ResultProps) {
  if (code === null) return status;
  return (
    <>
      <TextLink href={href} className={classes.refused} size="sm" underline="always">
        {status} {code}
      </TextLink>
      <div className={tableClasses.quiet}>{message ?? errors[code].title}</div>
    </>
  );
}

type CallTableProps = { readonly calls: readonly LoggedCall[]; readonly keys: readonly ApiKeyRecord[] };

/** A table of calls. Each row links to the details of its call. */
export function CallTable({ calls, keys }: CallTableProps) {
  return (
    <ResponsiveTable label="Calls" columns={columns}>
      {calls.map((call) => {
        const { requestId, at, code } = call;
        const href = `/account/requests?id=${requestId}`;
        return (
          <Fragment key={requestId}>
            <tr>
              <th scope="row">
                <TextLink href={href} className={classes.call} size="sm">
                  <LocalTime at={at.getTime()} format="withSeconds" />
                </TextLink>
              </th>
              <td className={`${tableClasses.whole} ${tableClasses.breaking}`}>
                <EndpointPath method={call.method} path={call.target ?? call.endpoint} />
              </td>
              <td className={`${tableClasses.whole} ${tableClasses.breaking}`}>
                <Result status={call.status} code={code} message={call.message} href={href} />
              </td>
              <td data-name="API key" className={`${tableClasses.whole} ${tableClasses.breaking}`}>
                <KeyLabel keys={keys} keyId={call.keyId ?? "website"} />
              </td>
              <td data-name="Cost" className={tableClasses.end}>
                {call.cost}
              </td>
              <td data-name="Duration" className={tableClasses.end}>
                {formatResponseTime(call.durationMs)}
              </td>
            </tr>
            {call.skipped > 0 && (
              <tr className={tableClasses.remark}>
                <td colSpan={columns.length}>
                  {call.skipped === 1
                    ? "1 call just before this one is not in the log."
                    : `${formatNumber(call.skipped)} calls just before this one are not in the log.`}
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </ResponsiveTable>
  );
}
