import { and, eq, gte, lte } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { usageDays } from "@/db/schema/accounts";

const dayMs = 86_400_000;

export type DailyCalls = {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Calls that cost one request. */
  readonly counted: number;
  /** Successful calls that cost nothing. */
  readonly free: number;
  /** Calls that returned an error. */
  readonly errors: number;
};

export type EndpointCalls = Omit<DailyCalls, "day"> & {
  /** The endpoint's operation id. */
  readonly endpoint: string;
};

export type Usage = {
  /** Every day of the span, oldest first, including days without a call. */
  readonly days: readonly DailyCalls[];
  /** Most calls first. */
  readonly endpoints: readonly EndpointCalls[];
  /** Calls that exceeded the speed limit. */
  readonly speedLimitErrors: number;
};

type Kind = "counted" | "free" | "errors";
const kindOf = (kind: string): Kind => (kind === "counted" || kind === "free" ? kind : "errors");
const none = { counted: 0, free: 0, errors: 0 };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * An account's calls of the last `spanDays` UTC days, including today. Calls are written in batches, a few seconds late.
 * @param now ms since the epoch.
 */
export const readUsage = async (
  db: Queryable,
  accountId: string,
  spanDays: number,
  now: number,
): Promise<Usage> => {
  const names = Array.from({ length: spanDays }, (_, index) => dayOf(now - (spanDays - 1 - index) * dayMs));
  const rows = await db
    .select()
    .from(usageDays)
    .where(
      and(
        eq(usageDays.accountId, accountId),
        gte(usageDays.day, names[0] ?? dayOf(now)),
        lte(usageDays.day, dayOf(now)),
      ),
    );
  const days = new Map(names.map((day) => [day, { day, ...none }]));
  const endpoints = new Map<string, { endpoint: string } & typeof none>();
  for (const { day, endpoint, kind, calls } of rows) {
    const onDay = days.get(day);
    if (onDay === undefined) continue;
    onDay[kindOf(kind)] += calls;
    const atEndpoint = endpoints.get(endpoint) ?? { endpoint, ...none };
    atEndpoint[kindOf(kind)] += calls;
    endpoints.set(endpoint, atEndpoint);
  }
  const total = (calls: typeof none): number => calls.counted + calls.free + calls.errors;
  return {
    days: [...days.values()],
    endpoints: [...endpoints.values()].sort(
      (a, b) => total(b) - total(a) || a.endpoint.localeCompare(b.endpoint),
    ),
    speedLimitErrors: rows
      .filter(({ kind, day }) => kind === "SPEED_LIMIT" && days.has(day))
      .reduce((sum, { calls }) => sum + calls, 0),
  };
};
