import type { TakeShared } from "@/server/account/metering/limits/shared-buckets";
import type { PlanName } from "@/server/domain/plans/plans";

/** The account behind a credential, with its terms. It may come from a cache: `admit` confirms it in the round trip that charges the call. */
export type Caller = {
  readonly accountId: string;
  /** undefined for a call with a website session or an access token. */
  readonly keyId: string | undefined;
  readonly plan: PlanName;
  readonly allowance: number;
  readonly speedLimitPerSecond: number;
  /** Streams of prices that the account may have open at the same time. */
  readonly streams: number;
  /** The current billing period, in ms since the Unix epoch. */
  readonly periodStart: number;
  readonly periodEnd: number;
  /** The account's terms as one string; it changes with every change of the terms. */
  readonly version: string;
};

export type Figures = { readonly used: number; readonly remaining: number };

export type AdmissionRequest = {
  /** Requests to charge to the allowance. */
  readonly cost: 0 | 1;
  /** True for a HEAD or 304 for prices or history. Such a call costs nothing, but is rejected if the allowance is used up. */
  readonly unitMustRemain: boolean;
  /** When the meter gives up (ms of `performance.now`). Then `admit` rejects, and nothing is charged. Default: never. */
  readonly until?: number | undefined;
};

export type Admission = {
  /**
   * `changed`: the caller's terms were out of date and nothing was charged. Check the call again with this `caller`, then admit it again.
   * `invalid`: the key is revoked or has ended, or the account does not exist.
   */
  readonly outcome: "admitted" | "changed" | "invalid" | "speed_limit" | "allowance_spent";
  readonly caller: Caller;
  /** Requests used and left in this billing period, after this call. */
  readonly used: number;
  readonly remaining: number;
  /** Requests that this call was charged: the header `X-Requests-Last`. */
  readonly last: 0 | 1;
  /** Calls left in the speed-limit window of one second, and the seconds until the window ends. */
  readonly windowRemaining: number;
  readonly windowResetSeconds: number;
  /** At least 1; meaningful only if the outcome is `speed_limit`. */
  readonly retryAfterSeconds: number;
};

/** The places of the streams that an account has open, on all instances. A place that is not renewed is free after `placeLifeMs`. */
export type StreamPlaces = {
  /**
   * Takes a place. @returns how many places are taken, this one included; undefined if no place is free.
   * @param place a random id.
   */
  readonly take: (
    holder: Pick<Caller, "accountId" | "streams">,
    place: string,
  ) => Promise<number | undefined>;
  /** Renews the places of this process. Never rejects. */
  readonly renew: () => Promise<void>;
  readonly release: (accountId: string, place: string) => void;
  /** Releases the places of this process, so that its clients can connect to another instance at once. Never rejects. */
  readonly close: () => Promise<void>;
};

/** Enforces speed limits and allowances. */
export type Meter = {
  /** The account of a key, by the key's SHA-256 in hex; undefined for an unknown key, and for a key known to be revoked or ended. */
  readonly identifyKey: (hash: string) => Promise<Caller | undefined>;
  /** The caller of a call with a website session or an access token, by the account's id; undefined for an unknown account. */
  readonly identifyAccount: (accountId: string) => Promise<Caller | undefined>;
  /**
   * Counts a call as begun in this process.
   * @returns whether to `confirm` the caller before the call reads the database. True if this process rejected the last call
   * of the key or account, or has begun more of the account's calls in this second than the speed limit allows.
   */
  readonly begin: (caller: Caller) => boolean;
  /** Confirms the caller and counts the call against the speed limit. Costs nothing. */
  readonly confirm: (caller: Caller, until?: number) => Promise<Admission>;
  /**
   * One round trip at the end of a call: confirms the caller, counts the call against the speed limit and charges `cost`. A charge is final.
   * @param confirmation what `confirm` returned for the same call, if `confirm` ran. Then the call is not counted again.
   */
  readonly admit: (caller: Caller, request: AdmissionRequest, confirmation?: Admission) => Promise<Admission>;
  /** Confirms the caller of an open stream. Counts and costs nothing. */
  readonly recheck: (caller: Caller) => Promise<Admission>;
  /** The places of open streams, by account. */
  readonly streamPlaces: StreamPlaces;
};

/** A meter with its background work. A process opens a meter once, and closes it before the process ends. */
export type RunningMeter = Meter & {
  /** The caller's current figures. Counts no call. */
  readonly readFigures: (caller: Caller) => Promise<Figures>;
  /**
   * Call this after committing a change of an account's terms or keys. The change then takes effect on every instance.
   * @throws if the counter store cannot be reached. In this case, call it again.
   */
  readonly announceAccountChanged: (accountId: string) => Promise<void>;
  readonly takeShared: TakeShared;
  /** `["counter_store"]` while the counter store is unavailable, otherwise empty. */
  readonly degraded: () => readonly string[];
  /** Call this if the database may have lost its latest commits. Within `syncEveryMs`, this instance reports all its charges again. */
  readonly repeatReports: () => void;
  /** Writes all pending figures, if the database responds. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};
