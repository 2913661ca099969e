/**
 * The ledger: one database row for each billing period of an account. The row's `epoch` determines where calls are charged.
 *
 * Even epoch: on the row itself, by one statement per charge. Without a counter store, all calls are charged on the row.
 * Odd epoch: on the counter with this epoch in the counter store. Instances report their charges on the counter to the row. A counter is
 * opened, used by instances, then retired (no new charges), and finally closed (its charges are final).
 *
 * A report is the number of charges that one instance has seen confirmed on one counter. A report is a total, so it may be written twice.
 * Late reports count too. When the epoch becomes odd, a new counter starts at the row's figure. If the store is unavailable or has lost the
 * counter, the epoch becomes even: the row takes over. The row is settled once all the counter's charges are reported, or after `settleMs`.
 */
import type { Database } from "@/db/connect";
import { inTime } from "@/db/in-time";
import { type AccountRow, readTerms } from "@/server/account/metering/callers/find-caller";
import { decodeTerms, type Terms } from "@/server/account/metering/callers/terms";
import type { Caller } from "@/server/account/metering/meter";
import {
  ledgerDeadlineMs,
  openingMs,
  pinMs,
  settleMs,
  unreportedSeconds,
} from "@/server/account/metering/timing";

export type UsagePeriod = { readonly accountId: string; readonly periodStart: number };

/** Once the row's epoch exceeds the epoch of a counter by this number, reports on the counter are dropped. */
const keptEpochs = 32;

export type LedgerOutcome =
  | "admitted"
  | "speed_limit"
  | "allowance_spent"
  | "invalid"
  | "changed"
  /** Calls are charged on a counter. The row can decide about this call only after that counter is retired. */
  | "counter_decides"
  /** The row has taken over from the counter. Charges that are not reported yet could have used up the allowance, so this call must wait. */
  | "unsettled";

export type LedgerVerdict = {
  readonly outcome: LedgerOutcome;
  /** The account's current terms; undefined if there is no such account. */
  readonly terms: Terms | undefined;
  readonly used: number;
  /** Calls in the current second, this call included. Meaningful only with `countsAgainstSpeedLimit`. */
  readonly windowCalls: number;
  readonly epoch: number;
  /**
   * Odd epoch: the time left to create the opened counter. If the counter is not in the store by then, the row may take over.
   * Even epoch: the time until the row is settled.
   */
  readonly waitMs: number;
  /** Whether this request has opened the counter of this epoch. The counter starts at `used`. */
  readonly opened: boolean;
};

export type LedgerRequest = {
  readonly cost: 0 | 1;
  readonly unitMustRemain: boolean;
  /** Count the call in the row's speed-limit window, by the database's clock. */
  readonly countsAgainstSpeedLimit: boolean;
  /** Pin the row: for `pinMs`, no instance opens a counter. A free call with `pin` gets the row's figures at once. */
  readonly pin: boolean;
  /** Open a counter if the row is settled and not pinned. */
  readonly open: boolean;
};

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * `live`: the caller's key, if any, is valid. `same`: the caller's terms are current. `period` is null unless both are true and the row
 * exists.
 */
type AskRow = AccountRow & {
  readonly live: boolean;
  readonly same: boolean;
  readonly period: Omit<LedgerVerdict, "terms"> | null;
};

const noPeriod = { used: 0, windowCalls: 0, epoch: 0, waitMs: 0, opened: false };

const ensurePeriod = async (db: Database, period: UsagePeriod): Promise<void> => {
  await db.$client`
    insert into usage_periods (account_id, period_start, used)
    values (${period.accountId}::uuid, ${iso(period.periodStart)}::timestamptz, 0)
    on conflict do nothing`;
};

/** Adds the missing rows of accounts that exist. @returns whether a row was added. */
const addMissing = async (db: Database, reports: readonly Report[]): Promise<boolean> => {
  const rows = reports.map(({ period }) => ({ account: period.accountId, start: iso(period.periodStart) }));
  const added = await inTime(
    db,
    ledgerDeadlineMs,
    () => db.$client`
      insert into usage_periods (account_id, period_start, used)
      select a.id, n.start, 0
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(account uuid, start timestamptz)
        join accounts a on a.id = n.account
      where a.deleted_at is null
      on conflict do nothing returning 1`,
  );
  return added.length > 0;
};

