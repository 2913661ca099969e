import { Badge, Group, ProgressRoot, ProgressSection, Stack, Text } from "@mantine/core";
import classes from "@/app/(account)/account/allowance-meter.module.css";
import { planTitle } from "@/app/shared/describe-plan";
import { formatNumber, formatTime } from "@/app/ui/format";
import { Panel } from "@/app/ui/panel";
import { TextLink } from "@/app/ui/text-link";
import type { Caller } from "@/server/account/metering/meter";
import { dayMs } from "@/server/domain/durations";

type AllowanceMeterProps = {
  readonly terms: Caller;
  readonly used: number;
  readonly remaining: number;
  /** ms since the epoch. */
  readonly now: number;
};

const untilReset = (periodEnd: number, now: number): string => {
  const days = Math.floor((periodEnd - now) / dayMs);
  if (days >= 2) return `in ${days} days`;
  return days === 1 ? "in 1 day" : "in less than a day";
};

const colors = { enough: "green", near: "yellow.6", spent: "red" } as const;

/** The panel shows a warning when at least this percentage of the allowance is used. */
const nearPercent = 80;

/** The plan, and the used part of the billing period's allowance. */
export function AllowanceMeter({ terms, used, remaining, now }: AllowanceMeterProps) {
  const percent = remaining === 0 ? 100 : Math.min(99, Math.floor((100 * used) / terms.allowance));
  const state = remaining === 0 ? "spent" : percent >= nearPercent ? "near" : "enough";
  return (
    <Panel>
      <Stack gap="sm" data-testid="allowance">
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
            of {formatNumber(terms.allowance)}, {percent} %
          </Text>
        </Text>
        <ProgressRoot size="md">
          <ProgressSection
            value={percent}
            color={colors[state]}
            aria-label="Allowance used"
            aria-valuetext={`${formatNumber(used)} of ${formatNumber(terms.allowance)} requests used`}
          />
        </ProgressRoot>
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {formatNumber(remaining)} left
          </Text>
          <Text size="sm" c="dimmed">
            Resets {untilReset(terms.periodEnd, now)}, on {formatTime(terms.periodEnd)}
          </Text>
        </Group>
        {state !== "enough" && (
          <Group gap="sm" className={classes[state]}>
            <Text size="sm" fw={550}>
              {state === "spent"
                ? "Your allowance is used up. Calls for prices or history fail until the reset."
                : `${percent} % of your allowance is used. At 100 %, calls for prices or history fail until the reset.`}
            </Text>
            <TextLink href="/pricing" size="sm">
              Compare plans
            </TextLink>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
