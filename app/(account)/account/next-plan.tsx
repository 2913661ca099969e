import classes from "@/app/(account)/account/next-plan.module.css";
import { historyReach } from "@/app/shared/describe-plan";
import { formatNumber } from "@/app/ui/format-number";
import { Panel } from "@/app/ui/panel";
import { Row, Stack } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";
import { TextLink } from "@/app/ui/text-link";
import type { LoggedCall } from "@/server/account/call-log/read-calls";
import type { Caller } from "@/server/account/metering/meter";
import { type PlanName, planNames, plans, planTitle } from "@/server/domain/plans/plans";

/** The plan that a customer needs most, and why. */
type Suggestion = {
  readonly name: PlanName;
  /** How many calls in the request log were rejected because they require this plan. 0 if none were. */
  readonly rejected: number;
};

const rank = (plan: PlanName): number => planNames.indexOf(plan);

/** The plan that the rejected calls require, or else the next higher plan. Undefined if the account has the highest plan. */
export const suggestPlan = (
  plan: PlanName,
  calls: readonly Pick<LoggedCall, "requiredPlan">[],
): Suggestion | undefined => {
  const required = calls.flatMap(({ requiredPlan }) =>
    requiredPlan !== null && rank(requiredPlan) > rank(plan) ? [requiredPlan] : [],
  );
  const name = planNames[Math.max(rank(plan) + 1, ...required.map(rank))];
  return name && { name, rejected: required.filter((each) => each === name).length };
};

const addedBy = (name: PlanName, terms: Caller): readonly string[] => {
  const [current, next] = [plans[terms.plan], plans[name]];
  return [
    next.requestsPerPeriod > terms.allowance && `${formatNumber(next.requestsPerPeriod)} requests per month`,
    next.requestsPerSecond > terms.speedLimitPerSecond && `${next.requestsPerSecond} requests per second`,
    next.props && !current.props && "Player props",
    next.streams > current.streams && `${next.streams} streams at a time`,
    next.historyDays !== current.historyDays &&
      `Price history: ${historyReach(next.historyDays).toLowerCase()}`,
  ].filter((line) => line !== false);
};

type NextPlanProps = {
  readonly terms: Caller;
  /** The account's request log. */
  readonly calls: readonly Pick<LoggedCall, "requiredPlan">[];
  readonly canRequest: boolean;
};

/** What another plan adds to the account: the plan that its rejected calls require, or else the next one. */
export function NextPlan({ terms, calls, canRequest }: NextPlanProps) {
  const next = suggestPlan(terms.plan, calls);
  return (
    <Panel>
      <Stack gap={6}>
        <Text small quiet>
          {next === undefined ? "Your plan" : next.rejected > 0 ? "Suggested plan" : "Next plan"}
        </Text>
        <Text strong>{planTitle(next?.name ?? terms.plan)}</Text>
        {next === undefined ? (
          <Text small>You're on our top plan.</Text>
        ) : (
          <ul className={classes.lines}>
            {next.rejected > 0 && (
              <li>
                {next.rejected === 1
                  ? "1 recent call needed it."
                  : `${formatNumber(next.rejected)} recent calls needed it.`}
              </li>
            )}
            {addedBy(next.name, terms).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <Row gap={16}>
          {canRequest && (
            <TextLink
              href={next === undefined ? "/account/plan" : `/account/plan?plan=${next.name}`}
              size="sm"
            >
              Request a plan change
            </TextLink>
          )}
          <TextLink href="/pricing" size="sm">
            Compare plans
          </TextLink>
        </Row>
      </Stack>
    </Panel>
  );
}