const callerInDatabase = (db: Database, caller: Caller) => {
  const terms = decodeTerms(caller.version);
  if (terms === undefined) throw new Error("a caller without terms");
  const keyId = caller.keyId ?? null;
  return db.$client`
    select a.plan, a.allowance, a.speed_limit, a.streams, (extract(epoch from a.created_at) * 1000)::float8 as anchor,
      ${keyId}::uuid is null or exists (
        select 1 from api_keys k where k.id = ${keyId}::uuid and k.account_id = a.id and a.deleted_at is null and k.revoked_at is null
          and coalesce(k.expires_at > now(), true)
      ) as live,
      a.plan = ${terms.plan}::text and a.allowance is not distinct from ${terms.allowance}::int
        and a.speed_limit is not distinct from ${terms.speedLimit}::int
        and a.streams is not distinct from ${terms.streams}::int
        and a.created_at = ${iso(terms.anchor)}::timestamptz as same
    from accounts a where a.id = ${caller.accountId}::uuid`;
};

/** An upper bound on the number of unreported charges, if every report arrives within `settleMs`. */
const unreported = ({ speedLimitPerSecond }: Caller): number => speedLimitPerSecond * unreportedSeconds;

const askOnce = async (
  db: Database,
  caller: Caller,
  request: LedgerRequest,
  rowKey: string,
): Promise<AskRow | undefined> => {
  const periodStart = iso(caller.periodStart);
  const { cost, countsAgainstSpeedLimit, unitMustRemain, pin, open } = request;
  const needsUnit = cost === 1 || unitMustRemain;
  // A free call does not wait if it pins the row or counts in the row's window. The row's figure may then lack recent charges.
  const needsFigures = cost === 1 || !(pin || countsAgainstSpeedLimit);
  const [row] = await db.$client<AskRow[]>`
    with caller as (${callerInDatabase(db, caller)}), u as (
      select u.* from usage_periods u
      where u.account_id = ${caller.accountId}::uuid and u.period_start = ${periodStart}::timestamptz
        and exists (select 1 from caller where live and same)
        -- The database can run a statement after its connection was cut off, when its charge is already reported as not made.
        and not u.reports ? (${rowKey}::text || '.final')
      for update of u
    ), counted as (
      select u.used, u.epoch, u.pinned_until, now, second,
        -- If the clock was set back, epoch_at can lie in the future. Without this check, calls would wait until the clock reaches it.
        case when u.epoch_at <= now then greatest(0, extract(epoch from u.epoch_at - now) * 1000
          + case when u.epoch % 2 = 1 then ${openingMs}::int else ${settleMs}::int end) else 0 end::float8 as wait_ms,
        case when u.window_second = second then u.window_calls + 1 else 1 end as calls
      from u, lateral (
        select clock_timestamp() as now, floor(extract(epoch from clock_timestamp()))::bigint as second
        where u.account_id is not null
      ) clock
    ), judged as (
      select counted.*, case
        when ${countsAgainstSpeedLimit}::bool and calls > ${caller.speedLimitPerSecond}::int then 'speed_limit'
        when ${needsFigures}::bool and epoch % 2 = 1 then 'counter_decides'
        when ${needsUnit}::bool and used >= ${caller.allowance}::int then 'allowance_spent'
        when ${needsFigures}::bool and wait_ms > 0 and used < ${caller.allowance}::int
          and used + ${unreported(caller)}::bigint >= ${caller.allowance}::int then 'unsettled'
        else 'admitted' end as outcome
      from counted
    ), opening as (
      select judged.*, ${open}::bool and epoch % 2 = 0 and wait_ms = 0
        and coalesce(pinned_until - now not between '0' and ${pinMs}::int * interval '1 ms', true) as opens,
        case when outcome = 'admitted' then ${cost}::int else 0 end as charge
      from judged
    ), written as (
      update usage_periods u set
        epoch = u.epoch + opens::int,
        epoch_at = case when opens then now else u.epoch_at end,
        reports = case when opens then (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(u.reports)
          where split_part(key, '.', 1)::int > u.epoch - ${keptEpochs}::int or starts_with(key, '0.')
        ) else u.reports end || case when charge = 1 then jsonb_build_object(
          ${rowKey}::text, coalesce((u.reports ->> ${rowKey}::text)::int, 0) + 1
        ) else '{}' end,
        used = u.used + charge,
        window_second = case when ${countsAgainstSpeedLimit}::bool then opening.second else u.window_second end,
        window_calls = case when ${countsAgainstSpeedLimit}::bool then opening.calls else u.window_calls end,
        pinned_until = case when ${pin}::bool
          then greatest(u.pinned_until, now + ${pinMs}::int * interval '1 ms') else u.pinned_until end
      from opening
      where u.account_id = ${caller.accountId}::uuid and u.period_start = ${periodStart}::timestamptz
        and case opening.outcome when 'counter_decides' then false
          -- Waiting calls extend the pin. Otherwise another instance would open a counter when the wait ends, and the call would wait again.
          when 'unsettled' then ${pin}::bool and coalesce(u.pinned_until < now + ${pinMs / 2}::int * interval '1 ms', true)
          else ${countsAgainstSpeedLimit}::bool or opens or charge = 1 end
      returning u.used, u.epoch
    )
    select caller.*, case when opening.epoch is not null then jsonb_build_object(
        'outcome', opening.outcome, 'used', coalesce(written.used, opening.used), 'windowCalls', opening.calls,
        'epoch', coalesce(written.epoch, opening.epoch), 'waitMs', opening.wait_ms, 'opened', opens
      ) end as period
    from caller left join opening on true left join written on true`;
  return row;
};

