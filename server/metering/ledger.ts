/**
 * The ledger: one database row for each billing period of an account. Its `epoch` tells who decides about the next request.
 *
 * Even: the row itself. A charge is one statement on it. This is the only state without a counter store.
 * Odd: the counter of that number in the counter store. The row follows it: `seq` and `seq_used` say how far.
 *
 * A counter opens on the row's figure (even to odd). The row takes over (odd to even) when the store cannot be used or has lost the counter;
 * for `settleMs` it then still waits for what other instances have charged on the counter and not yet written here, so that a request is
 * neither lost nor admitted twice. Changes of the last counter are taken until it is closed or the next one opens.
 */
import type { Database } from "@/db/connect";
import type { Caller } from "@/server/metering/meter";
import type { Terms } from "@/server/metering/terms";
import { decodeTerms } from "@/server/metering/terms";
import { planNames } from "@/server/plans/plans";

/** Longer than an instance keeps a charge to itself: see follow-counters.ts. */
const settleMs = 150;
/** How long a row that took over because a store could not be used keeps deciding after its last charge. */
const holdMs = 1_000;

export type Line = { readonly accountId: string; readonly periodStart: number };

export type LedgerOutcome =
  | "admitted"
  | "speed_limit"
  | "allowance_spent"
  | "invalid"
  | "changed"
  /** The row does not decide: take over first. */
  | "counter_decides"
  /** It has just taken over: wait. */
  | "settling";

export type LedgerVerdict = {
  readonly outcome: LedgerOutcome;
  /** The account's terms now; undefined when there is no such account. */
  readonly terms: Terms | undefined;
  readonly used: number;
  /** Calls in the current second, this one included; 0 where the window was not counted. */
  readonly windowCalls: number;
};

export type LedgerAsk = {
  readonly cost: 0 | 1;
  readonly unitMustRemain: boolean;
  /** Count the call in the row's speed-limit window, by the database's clock. */
  readonly countWindow: boolean;
  /** Keep deciding for a while: the counter store cannot be used here. */
  readonly hold: boolean;
};

const iso = (ms: number): string => new Date(ms).toISOString();

type VerdictRow = {
  plan: string;
  allowance: number | null;
  speed_limit: number | null;
  anchor: number;
  live: boolean;
  same: boolean;
  outcome: LedgerOutcome | null;
  calls: number | null;
  used: number | null;
};

const termsOf = (row: VerdictRow): Terms | undefined => {
  const plan = planNames.find((name) => name === row.plan);
  if (plan === undefined) return undefined;
  return { plan, allowance: row.allowance, speedLimit: row.speed_limit, anchor: row.anchor };
};

const ensureLine = async (db: Database, line: Line): Promise<void> => {
  await db.$client`
    insert into usage_periods (account_id, period_start, used)
    values (${line.accountId}::uuid, ${iso(line.periodStart)}::timestamptz, 0)
    on conflict do nothing`;
};

/** Who asks, by the database: the account's terms, whether the key is live, whether the terms are those of the hint. */
const whoAsks = (db: Database, caller: Caller) => {
  const terms = decodeTerms(caller.version);
  if (terms === undefined) throw new Error("a caller without terms");
  const keyId = caller.keyId ?? null;
  return db.$client`
    select a.plan, a.allowance, a.speed_limit, (extract(epoch from a.created_at) * 1000)::float8 as anchor,
      ${keyId}::uuid is null or exists (
        select 1 from api_keys k where k.id = ${keyId}::uuid and k.account_id = a.id and k.revoked_at is null
      ) as live,
      a.plan = ${terms.plan}::text and a.allowance is not distinct from ${terms.allowance}::int
        and a.speed_limit is not distinct from ${terms.speedLimit}::int
        and a.created_at = ${iso(terms.anchor)}::timestamptz as same
    from accounts a where a.id = ${caller.accountId}::uuid`;
};

