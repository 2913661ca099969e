import { Badge, Group, ProgressRoot, ProgressSection, Stack, Text } from "@mantine/core";
import { planTitle } from "@/app/describe-plan";
import { formatNumber, formatTime } from "@/app/ui/format";
import { Panel } from "@/app/ui/panel";
import type { Caller } from "@/server/metering/meter";

type AllowanceMeterProps = {
  readonly terms: Caller;
  readonly used: number;
  readonly remaining: number;
  /** ms since the epoch. */
  readonly now: number;
};

const dayMs = 86_400_000;

const untilReset = (periodEnd: number, now: number): string => {
  const days = Math.floor((periodEnd - now) / dayMs);
  if (days >= 2) return `in ${days} days`;
  return days === 1 ? "in 1 day" : "in less than a day";
};

/** The plan, and the used part of the billing period's allowance. */
export function AllowanceMeter({ terms, used, remaining, now }: AllowanceMeterProps) {
  const percent = terms.allowance === 0 ? 100 : Math.min(100, (100 * used) / terms.allowance);
  return (
    <Panel>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            Requests this billing period
          </Text>
          <Badge variant="light" tt="none" autoContrast>
            {planTitle(terms.plan)} plan
          </Badge>
        </Group>
        <Text component="p" lh={1.2}>
          <Text span fz={32} fw={600} data-testid="used">
            {formatNumber(used)}
          </Text>{" "}
          <Text span c="dimmed">
            of {formatNumber(terms.allowance)}
          </Text>
        </Text>
        <ProgressRoot size="md">
          <ProgressSection
            value={percent}
            color={remaining === 0 ? "red" : "green"}
            aria-label="Allowance used"
            aria-valuetext={`${formatNumber(used)} of ${formatNumber(terms.allowance)} requests used`}
          />
        </ProgressRoot>
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {remaining === 0
              ? "None left. Calls that return prices fail until the reset."
              : `${formatNumber(remaining)} left`}
          </Text>
          <Text size="sm" c="dimmed">
            Resets {untilReset(terms.periodEnd, now)}, on {formatTime(terms.periodEnd)}
          </Text>
        </Group>
      </Stack>
    </Panel>
  );
}