/**
 * In one statement, confirms the caller and charges `cost` on the row if the row admits the call. Once this function has returned, the
 * charge is committed. The row's `reports` count it under `rowKey`.
 * @throws after `ledgerDeadlineMs`. The charge may still be committed later.
 */
export const askLedger = async (
  db: Database,
  caller: Caller,
  request: LedgerRequest,
  rowKey: string,
): Promise<LedgerVerdict> => {
  const row = await inTime(db, ledgerDeadlineMs, async () => {
    const asked = await askOnce(db, caller, request, rowKey);
    if (!asked?.live || !asked.same || asked.period !== null) return asked;
    await ensurePeriod(db, caller);
    return askOnce(db, caller, request, rowKey);
  });
  if (row === undefined) return { ...noPeriod, outcome: "invalid", terms: undefined };
  const terms = readTerms(row);
  if (!row.live || !row.same) return { ...noPeriod, outcome: row.live ? "changed" : "invalid", terms };
  if (row.period === null) throw new Error("the ledger has no row for the period");
  return { ...row.period, terms };
};

export type Charges = { readonly epoch: number; readonly byReporter: ReadonlyMap<string, number> };

export type Report = {
  readonly period: UsagePeriod;
  /** One instance's charges, keyed by `EPOCH.REPORTER`. Charges on the row have the epoch 0. `inFlight` is Infinity if more can begin. */
  readonly charges: ReadonlyMap<string, { confirmed: number; inFlight: number }>;
  /** The keys of `charges` whose figures are final: no charge is in flight, and none will be made. */
  readonly final: readonly string[];
  /** The epoch of the counter from which the row is to take over. */
  readonly retire: number | undefined;
  /** All charges on a closed counter. The row takes over from this counter and is settled. */
  readonly closed: Charges | undefined;
};

export type ReportedPeriod = { readonly epoch: number; readonly used: number };

/**
 * Writes reports. For a counter in use, the row takes each reporter's confirmed charges. For a closed counter, the row takes the counter's
 * figure for each reporter. A reporter's own report bounds this figure: it is at least the confirmed charges (`min`), and at most the
 * confirmed charges plus those in flight (`max`). A reporter's final figure overrides the counter's. If a report adds charges on an older
 * counter, the current counter is retired, because it started without them. If a report names a counter that the row has not opened, the
 * database has lost commits: the row then takes over from that counter.
 * @returns each row, in the order of `reports`; undefined if the account no longer exists.
 */
