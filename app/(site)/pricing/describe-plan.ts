import { type PlanName, planNames, plans } from "@/server/plans/plans";

const number = new Intl.NumberFormat("en-US");

/** A figure with separators: 100,000. */
export const figure = (value: number): string => number.format(value);

/** A plan's name as a title. */
export const planTitle = (name: PlanName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** How far a plan's history reaches, as a table says it. */
export const historyReach = (historyDays: number | null): string => {
  if (historyDays === null) return "Everything recorded";
  return historyDays === 0 ? "No" : `Last ${historyDays} days`;
};

/** What a plan has that the one below it lacks, in words; the lowest plan is described by itself. */
export const planAdds = (name: PlanName): string => {
  const plan = plans[name];
  const below = planNames[planNames.indexOf(name) - 1];
  if (below === undefined)
    return "Every book and every market of the current odds. Enough to build on, and to run something small.";
  const lower = plans[below];
  const times = Math.round(plan.requestsPerPeriod / lower.requestsPerPeriod);
  const room = `${times} times the requests of ${planTitle(below)}`;
  if (plan.props && !lower.props) return `Player props, for a whole sport or one fixture, and ${room}.`;
  if (plan.historyDays === null)
    return `History of everything recorded, however long ago the fixture started, and ${room}.`;
  if (plan.historyDays > 0 && lower.historyDays === 0)
    return `History: the recorded series, opening and closing lines of fixtures that started in the last ${plan.historyDays} days or have not started, and ${room}.`;
  return `The same data with ${room}.`;
};
