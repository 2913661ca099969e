import { Fragment } from "react";
import { historyReach, planAdds, planTitle } from "@/app/describe-plan";
import { formatNumber } from "@/app/ui/format";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import { planNames, plans } from "@/server/plans/plans";

const columns = [
  { name: "Plan" },
  { name: "Requests per month", end: true },
  { name: "Requests per second", end: true },
  { name: "Player props" },
  { name: "History" },
] as const;

/** Every plan with its limits and features. With `explained`, also the difference from the next lower plan. */
export const PlanTable = ({ explained = false }: { readonly explained?: boolean }) => (
  <ResponsiveTable label="Plans" columns={columns}>
    {planNames.map((name) => {
      const { requestsPerPeriod, requestsPerSecond, props, historyDays } = plans[name];
      return (
        <Fragment key={name}>
          <tr>
            <th scope="row">{planTitle(name)}</th>
            <td className={classes.end} data-name="Requests per month">
              {formatNumber(requestsPerPeriod)}
            </td>
            <td className={classes.end} data-name="Requests per second">
              {requestsPerSecond}
            </td>
            <td className={props ? undefined : classes.quiet} data-name="Player props">
              {props ? "Yes" : "No"}
            </td>
            <td className={historyDays === 0 ? classes.quiet : undefined} data-name="History">
              {historyReach(historyDays)}
            </td>
          </tr>
          {explained && (
            <tr className={classes.continuation}>
              <td colSpan={columns.length}>{planAdds(name)}</td>
            </tr>
          )}
        </Fragment>
      );
    })}
  </ResponsiveTable>
);
