import { ApiError } from "@/server/errors/api-error";
import { type PlanName, planNames, plans } from "@/server/plans/plans";

const dayMs = 86_400_000;

/** Plans are listed from the lowest to the highest. */
const lowestPlan = (includes: (plan: (typeof plans)[PlanName]) => boolean): PlanName => {
  const name = planNames.find((candidate) => includes(plans[candidate]));
  if (name === undefined) throw new Error("no plan includes the feature");
  return name;
};

/** @throws PLAN_REQUIRED below the lowest plan with player props. */
export const requireProps = (plan: PlanName): void => {
  if (plans[plan].props) return;
  const requiredPlan = lowestPlan(({ props }) => props);
  throw new ApiError("PLAN_REQUIRED", {
    message: `Player props need the ${requiredPlan} plan or above.`,
    planGap: { currentPlan: plan, requiredPlan },
  });
};

const reaches = (historyDays: number | null, startedAgoMs: number): boolean =>
  historyDays === null || (historyDays > 0 && startedAgoMs <= historyDays * dayMs);

/**
 * One check for feature and reach: the required plan is the lowest one whose history reaches back to the start. A fixture that does not
 * exist is asked about with `commenceTime` undefined, as one that every history covers.
 * @throws PLAN_REQUIRED
 */
export const requireHistory = (plan: PlanName, commenceTime: number | undefined, now: number): void => {
  const startedAgoMs = commenceTime === undefined ? 0 : now - commenceTime;
  const { historyDays } = plans[plan];
  if (reaches(historyDays, startedAgoMs)) return;
  const requiredPlan = lowestPlan((candidate) => reaches(candidate.historyDays, startedAgoMs));
  const message =
    historyDays === 0
      ? `History of this fixture needs the ${requiredPlan} plan or above.`
      : `The ${plan} plan covers fixtures that started in the last ${historyDays} days; this one needs the ${requiredPlan} plan.`;
  throw new ApiError("PLAN_REQUIRED", { message, planGap: { currentPlan: plan, requiredPlan } });
};
