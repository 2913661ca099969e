import { List, ListItem, Stack, Text } from "@mantine/core";
import { Panel } from "@/app/ui/panel";
import { showNumber } from "@/app/ui/show-time";
import { TextLink } from "@/app/ui/text-link";
import type { Caller } from "@/server/metering/meter";
import { planNames, plans } from "@/server/plans/plans";

const reach = (days: number | null): string =>
  days === null ? "Price history of everything recorded" : `Price history of the last ${days} days`;

/** What the plan after the account's own has and the account does not. */
const gains = (terms: Caller): { readonly name: string; readonly lines: readonly string[] } | undefined => {
  const name = planNames[planNames.indexOf(terms.plan) + 1];
  if (name === undefined) return undefined;
  const [current, next] = [plans[terms.plan], plans[name]];
  const lines = [
    next.requestsPerPeriod > terms.allowance && `${showNumber(next.requestsPerPeriod)} requests a period`,
    next.requestsPerSecond > terms.speedLimitPerSecond && `${next.requestsPerSecond} requests a second`,
    next.props && !current.props && "Player props",
    next.historyDays !== current.historyDays && reach(next.historyDays),
  ].filter((line) => line !== false);
  return { name, lines };
};

/** What the next plan would add, from the one table of plans. */
export function NextPlan({ terms }: { readonly terms: Caller }) {
  const next = gains(terms);
  return (
    <Panel>
      <Stack gap={6}>
        <Text size="sm" c="dimmed">
          {next === undefined ? "Your plan" : "What the next plan would add"}
        </Text>
        <Text fw={600} tt="capitalize">
          {next?.name ?? terms.plan}
        </Text>
        {next === undefined ? (
          <Text size="sm">It has everything there is.</Text>
        ) : (
          <List size="sm" spacing={2}>
            {next.lines.map((line) => (
              <ListItem key={line}>{line}</ListItem>
            ))}
          </List>
        )}
        <TextLink href="/pricing" size="sm">
          Compare plans
        </TextLink>
      </Stack>
    </Panel>
  );
}
