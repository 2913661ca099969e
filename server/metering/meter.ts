import type { PlanName } from "@/server/plans/plans";

/**
 * Whom a presented credential belongs to, with the terms that apply. A hint that may be kept in process: nothing is admitted on it
 * before `admit` has confirmed it in its own round trip to the counter store.
 */
export type Caller = {
  readonly accountId: string;
  /** Absent for session calls. */
  readonly keyId: string | undefined;
  readonly plan: PlanName;
  readonly allowance: number;
  readonly speedLimitPerSecond: number;
  /** ms since the epoch; the billing period that now lies in. */
  readonly periodStart: number;
  readonly periodEnd: number;
  /** Changes with every change of the account's terms or of the key. */
  readonly version: string;
};

export type AdmissionRequest = {
  readonly requestId: string;
  /** For the daily usage record: the route's operation id. */
  readonly endpoint: string;
  /** 1 reserves one request of the allowance, 0 does not. */
  readonly cost: 0 | 1;
  /** HEAD and 304 cost nothing but need a unit left. */
  readonly unitMustRemain: boolean;
};

export type Admission = {
  /**
   * `changed`: the caller's terms are no longer those of the hint (nothing was charged): check again with `caller`, admit again.
   * `invalid`: the key was revoked.
   */
  readonly outcome: "admitted" | "changed" | "invalid" | "speed_limit" | "allowance_spent";
  readonly caller: Caller;
  /** Requests used and left this billing period, after this call. */
  readonly used: number;
  readonly remaining: number;
  /** What this call cost. */
  readonly last: 0 | 1;
  /** The speed-limit window, a whole second. */
  readonly windowRemaining: number;
  readonly windowResetSeconds: number;
  /** At least 1; meaningful on `speed_limit`. */
  readonly retryAfterSeconds: number;
};

/** Speed limit and allowance, over one counter store. */
export type Meter = {
  /** Whose key it is; undefined for a malformed (no I/O), unknown or revoked one. */
  readonly identifyKey: (presented: string) => Promise<Caller | undefined>;
  /** The account behind a website session or access token. */
  readonly identifyAccount: (accountId: string) => Promise<Caller | undefined>;
  /** The one round trip: confirms the caller, counts the call against the speed limit and reserves `cost`. */
  readonly admit: (caller: Caller, request: AdmissionRequest) => Promise<Admission>;
  /** Gives a reservation back: whatever ends in no 200. Idempotent by request id. Returns the figures after it. */
  readonly refund: (
    caller: Caller,
    requestId: string,
  ) => Promise<{ readonly used: number; readonly remaining: number }>;
};
