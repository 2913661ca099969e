import { Fragment, type ReactNode } from "react";
import { describeStreams, historyReach } from "@/app/shared/describe-plan";
import { formatNumber, formatPrice } from "@/app/ui/format-number";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import type { PlanPrices } from "@/server/domain/plans/plan-prices";
import { type PlanName, planNames, plans, planTitle } from "@/server/domain/plans/plans";

const priceColumn = { name: "Price per month", end: true } as const;
const columns = [
  { name: "Requests per month", end: true },
  { name: "Requests per second", end: true },
  { name: "Player props" },
  { name: "Streams" },
  { name: "History" },
] as const;

const priceOf = (name: PlanName, { currency, perMonth }: PlanPrices): string | undefined => {
  if (name === "free") return "Free";
  const price = perMonth.get(name);
  return price === undefined ? undefined : formatPrice(price, currency);
};

type PlanTableProps = {
  /** If undefined, the table has no column of prices. */
  readonly prices: PlanPrices | undefined;
  /** Returns the content below a plan's row, such as the plan's advantages over the next lower plan. */
  readonly explain?: (name: PlanName) => ReactNode;
};

/** Every plan with its limits, features and price. */
export const PlanTable = ({ prices, explain }: PlanTableProps) => {
  const shownColumns = [{ name: "Plan" }, ...(prices === undefined ? [] : [priceColumn]), ...columns];
  return (
    <ResponsiveTable label="Plans" columns={shownColumns}>
      {planNames.map((name) => {
        const { requestsPerPeriod, requestsPerSecond, props, streams, historyDays } = plans[name];
        const price = prices && priceOf(name, prices);
        return (
          <Fragment key={name}>
            <tr>
              <th scope="row">{planTitle(name)}</th>
              {prices !== undefined && (
                <td
                  className={`${classes.end} ${price === undefined ? classes.quiet : ""}`}
                  data-name={priceColumn.name}
                >
                  {price ?? "On request"}
                </td>
              )}
              <td className={classes.end} data-name="Requests per month">
                {formatNumber(requestsPerPeriod)}
              </td>
              <td className={classes.end} data-name="Requests per second">
                {requestsPerSecond}
              </td>
              <td className={props ? undefined : classes.quiet} data-name="Player props">
                {props ? "Yes" : "No"}
              </td>
              <td className={streams === 0 ? classes.quiet : undefined} data-name="Streams">
                {describeStreams(streams)}
              </td>
              <td className={historyDays === 0 ? classes.quiet : undefined} data-name="History">
                {historyReach(historyDays)}
              </td>
            </tr>
            {explain !== undefined && (
              <tr className={classes.continuation}>
                <td colSpan={shownColumns.length}>{explain(name)}</td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </ResponsiveTable>
  );
};
