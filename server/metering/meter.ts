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

/** Requests used and left in a billing period. */
export type Figures = { readonly used: number; readonly remaining: number };

export type AdmissionRequest = {
  readonly requestId: string;
  /** For the daily usage record: the route's operation id. */
  readonly endpoint: string;
  /** 1 reserves one request of the allowance, 0 does not. */
  readonly cost: 0 | 1;
  /** HEAD and 304 cost nothing but need a unit left. */
  readonly unitMustRemain: boolean;
  /** For the daily usage record: the code that a call which costs nothing is about to be refused with. */
  readonly refusal?: string;
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
  /**
   * Gives a reservation back: whatever ends in no 200. Idempotent by request id. Returns the figures after it.
   * @param refusal the code that the call is answered with, for the daily usage record.
   */
  readonly refund: (caller: Caller, requestId: string, refusal?: string) => Promise<Figures>;
};

/** A meter with its keepers: what a process opens once and closes at its end. */
export type RunningMeter = Meter & {
  /** The caller's figures now, without a call being counted. */
  readonly readFigures: (caller: Caller) => Promise<Figures>;
  /**
   * Makes a change of an account's terms or keys, which the database holds already, effective on every instance.
   * @throws when the counter store could not be told: it may be repeated.
   */
  readonly noteAccountChanged: (accountId: string) => Promise<void>;
  /** Parts that are away while metering goes on without them: `counter_store`. */
  readonly degraded: () => readonly string[];
  /** Writes what is kept in memory, as far as the database can be reached. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};
