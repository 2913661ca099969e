import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { recordset, timestampIn } from "@/db/sql";
import { billingPeriod } from "@/server/domain/plans/billing-period";

/** An email is sent when usage reaches each of these percentages of the allowance. */
export const usagePercentages = [80, 100] as const;
export type UsagePercentage = (typeof usagePercentages)[number];

/** An account whose usage has reached a percentage of its allowance. `periodStart`: ms since the epoch. */
export type ReachedPercentage = {
  readonly accountId: string;
  readonly periodStart: number;
  readonly percent: UsagePercentage;
  readonly allowance: number;
};

/**
 * How long an instance's claim to an email lasts. If the email is still unsent after this time, either sending failed or the instance
 * was killed. Any instance may then claim the email again.
 */
const claimedForMinutes = 10;
const maxAttempts = 5;
const maxClaimed = 20;

/**
 * Queues emails for the accounts that have these emails switched on. For each percentage, an account gets one email per billing period. If
 * its allowance is raised within the period, and its usage reaches the percentage of the new allowance, the account gets another email. If
 * an account reaches both percentages at once, it gets only the email for 100 %.
 * @returns whether an email was queued.
 */
export const queueUsageEmails = async (
  db: Queryable,
  reached: readonly ReachedPercentage[],
): Promise<boolean> => {
  const rows = reached.flatMap(({ percent, ...of }) =>
    usagePercentages
      .filter((lower) => lower <= percent)
      .map((each) => ({ ...of, percent: each, isReplaced: each < percent })),
  );
  const columns = "accountId uuid, periodStart float8, percent int, allowance int, isReplaced bool";
  const queued = await db.execute<{ pending: boolean }>(sql`
    insert into usage_emails as e (account_id, period_start, percent, allowance, sent_at)
    select a.id, ${timestampIn('r."periodStart"')}, r.percent, r.allowance, case when r."isReplaced" then now() end
    from ${recordset(rows, columns)} join accounts a on a.id = r."accountId" and a.usage_emails and a.deleted_at is null
    where not exists (
      select from usage_emails e where e.account_id = a.id and e.period_start = ${timestampIn('r."periodStart"')}
        and e.percent = r.percent and e.allowance >= r.allowance
    )
    on conflict do nothing
    returning e.sent_at is null as pending`);
  return queued.some(({ pending }) => pending);
};

export type ClaimedEmail = {
  readonly accountId: string;
  readonly email: string;
  readonly percent: UsagePercentage;
  readonly allowance: number;
  /** ms since the epoch. */
  readonly periodStart: number;
  readonly periodEnd: number;
};

type ClaimedRow = Omit<ClaimedEmail, "periodEnd"> & { readonly anchor: number };

/** Claims queued emails. For `claimedForMinutes`, no instance can claim these emails again. */
export const claimUsageEmails = async (db: Queryable): Promise<ClaimedEmail[]> => {
  const rows = await db.execute<ClaimedRow>(sql`
    with due as (
      select e.account_id, e.period_start, e.percent, e.allowance, a.email, a.created_at
      from usage_emails e join accounts a on a.id = e.account_id and a.usage_emails and a.deleted_at is null
      where e.sent_at is null and e.attempts < ${maxAttempts}::int
        and (e.claimed_at is null or e.claimed_at < now() - ${claimedForMinutes}::int * interval '1 minute')
      limit ${maxClaimed}::int
      for update of e skip locked
    )
    update usage_emails e set claimed_at = now(), attempts = e.attempts + 1
    from due
    where e.account_id = due.account_id and e.period_start = due.period_start and e.percent = due.percent
      and e.allowance = due.allowance
    returning e.account_id as "accountId", due.email, e.percent, e.allowance,
      (extract(epoch from e.period_start) * 1000)::float8 as "periodStart",
      (extract(epoch from due.created_at) * 1000)::float8 as anchor`);
  return rows.map(({ anchor, ...row }) => ({
    ...row,
    periodEnd: billingPeriod(anchor, row.periodStart).end,
  }));
};

/** Records that a claimed email was sent. */
export const noteUsageEmailSent = async (db: Queryable, sent: ClaimedEmail): Promise<void> => {
  const { accountId, periodStart, percent, allowance } = sent;
  await db.execute(sql`
    update usage_emails set sent_at = now()
    where account_id = ${accountId}::uuid and period_start = to_timestamp(${periodStart}::float8 / 1000)
      and percent = ${percent}::int and allowance = ${allowance}::int`);
};