export const writeReports = async (
  db: Database,
  reports: readonly Report[],
): Promise<(ReportedPeriod | undefined)[]> => {
  const rows = reports.map(({ period, charges, final, retire, closed }, position) => {
    const own = (figure: (of: { confirmed: number; inFlight: number }) => number) =>
      Object.fromEntries([...charges].map(([key, of]) => [key, figure(of)]));
    return {
      position,
      account: period.accountId,
      start: iso(period.periodStart),
      min: own(({ confirmed }) => confirmed),
      max: own(({ confirmed, inFlight }) => confirmed + inFlight),
      final: Object.fromEntries(final.map((key) => [`${key}.final`, 1])),
      retire,
      closed: closed?.epoch,
      shown: Object.fromEntries(
        [...(closed?.byReporter ?? [])].map(([name, n]) => [`${closed?.epoch}.${name}`, n]),
      ),
    };
  });
  // Every instance locks rows in the same order, so instances do not deadlock.
  const written = await inTime(
    db,
    ledgerDeadlineMs,
    () => db.$client<(ReportedPeriod & { position: number })[]>`
    with n as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as n(position int, account uuid, start timestamptz, min jsonb, max jsonb, final jsonb, retire int, closed int, shown jsonb)
    ), u as (
      select u.*, n.* from usage_periods u join n on u.account_id = n.account and u.period_start = n.start
      -- The planner expects a hundred rows in n. Without this condition, it reads the whole table if the table has 10,000 rows.
      where u.account_id = any (array(select account from n))
      order by u.account_id, u.period_start
      for update of u
    ), state as (
      select u.*, now,
        epoch % 2 = 0 and coalesce(now - epoch_at between '0' and ${settleMs}::int * interval '1 ms', false) as unsettled
      from u, lateral (select clock_timestamp() as now where u.account_id is not null) clock
    ), closing as (
      select state.*, is_whole, is_whole and coalesce(closed = epoch or (closed = epoch - 1 and unsettled), false) as closes
      from state, lateral (
        -- A counter that shows less than was reported has reverted to an older state.
        select not exists (select 1 from jsonb_each_text(shown) c where c.value::int < (reports ->> c.key)::int) as is_whole
      ) whole
    ), figures as (
      select position, epoch, closes, key, split_part(key, '.', 1)::int as counter, (min ->> key)::int as min, (max ->> key)::int as max,
        coalesce((reports ->> key)::int, 0) as reported,
        greatest(
          (reports ->> key)::int, case when is_whole and not reports ? (key || '.final') then (shown ->> key)::int end
        ) as latest
      from closing, lateral (select jsonb_object_keys(min) as key union select jsonb_object_keys(shown)) keys
    ), report as (
      select *, case when (counter = epoch and counter > 0 and not closes) or latest is null then greatest(min, reported)
        when min is null then latest else greatest(min, least(latest, max)) end as figure
      from figures where (counter > epoch - ${keptEpochs}::int or counter = 0) and coalesce(min, latest) is not null
    ), total as (
      select position, max(counter) as newest, sum(figure - reported)::int as added, bool_or(figure <> reported and counter <> epoch) as late,
        jsonb_object_agg(key, figure) filter (where figure <> reported) as reports
      from report group by position
    ), next as (
      select closing.*, coalesce(total.added, 0) as added, final || coalesce(total.reports, '{}') as new_reports,
        case when greatest(newest, retire, closed) > epoch then greatest(newest, retire, closed) + 1
          when epoch % 2 = 1 and (closes or coalesce(retire = epoch, false) or coalesce(late, false)) then epoch + 1
          else epoch end as next_epoch
      from closing left join total using (position)
    ), written as (
      update usage_periods u set
        used = u.used + next.added, reports = u.reports || next.new_reports, epoch = next_epoch,
        epoch_at = case when closes then null when next_epoch > next.epoch then next.now else u.epoch_at end
      from next
      where u.account_id = next.account_id and u.period_start = next.period_start
        and (not u.reports @> next.new_reports or next_epoch > next.epoch or next.closes)
    )
    select position, next_epoch as epoch, used + added as used from next`,
  );
  // A row is missing if the account was deleted, or if the database has lost the commit that began the period.
  if (written.length < reports.length && (await addMissing(db, reports))) return writeReports(db, reports);
  const byPosition = new Map(written.map((row) => [row.position, row]));
  return reports.map((_, position) => byPosition.get(position));
};

/** Reads the requests used in the period. */
export const readLedger = async (db: Database, period: UsagePeriod): Promise<number> => {
  const [row] = await inTime(
    db,
    ledgerDeadlineMs,
    () => db.$client<{ used: number }[]>`
    select used from usage_periods
    where account_id = ${period.accountId}::uuid and period_start = ${iso(period.periodStart)}::timestamptz`,
  );
  return row?.used ?? 0;
};