const askOnce = async (db: Database, caller: Caller, ask: LedgerAsk): Promise<VerdictRow | undefined> => {
  const periodStart = iso(caller.periodStart);
  const [row] = await db.$client<VerdictRow[]>`
    with who as (${whoAsks(db, caller)}), line as (
      select u.* from usage_periods u
      where u.account_id = ${caller.accountId}::uuid and u.period_start = ${periodStart}::timestamptz
        and exists (select 1 from who where live and same)
      for update of u
    ), counted as (
      select line.used, line.epoch, clock.second,
        case when line.window_second = clock.second then line.window_calls + 1 else 1 end as calls,
        coalesce(clock.now < line.taken_at + ${settleMs}::int * interval '1 ms', false) as settling
      from line, lateral (
        select clock_timestamp() as now, floor(extract(epoch from clock_timestamp()))::bigint as second
        where line.account_id is not null
      ) clock
    ), judged as (
      select counted.*, case
        when ${ask.countWindow}::bool and calls > ${caller.speedLimitPerSecond}::int then 'speed_limit'
        when ${ask.cost}::int = 1 and epoch % 2 = 1 then 'counter_decides'
        when ${ask.cost}::int = 1 and settling then 'settling'
        when (${ask.cost}::int = 1 or ${ask.unitMustRemain}::bool) and used >= ${caller.allowance}::int
          then 'allowance_spent'
        else 'admitted' end as outcome
      from counted
    ), written as (
      update usage_periods u set
        used = u.used + case when judged.outcome = 'admitted' then ${ask.cost}::int else 0 end,
        window_second = case when ${ask.countWindow}::bool then judged.second else u.window_second end,
        window_calls = case when ${ask.countWindow}::bool then judged.calls else u.window_calls end,
        held_until = case when ${ask.hold}::bool
          then greatest(u.held_until, clock_timestamp() + ${holdMs}::int * interval '1 ms')
          else u.held_until end
      from judged
      where u.account_id = ${caller.accountId}::uuid and u.period_start = ${periodStart}::timestamptz
        and judged.outcome not in ('counter_decides', 'settling')
        and (${ask.countWindow}::bool or judged.outcome = 'admitted')
      returning u.used
    )
    select who.*, judged.outcome, judged.calls, coalesce(written.used, judged.used) as used
    from who left join judged on true left join written on true`;
  return row;
};

const lookOnce = async (db: Database, caller: Caller, ask: LedgerAsk): Promise<VerdictRow | undefined> => {
  const [row] = await db.$client<VerdictRow[]>`
    with who as (${whoAsks(db, caller)})
    select who.*, case when ${ask.unitMustRemain}::bool and coalesce(u.used, 0) >= ${caller.allowance}::int
        then 'allowance_spent' else 'admitted' end as outcome,
      0 as calls, coalesce(u.used, 0) as used
    from who left join usage_periods u
      on u.account_id = ${caller.accountId}::uuid and u.period_start = ${iso(caller.periodStart)}::timestamptz`;
  return row;
};

/**
 * Confirms the caller and, in the same statement, charges the row where it decides: what is admitted is committed. A call that costs
 * nothing and counts in no window only reads.
 */
export const askLedger = async (db: Database, caller: Caller, ask: LedgerAsk): Promise<LedgerVerdict> => {
  const once = ask.cost === 0 && !ask.countWindow ? lookOnce : askOnce;
  let row = await once(db, caller, ask);
  if (row?.live && row.same && row.outcome === null) {
    await ensureLine(db, caller);
    row = await once(db, caller, ask);
  }
  if (row === undefined) return { outcome: "invalid", terms: undefined, used: 0, windowCalls: 0 };
  const { used, calls } = row;
  const outcome = !row.live ? "invalid" : !row.same ? "changed" : row.outcome;
  if (outcome === null) throw new Error("the ledger has no row for the period");
  return { outcome, terms: termsOf(row), used: used ?? 0, windowCalls: calls ?? 0 };
};

export type TakeOver = {
  readonly epoch: number;
  /** Until the row may decide. */
  readonly settlesInMs: number;
};

