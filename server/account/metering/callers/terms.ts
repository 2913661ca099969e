import type { Caller } from "@/server/account/metering/meter";
import { billingPeriod } from "@/server/domain/plans/billing-period";
import { type PlanName, planNames, plans } from "@/server/domain/plans/plans";

/** An account's terms in the database. */
export type Terms = {
  readonly plan: PlanName;
  /** Custom limits; null means the limit of the plan. */
  readonly allowance: number | null;
  readonly speedLimit: number | null;
  readonly streams: number | null;
  /** The account's creation, from which its billing periods are counted; ms since the Unix epoch. */
  readonly anchor: number;
};

const encodeLimit = (value: number | null): string => (value === null ? "-" : String(value));

/** The terms as one string. Equal terms have equal strings. */
export const encodeTerms = ({ plan, allowance, speedLimit, streams, anchor }: Terms): string => {
  // The releases before streams can read the text of an account without a custom number of streams.
  const custom = streams === null ? "" : `:${streams}`;
  return `${plan}:${encodeLimit(allowance)}:${encodeLimit(speedLimit)}:${anchor}${custom}`;
};

const decodeLimit = (text: string | undefined): number | null =>
  text === undefined || text === "-" ? null : Number(text);

/** The inverse of `encodeTerms`; undefined for any other string or an unknown plan. */
export const decodeTerms = (text: string): Terms | undefined => {
  const parts = /^([a-z_]+):(-|\d{1,10}):(-|\d{1,10}):(\d{1,15})(?::(\d{1,10}))?$/.exec(text);
  const plan = planNames.find((name) => name === parts?.[1]);
  if (parts === null || plan === undefined) return undefined;
  return {
    plan,
    allowance: decodeLimit(parts[2]),
    speedLimit: decodeLimit(parts[3]),
    anchor: Number(parts[4]),
    streams: decodeLimit(parts[5]),
  };
};

/** Terms object -> key id -> caller. Cached, because computing a caller's billing period costs as much as the rest of an admission. */
const callers = new WeakMap<Terms, Map<string | undefined, Caller>>();

/** The caller behind a credential, with its limits and the billing period that contains `now`. */
export const callerOf = (accountId: string, keyId: string | undefined, terms: Terms, now: number): Caller => {
  const byKey = callers.get(terms) ?? new Map<string | undefined, Caller>();
  const cached = byKey.get(keyId);
  if (cached?.accountId === accountId && cached.periodStart <= now && now < cached.periodEnd) return cached;
  const plan = plans[terms.plan];
  const { start, end } = billingPeriod(terms.anchor, now);
  const caller = {
    accountId,
    keyId,
    plan: terms.plan,
    allowance: terms.allowance ?? plan.requestsPerPeriod,
    speedLimitPerSecond: terms.speedLimit ?? plan.requestsPerSecond,
    // A custom number applies only to plans with streams.
    streams: plan.streams === 0 ? 0 : (terms.streams ?? plan.streams),
    periodStart: start,
    periodEnd: end,
    version: encodeTerms(terms),
  };
  callers.set(terms, byKey.set(keyId, caller));
  return caller;
};
