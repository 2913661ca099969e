import { figure, historyReach, planAdds, planTitle } from "@/app/(site)/pricing/describe-plan";
import classes from "@/app/(site)/pricing/plan-table.module.css";
import { planNames, plans } from "@/server/plans/plans";

/** Every plan with its figures, and with what it adds to the one below where `explained`. */
export const PlanTable = ({ explained = false }: { readonly explained?: boolean }) => (
  <div className={classes.frame}>
    <table className={classes.table}>
      <caption className={classes.caption}>Plans and what they include</caption>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col" className={classes.number}>
            Counted requests a month
          </th>
          <th scope="col" className={classes.number}>
            Requests a second
          </th>
          <th scope="col">Player props</th>
          <th scope="col">History</th>
        </tr>
      </thead>
      {planNames.map((name) => {
        const plan = plans[name];
        return (
          <tbody key={name}>
            <tr>
              <th scope="row">{planTitle(name)}</th>
              <td className={classes.number} data-label="Counted requests a month">
                {figure(plan.requestsPerPeriod)}
              </td>
              <td className={classes.number} data-label="Requests a second">
                {plan.requestsPerSecond}
              </td>
              <td data-label="Player props" data-absent={!plan.props}>
                {plan.props ? "Yes" : "No"}
              </td>
              <td data-label="History" data-absent={plan.historyDays === 0}>
                {historyReach(plan.historyDays)}
              </td>
            </tr>
            {explained && (
              <tr className={classes.adds}>
                <td colSpan={5}>{planAdds(name)}</td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  </div>
);