/** Makes the row decide; nothing but the hold changes where it does already. */
export const takeOver = async (db: Database, line: Line, hold: boolean): Promise<TakeOver> => {
  const [row] = await db.$client<{ epoch: number; settles_in: number }[]>`
    insert into usage_periods as u (account_id, period_start, used)
    values (${line.accountId}::uuid, ${iso(line.periodStart)}::timestamptz, 0)
    on conflict (account_id, period_start) do update set
      epoch = u.epoch + u.epoch % 2,
      taken_at = case when u.epoch % 2 = 1 then clock_timestamp() else u.taken_at end,
      held_until = case when ${hold}::bool
        then greatest(u.held_until, clock_timestamp() + ${holdMs}::int * interval '1 ms')
        else u.held_until end
    returning u.epoch, coalesce(greatest(0,
      extract(epoch from u.taken_at + ${settleMs}::int * interval '1 ms' - clock_timestamp()) * 1000), 0)::float8
      as settles_in`;
  if (row === undefined) throw new Error("the ledger has no row for the period");
  return { epoch: row.epoch, settlesInMs: Math.ceil(row.settles_in) };
};

export type Opening =
  | { readonly kind: "opened"; readonly epoch: number; readonly used: number }
  /** A counter is open as far as the ledger knows. */
  | { readonly kind: "open"; readonly epoch: number }
  /** The row decides for now. */
  | { readonly kind: "held" };

/** Hands the decision to a new counter, which has to start at `used`. */
export const openCounter = async (db: Database, line: Line): Promise<Opening> => {
  const [opened] = await db.$client<{ epoch: number; used: number }[]>`
    insert into usage_periods as u (account_id, period_start, used, epoch)
    values (${line.accountId}::uuid, ${iso(line.periodStart)}::timestamptz, 0, 1)
    on conflict (account_id, period_start) do update set
      epoch = u.epoch + 1, prior_seq = u.seq, seq = 0, seq_used = u.used, counter_closed = false
    where u.epoch % 2 = 0
      and coalesce(clock_timestamp() >= u.held_until, true)
      and coalesce(clock_timestamp() >= u.taken_at + ${settleMs}::int * interval '1 ms', true)
    returning u.epoch, u.used`;
  if (opened !== undefined) return { kind: "opened", ...opened };
  const [row] = await db.$client<{ epoch: number }[]>`
    select epoch from usage_periods
    where account_id = ${line.accountId}::uuid and period_start = ${iso(line.periodStart)}::timestamptz`;
  if (row !== undefined && row.epoch % 2 === 1) return { kind: "open", epoch: row.epoch };
  return { kind: "held" };
};

/** What a counter showed after its `seq`-th change. */
export type CounterState = { readonly epoch: number; readonly seq: number; readonly used: number };

/** How far the ledger follows. */
export type Followed = {
  readonly epoch: number;
  readonly seq: number;
  /** Whether `seq` is the last that will be followed of that counter. */
  readonly closed: boolean;
  readonly priorSeq: number;
};

type FollowedRow = { epoch: number; seq: number; closed: boolean; prior_seq: number };

const toFollowed = ({ epoch, seq, closed, prior_seq }: FollowedRow): Followed => ({
  epoch,
  seq,
  closed,
  priorSeq: prior_seq,
});

/**
 * Writes what counters showed: absolute states, so that again, late or out of order does no harm.
 * @returns in the order of `states`, how far the row follows now; undefined where there is none (the account is gone).
 */
