import { Group, List, ListItem, Stack, Text } from "@mantine/core";
import { historyReach, planTitle } from "@/app/shared/describe-plan";
import { formatNumber } from "@/app/ui/format";
import { Panel } from "@/app/ui/panel";
import { TextLink } from "@/app/ui/text-link";
import type { Caller } from "@/server/account/metering/meter";
import { type PlanName, planNames, plans } from "@/server/domain/plans/plans";

/** The plan above the account's plan; undefined if the account has the highest plan. */
const nextPlan = (
  terms: Caller,
): { readonly name: PlanName; readonly lines: readonly string[] } | undefined => {
  const name = planNames[planNames.indexOf(terms.plan) + 1];
  if (name === undefined) return undefined;
  const [current, next] = [plans[terms.plan], plans[name]];
  const lines = [
    next.requestsPerPeriod > terms.allowance && `${formatNumber(next.requestsPerPeriod)} requests per month`,
    next.requestsPerSecond > terms.speedLimitPerSecond && `${next.requestsPerSecond} requests per second`,
    next.props && !current.props && "Player props",
    next.streams > current.streams && `${next.streams} streams at a time`,
    next.historyDays !== current.historyDays &&
      `Price history: ${historyReach(next.historyDays).toLowerCase()}`,
  ].filter((line) => line !== false);
  return { name, lines };
};

type NextPlanProps = {
  readonly terms: Caller;
  readonly canRequest: boolean;
};

/** What the next plan adds to the account. */
export function NextPlan({ terms, canRequest }: NextPlanProps) {
  const next = nextPlan(terms);
  return (
    <Panel>
      <Stack gap={6}>
        <Text size="sm" c="dimmed">
          {next === undefined ? "Your plan" : "Next plan"}
        </Text>
        <Text fw={600}>{planTitle(next?.name ?? terms.plan)}</Text>
        {next === undefined ? (
          <Text size="sm">You're on our top plan.</Text>
        ) : (
          <List size="sm" spacing={2}>
            {next.lines.map((line) => (
              <ListItem key={line}>{line}</ListItem>
            ))}
          </List>
        )}
        <Group gap="md">
          {canRequest && (
            <TextLink href="/account/plan" size="sm">
              Request a plan change
            </TextLink>
          )}
          <TextLink href="/pricing" size="sm">
            Compare plans
          </TextLink>
        </Group>
      </Stack>
    </Panel>
  );
}
