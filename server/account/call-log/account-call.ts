import type { Admission } from "@/server/account/metering/meter";
import type { ErrorCode } from "@/server/domain/errors/errors";

/** A completed call for the account's request log. */
export type AccountCall = {
  readonly requestId: string;
  readonly method: string;
  /** The path template. */
  readonly endpoint: string;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly cost: 0 | 1;
  /** Time until the response was ready. */
  readonly seconds: number;
  /** Undefined if the call belongs to no account. */
  readonly admission: Admission | undefined;
};

/** A call waiting to be written. */
export type NotedCall = {
  readonly call: AccountCall;
  readonly admission: Admission;
  /** ms since the epoch, when the response was ready. */
  readonly at: number;
};

/** An account's request log shows at most this many calls, none older than `loggedDays`. */
export const maxLoggedCalls = 500;
export const loggedDays = 7;