export const followCounters = async (
  db: Database,
  states: readonly (Line & CounterState)[],
): Promise<(Followed | undefined)[]> => {
  const rows = states.map(({ accountId, periodStart, epoch, seq, used }, position) => ({
    position,
    account: accountId,
    start: iso(periodStart),
    epoch,
    seq,
    used,
  }));
  // Locked in one order: two instances that follow the same counters must not wait for each other.
  const followed = await db.$client<(FollowedRow & { position: number })[]>`
    with n as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as n(position int, account uuid, start timestamptz, epoch int, seq int, used int)
    ), line as (
      select u.account_id, u.period_start, u.epoch, u.seq, u.counter_closed as closed, u.prior_seq,
        n.position, n.seq as new_seq, n.used as new_used,
        u.epoch between n.epoch and n.epoch + 1 and not u.counter_closed and u.seq < n.seq as newer
      from usage_periods u join n on u.account_id = n.account and u.period_start = n.start
      order by u.account_id, u.period_start
      for update of u
    ), written as (
      update usage_periods u
      set used = u.used + line.new_used - u.seq_used, seq = line.new_seq, seq_used = line.new_used
      from line
      where line.newer and u.account_id = line.account_id and u.period_start = line.period_start
    )
    select position, epoch, case when newer then new_seq else seq end as seq, closed, prior_seq from line`;
  const byPosition = new Map(followed.map((row) => [row.position, row]));
  return states.map((_, position) => {
    const row = byPosition.get(position);
    return row && toFollowed(row);
  });
};

/** Takes over from one counter and no other. @returns until when to wait for what was charged on it, ms. */
export const takeOverFrom = async (db: Database, line: Line, epoch: number): Promise<number> => {
  const [row] = await db.$client<{ settles_in: number }[]>`
    update usage_periods u set
      epoch = ${epoch + 1}::int,
      taken_at = case when u.epoch = ${epoch}::int then clock_timestamp() else u.taken_at end
    where account_id = ${line.accountId}::uuid and period_start = ${iso(line.periodStart)}::timestamptz
      and u.epoch in (${epoch}::int, ${epoch + 1}::int)
    returning coalesce(greatest(0,
      extract(epoch from u.taken_at + ${settleMs}::int * interval '1 ms' - clock_timestamp()) * 1000), 0)::float8
      as settles_in`;
  return Math.ceil(row?.settles_in ?? 0);
};

/** How far a row follows; undefined where there is none. */
export const readFollowed = async (db: Database, line: Line): Promise<Followed | undefined> => {
  const [row] = await db.$client<FollowedRow[]>`
    select epoch, seq, counter_closed as closed, prior_seq from usage_periods
    where account_id = ${line.accountId}::uuid and period_start = ${iso(line.periodStart)}::timestamptz`;
  return row && toFollowed(row);
};

/** Closes a counter that the row has taken over from: what is not followed now never will be. @returns how far it was followed. */
export const closeCounter = async (
  db: Database,
  line: Line,
  epoch: number,
): Promise<Followed | undefined> => {
  await db.$client`
    update usage_periods u set counter_closed = true
    where account_id = ${line.accountId}::uuid and period_start = ${iso(line.periodStart)}::timestamptz
      and u.epoch = ${epoch + 1}::int`;
  return readFollowed(db, line);
};

/**
 * Adds to a row, whatever the allowance is, and makes it decide in the same step: a counter would not know. A request may be given back here
 * before its charge has been followed, so the figure may be below zero for a moment.
 */
export const adjustLedger = async (
  db: Database,
  line: Line,
  by: number,
): Promise<{ readonly epoch: number; readonly used: number }> => {
  const [row] = await db.$client<{ epoch: number; used: number }[]>`
    insert into usage_periods as u (account_id, period_start, used)
    values (${line.accountId}::uuid, ${iso(line.periodStart)}::timestamptz, ${by}::int)
    on conflict (account_id, period_start) do update set
      used = u.used + ${by}::int,
      epoch = u.epoch + u.epoch % 2,
      taken_at = case when u.epoch % 2 = 1 then clock_timestamp() else u.taken_at end
    returning u.epoch, u.used`;
  if (row === undefined) throw new Error("the ledger has no row for the period");
  return row;
};

/** Requests used in the period as far as the ledger follows. */
export const readLedger = async (db: Database, line: Line): Promise<number> => {
  const [row] = await db.$client<{ used: number }[]>`
    select used from usage_periods
    where account_id = ${line.accountId}::uuid and period_start = ${iso(line.periodStart)}::timestamptz`;
  return row?.used ?? 0;
};
