import type { Admission } from "@/server/account/metering/meter";
import type { ErrorCode } from "@/server/domain/errors/errors";
import type { PlanName } from "@/server/domain/plans/plans";

/** What an account learns about its own call. None of the texts contains a secret or a control character. */
export type CallDetail = {
  /** The path and the query, such as `/v1/sports/baseball_mlb/odds?markets=h2h`. At most 500 characters. */
  readonly target: string | undefined;
  /** The error's message. At most 500 characters. */
  readonly message: string | undefined;
  /** On PLAN_REQUIRED: the lowest plan that may make the call. */
  readonly requiredPlan: PlanName | undefined;
};

/** A call and its response. Contains no text that a client chose. */
export type AccountCall = {
  readonly requestId: string;
  /** `other` if Node does not know the method. */
  readonly method: string;
  /** The path template. `other` if no endpoint has the path. On `/mcp`, the path and the called tool. */
  readonly endpoint: string;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly cost: 0 | 1;
  /** Time until the response was ready to be sent. */
  readonly seconds: number;
  /** Text that the client may have chosen, for the account's own eyes. */
  readonly detail: CallDetail | undefined;
  /** Undefined if no account is known. Contains the id of the API key, never the key itself. */
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
