import type { ErrorCode } from "@/server/errors/errors";
import type { Admission } from "@/server/metering/meter";

/** A completed call, as the account's request log needs it. */
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
  /** Undefined if no account is known: then no request log has the call. */
  readonly admission: Admission | undefined;
};

/** A call that waits to be written. */
export type NotedCall = {
  readonly call: AccountCall;
  readonly admission: Admission;
  /** ms since the epoch, when the response was ready. */
  readonly at: number;
};

/** A request log has this many calls of an account, if they are not older. */
export const maxLoggedCalls = 500;
export const loggedDays = 7;
