import { and, desc, eq, gt } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accountCalls } from "@/db/schema/accounts";
import { loggedDays, maxLoggedCalls } from "@/server/account/call-log/account-call";
import { dayMs } from "@/server/domain/durations";
import { type ErrorCode, errorCodes } from "@/server/domain/errors/errors";
import { type PlanName, planNames } from "@/server/domain/plans/plans";

/** A call as an account's request log shows it. */
export type LoggedCall = {
  readonly requestId: string;
  readonly at: Date;
  readonly method: string;
  /** The path template. On `/mcp`, the path and the called tool. */
  readonly endpoint: string;
  readonly status: number;
  /** Null for a successful call. */
  readonly code: ErrorCode | null;
  readonly cost: number;
  readonly durationMs: number;
  /** Null for calls of the website and of access tokens. */
  readonly keyId: string | null;
  /** How many calls directly before this call are missing from the log. */
  readonly skipped: number;
  /** The path and the query, without secrets. Null if they were not recorded. */
  readonly target: string | null;
  /** The error's message. Null for a successful call. */
  readonly message: string | null;
  /** On PLAN_REQUIRED: the lowest plan that may make the call. */
  readonly requiredPlan: PlanName | null;
};

type CallRow = typeof accountCalls.$inferSelect;

/**
 * Converts a row to a call. A later version of the service may have written a code or a plan that this version does not know: the code
 * becomes `INTERNAL_ERROR`, and the plan null.
 */
const toLoggedCall = ({ accountId: _, code, requiredPlan, ...row }: CallRow): LoggedCall => ({
  ...row,
  requiredPlan: planNames.find((plan) => plan === requiredPlan) ?? null,
  code: code === null ? null : (errorCodes.find((errorCode) => errorCode === code) ?? "INTERNAL_ERROR"),
});

const isLogged = (accountId: string, now: Date) =>
  and(
    eq(accountCalls.accountId, accountId),
    gt(accountCalls.at, new Date(now.getTime() - loggedDays * dayMs)),
  );

/** An account's request log, newest first. */
export const readCalls = async (db: Queryable, accountId: string, now: Date): Promise<LoggedCall[]> => {
  const rows = await db
    .select()
    .from(accountCalls)
    .where(isLogged(accountId, now))
    .orderBy(desc(accountCalls.at), desc(accountCalls.requestId))
    .limit(maxLoggedCalls);
  return rows.map(toLoggedCall);
};

/**
 * Finds a call in an account's log; undefined if the log does not contain the call.
 * @param requestId a uuid.
 */
export const findCall = async (
  db: Queryable,
  accountId: string,
  requestId: string,
  now: Date,
): Promise<LoggedCall | undefined> => {
  const [row] = await db
    .select()
    .from(accountCalls)
    .where(and(isLogged(accountId, now), eq(accountCalls.requestId, requestId)));
  return row && toLoggedCall(row);
};
