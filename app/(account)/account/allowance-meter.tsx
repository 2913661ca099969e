import classes from "@/app/(account)/account/allowance-meter.module.css";
import { LocalTime } from "@/app/(account)/account/local-time";
import { Badge } from "@/app/ui/badge";
import { formatNumber } from "@/app/ui/format-number";
import { Panel } from "@/app/ui/panel";
import { Row, Stack } from "@/app/ui/stack";
import { Text } from "@/app/ui/text";
import { TextLink } from "@/app/ui/text-link";
import type { Caller } from "@/server/account/metering/meter";
import { dayMs } from "@/server/domain/durations";
import { planTitle } from "@/server/domain/plans/plans";

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

const shareText = (used: number, percent: number): string =>
  percent === 0 && used > 0 ? "less than 1%" : `${percent}%`;

/** The panel shows a warning when at least this percentage of the allowance is used. */
const nearPercent = 80;

/** The plan, and the used part of the billing period's allowance. */
export function AllowanceMeter({ terms, used, remaining, now }: AllowanceMeterProps) {
  const percent = remaining === 0 ? 100 : Math.min(99, Math.floor((100 * used) / terms.allowance));
  const state = remaining === 0 ? "spent" : percent >= nearPercent ? "near" : "enough";
  return (
    <Panel>
      <Stack gap={12} data-testid="allowance">
        <Row justify="between" gap={10}>
          <Text small quiet>
            Requests this billing period
          </Text>
          <Badge look="good">{planTitle(terms.plan)} plan</Badge>
        </Row>
        <p className={classes.figure}>
          <span className={classes.used} data-testid="used">
            {formatNumber(used)}
          </span>{" "}
          of {formatNumber(terms.allowance)} requests ({shareText(used, percent)})
        </p>
        <div
          role="progressbar"
          className={classes.track}
          data-state={state}
          aria-label="Allowance used"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={`${formatNumber(used)} of ${formatNumber(terms.allowance)} requests used`}
        >
          <div style={{ width: `${percent}%` }} />
        </div>
        <Row justify="between" gap={10}>
          <Text small quiet>
            {formatNumber(remaining)} left
          </Text>
          <Text small quiet>
            Resets {untilReset(terms.periodEnd, now)}, on <LocalTime at={terms.periodEnd} />
          </Text>
        </Row>
        {state !== "enough" && (
          <Row gap={12} className={classes[state]}>
            <Text small strong>
              {state === "spent"
                ? "Your allowance is used up. Calls for prices or history fail until the reset."
                : `${percent}% of your allowance is used. At 100%, calls for prices or history fail until the reset.`}
            </Text>
            <TextLink href="/pricing" size="sm">
              Compare plans
            </TextLink>
          </Row>
        )}
      </Stack>
    </Panel>
  );
}
