import { dayMs } from "@/server/domain/durations";
import { ApiError } from "@/server/domain/errors/api-error";
import { type PlanName, planNames, plans, planTitle } from "@/server/domain/plans/plans";

const lowestPlan = (includes: (plan: (typeof plans)[PlanName]) => boolean): PlanName => {
  const name = planNames.find((candidate) => includes(plans[candidate]));
  if (name === undefined) throw new Error("no plan includes the feature");
  return name;
};

/** @throws PLAN_REQUIRED if the plan has no player props. */
export const requireProps = (plan: PlanName): void => {
  if (plans[plan].props) return;
  const requiredPlan = lowestPlan(({ props }) => props);
  throw new ApiError("PLAN_REQUIRED", {
    message: `Player props require the ${planTitle(requiredPlan)} plan or above.`,
    planGap: { currentPlan: plan, requiredPlan },
  });
};

/** @throws PLAN_REQUIRED if the plan has no streams. */
export const requireStreams = (plan: PlanName): void => {
  if (plans[plan].streams > 0) return;
  const requiredPlan = lowestPlan(({ streams }) => streams > 0);
  throw new ApiError("PLAN_REQUIRED", {
    message: `Streams require the ${planTitle(requiredPlan)} plan or above.`,
    planGap: { currentPlan: plan, requiredPlan },
  });
};

const reaches = (historyDays: number | null, startedAgoMs: number): boolean =>
  historyDays === null || (historyDays > 0 && startedAgoMs <= historyDays * dayMs);

/**
 * Checks that the plan's history reaches back to the fixture's start.
 * @param commenceTime undefined if the fixture does not exist; then any plan with history is enough.
 * @throws PLAN_REQUIRED, which names the lowest plan that is enough.
 */
export const requireHistory = (plan: PlanName, commenceTime: number | undefined, now: number): void => {
  const startedAgoMs = commenceTime === undefined ? 0 : now - commenceTime;
  const { historyDays } = plans[plan];
  if (reaches(historyDays, startedAgoMs)) return;
  const requiredPlan = lowestPlan((candidate) => reaches(candidate.historyDays, startedAgoMs));
  const message =
    historyDays === 0
      ? `History of this fixture requires the ${planTitle(requiredPlan)} plan or above.`
      : `The ${planTitle(plan)} plan covers fixtures that started in the last ${historyDays} days. This fixture requires the ${planTitle(requiredPlan)} plan.`;
  throw new ApiError("PLAN_REQUIRED", { message, planGap: { currentPlan: plan, requiredPlan } });
};
