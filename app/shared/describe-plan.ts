import { formatNumber } from "@/app/ui/format-number";
import { type PlanName, planNames, plans, planTitle } from "@/server/domain/plans/plans";

/** How far back a plan's history goes: `None`, `Last 14 days` or `Everything recorded`. */
export const historyReach = (historyDays: number | null): string => {
  if (historyDays === null) return "Everything recorded";
  return historyDays === 0 ? "None" : `Last ${historyDays} days`;
};

/** How many streams a plan may have open: `None` or `2 at a time`. */
export const describeStreams = (streams: number): string => (streams === 0 ? "None" : `${streams} at a time`);

/** Describes what a plan adds to the next lower plan. For the lowest plan, describes the plan itself. */
export const planAdds = (name: PlanName): string => {
  const plan = plans[name];
  const below = planNames[planNames.indexOf(name) - 1];
  if (below === undefined) return "Live odds from every book, no player props. Enough for a side project.";
  const lower = plans[below];
  const times = Math.round(plan.requestsPerPeriod / lower.requestsPerPeriod);
  const requests = `${formatNumber(times)}x the requests of ${planTitle(below)}`;
  if (plan.props && !lower.props)
    return `Player props for a whole sport or one fixture, prices pushed over ${plan.streams} streams, and ${requests}.`;
  if (plan.historyDays === null) return `Price history of every recorded fixture, and ${requests}.`;
  if (plan.historyDays > 0 && lower.historyDays === 0)
    return `Price history for upcoming games and the last ${plan.historyDays} days, with openers and closing lines. ${requests}.`;
  return `${requests}.`;
};
