import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { noKeyId } from "@/server/account/usage/usage-days";
import { compare, getOrInsert } from "@/server/domain/collections";
import { dayMs } from "@/server/domain/durations";
import { type ErrorCode, errorCodes } from "@/server/domain/errors/errors";

/** Calls by result. */
export type CallCounts = {
  /** Calls that cost one request. */
  readonly counted: number;
  /** Successful calls that cost nothing. */
  readonly free: number;
  /** Calls that returned an error. */
  readonly refused: number;
};

/** `day`: `YYYY-MM-DD`, UTC. */
export type DailyCalls = CallCounts & { readonly day: string };
/** `endpoint`: the endpoint's operation id. */
export type EndpointCalls = CallCounts & { readonly endpoint: string };

/**
 * `website`: calls without an API key, which come from the website or use an access token. `unknown`: calls recorded by versions up to
 * 0.2.0, which did not store the key.
 */
type KeyOfCalls = string | "website" | "unknown";
export type KeyCalls = CallCounts & { readonly keyId: KeyOfCalls };

export type RefusedCalls = {
  readonly code: ErrorCode;
  readonly calls: number;
  /** Calls on each day of `Usage.days`, in the same order. */
  readonly byDay: readonly number[];
};

/** Every list except `days` is sorted by calls, most first. */
export type Usage = {
  /** Every day that the usage covers, oldest first, including days without a call. */
  readonly days: readonly DailyCalls[];
  readonly endpoints: readonly EndpointCalls[];
  readonly keys: readonly KeyCalls[];
  readonly refusals: readonly RefusedCalls[];
};

export type UsageRow = {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly keyId: KeyOfCalls;
  readonly endpoint: string;
  /** `counted`, `free` or the code of the error. */
  readonly kind: string;
  readonly calls: number;
};

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const daysOfSpan = (spanDays: number, now: number): string[] =>
  Array.from({ length: spanDays }, (_, index) => dayOf(now - (spanDays - 1 - index) * dayMs));

/**
 * An account's calls of the last `spanDays` UTC days, including today, by day, key, endpoint and kind. The calls of the last
 * second may be missing.
 * @param now ms since the epoch.
 */
export const readUsageRows = async (
  db: Queryable,
  accountId: string,
  spanDays: number,
  now: number,
): Promise<UsageRow[]> => {
  const [from = "", to = ""] = [daysOfSpan(spanDays, now)[0], dayOf(now)];
  return readUsageBetween(db, accountId, from, to);
};

/** As `readUsageRows`, from one UTC day to another, both inclusive. The days are written `YYYY-MM-DD`. */
export const readUsageBetween = async (
  db: Queryable,
  accountId: string,
  from: string,
  to: string,
): Promise<UsageRow[]> => {
  const rows = await db.execute<UsageRow>(sql`
    select day::text, case key_id when ${noKeyId}::uuid then 'website' else key_id::text end as "keyId", endpoint, kind, calls
    from usage_key_days where account_id = ${accountId}::uuid and day between ${from}::date and ${to}::date
    union all
    select day::text, 'unknown', endpoint, kind, calls
    from usage_days where account_id = ${accountId}::uuid and day between ${from}::date and ${to}::date
    order by 1, 2, 3, 4`);
  return [...rows];
};

type Counts = { counted: number; free: number; refused: number };
const none = (): Counts => ({ counted: 0, free: 0, refused: 0 });

const add = (counts: Counts, { kind, calls }: UsageRow): void => {
  counts[kind === "counted" || kind === "free" ? kind : "refused"] += calls;
};

const totalOf = ({ counted, free, refused }: CallCounts): number => counted + free + refused;

/** Adds up the calls of all rows for which `nameOf` returns the same name. The name with the most calls comes first. */
const countBy = (rows: readonly UsageRow[], nameOf: (row: UsageRow) => string): [string, Counts][] => {
  const counts = new Map<string, Counts>();
  for (const row of rows) {
    const name = nameOf(row);
    const ofName = getOrInsert(counts, name, none);
    add(ofName, row);
  }
  return [...counts].sort(([a, some], [b, others]) => totalOf(others) - totalOf(some) || compare(a, b));
};

const refusalsOf = (rows: readonly UsageRow[], days: readonly string[]): RefusedCalls[] =>
  errorCodes
    .map((code) => {
      const ofCode = rows.filter(({ kind }) => kind === code);
      const callsOn = (day: string): number =>
        ofCode.reduce((sum, row) => (row.day === day ? sum + row.calls : sum), 0);
      return {
        code,
        calls: ofCode.reduce((sum, { calls }) => sum + calls, 0),
        byDay: ofCode.length === 0 ? [] : days.map(callsOn),
      };
    })
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls);

/** Sums the rows of `readUsageRows` for charts and tables. */
export const sumUsage = (rows: readonly UsageRow[], spanDays: number, now: number): Usage => {
  const days = daysOfSpan(spanDays, now);
  const byDay = new Map(days.map((day) => [day, none()]));
  for (const row of rows) {
    const counts = byDay.get(row.day);
    if (counts !== undefined) add(counts, row);
  }
  return {
    days: [...byDay].map(([day, counts]) => ({ day, ...counts })),
    endpoints: countBy(rows, (row) => row.endpoint).map(([endpoint, counts]) => ({ endpoint, ...counts })),
    keys: countBy(rows, (row) => row.keyId).map(([keyId, counts]) => ({ keyId, ...counts })),
    refusals: refusalsOf(rows, days),
  };
};
