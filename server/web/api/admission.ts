import { endBy } from "@/db/in-time";
import type { Admission, Caller } from "@/server/account/metering/meter";
import { ApiError } from "@/server/domain/errors/api-error";
import type { ErrorCode } from "@/server/domain/errors/errors";
import type { ApiServices, Credentials, MeteredContext } from "@/server/web/api/context";

// The maximum number of attempts to admit a call. Only the outcome `changed` leads to another attempt, which uses the newer terms.
const maxAttempts = 3;

/**
 * Longest time until a call stops waiting, in ms. A round trip to the counter store may follow (`storeDeadlineMs`), so each call gets its
 * response within ten seconds.
 */
export const maxCallMs = 9_000;
/** Time that is kept for the admission of a call whose procedure takes too long. */
const admissionMs = 500;

type MeteringServices = Pick<ApiServices, "meter" | "identifyKey" | "identifySession" | "noteUsage">;

/** One call of a procedure. */
export type MeteredCall = {
  readonly requestId: string;
  readonly credentials: Credentials;
  readonly access: "key" | "session";
  /** Whether a 200 costs one request of the allowance. */
  readonly counted: boolean;
  /** The name under which the call is recorded. */
  readonly operationId: string;
  /** When the call arrived (ms of `performance.now`). Default: now. */
  readonly startedAt?: number;
  /** Whether the procedure reads the request's body. The client decides how long that takes, so the procedure's time is not limited. */
  readonly readsBody?: boolean;
};

/** Runs the procedure, then renders and compresses its response, so that nothing can fail afterwards. */
export type PrepareResponse<T> = (context: MeteredContext) => Promise<{
  readonly response: T;
  /** True for HEAD and 304. */
  readonly isFree: boolean;
}>;

/**
 * The result of a call. `admission` has the figures for the headers. `admission` is undefined if the credentials are missing or invalid,
 * and can be undefined if metering failed.
 */
export type MeteredResult<T> = { readonly admission: Admission | undefined } & (
  | { readonly ok: true; readonly response: T }
  | { readonly ok: false; readonly error: unknown }
);

/** The token of an Authorization header. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];

const identifyAccount = async (
  { meter }: MeteringServices,
  accountId: string | undefined,
): Promise<Caller> => {
  const caller = accountId === undefined ? undefined : await meter.identifyAccount(accountId);
  if (caller === undefined) throw new ApiError("INVALID_SESSION");
  return caller;
};

const authenticate = async (
  services: MeteringServices,
  call: MeteredCall,
  until: number,
): Promise<Caller> => {
  const { credentials } = call;
  if (credentials.kind === "account")
    return endBy(until, () => identifyAccount(services, credentials.accountId));
  if (call.access === "session") {
    const token = bearerToken(credentials.authorization);
    if (token === undefined) throw new ApiError("MISSING_SESSION");
    return endBy(until, async () => {
      const session = await services.identifySession(token);
      return identifyAccount(services, session?.accountId);
    });
  }
  // A key needs at most one read, which has a shorter limit.
  const { apiKey } = credentials;
  if (apiKey === undefined || apiKey === "") throw new ApiError("MISSING_KEY");
  const caller = await services.identifyKey(apiKey);
  if (caller === undefined) throw new ApiError("INVALID_KEY");
  return caller;
};

/** The caller's terms have changed, so nothing was counted. */
type Changed = Admission & { readonly outcome: "changed" };
const isChanged = (admission: Admission): admission is Changed => admission.outcome === "changed";

const rejectionOf = ({ outcome, caller, retryAfterSeconds }: Admission): ApiError | undefined => {
  if (outcome === "invalid")
    return new ApiError(caller.keyId === undefined ? "INVALID_SESSION" : "INVALID_KEY");
  if (outcome === "allowance_spent") return new ApiError("ALLOWANCE_SPENT");
  if (outcome !== "speed_limit") return undefined;
  return new ApiError("SPEED_LIMIT", {
    message: `More than ${caller.speedLimitPerSecond} requests in one second.`,
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  });
};

const codeOf = (error: unknown): ErrorCode => (error instanceof ApiError ? error.code : "INTERNAL_ERROR");

type Attempt<T> =
  | { readonly ok: true; readonly response: T; readonly isFree: boolean }
  | { readonly ok: false; readonly error: unknown };

const attempt = <T>(
  prepare: PrepareResponse<T>,
  context: MeteredContext,
  until: number | undefined,
): Promise<Attempt<T>> =>
  endBy(until, () => prepare(context)).then(
    ({ response, isFree }) => ({ ok: true, response, isFree }),
    (error: unknown) => ({ ok: false, error }),
  );

/** @param result undefined if the procedure did not run. */
const outcomeOf = <T>(admission: Admission, result: Attempt<T> | undefined): Attempt<T> => {
  const error = rejectionOf(admission);
  if (error !== undefined) return { ok: false, error };
  if (result === undefined)
    throw new Error(`the procedure did not run, but the outcome is ${admission.outcome}`);
  return result;
};

const costOf = (result: Attempt<unknown>) =>
  result.ok
    ? ({ cost: result.isFree ? 0 : 1, unitMustRemain: result.isFree } as const)
    : ({ cost: 0, unitMustRemain: false } as const);

/**
 * Identifies and meters one call. If several checks fail, the first one in this order is reported: credentials, speed limit, the
 * procedure's own checks, allowance.
 *
 * A free call is confirmed before its procedure runs, and recorded with its outcome afterwards. A counted call is charged after its
 * procedure has run, so an error costs nothing and there are no refunds. The procedure of a counted call runs with the cached caller.
 * Afterwards, one round trip confirms this caller and charges the call. If `meter.begin` returns true, the caller is also confirmed
 * before the procedure runs.
 *
 * A call that takes longer than `maxCallMs` fails and costs nothing.
 * @returns a promise that never rejects, because an error is part of the result.
 */
export const meterCall = async <T>(
  services: MeteringServices,
  call: MeteredCall,
  prepare: PrepareResponse<T>,
): Promise<MeteredResult<T>> => {
  const { meter, noteUsage } = services;
  const { operationId, startedAt = performance.now(), readsBody = false } = call;
  const until = startedAt + maxCallMs;
  const prepareUntil = readsBody ? undefined : until - admissionMs;

  const finish = (admission: Admission, result: Attempt<T> | undefined): MeteredResult<T> => {
    const outcome = outcomeOf(admission, result);
    // A revoked key must look like a key that never existed, so the account's figures stay hidden.
    if (admission.outcome === "invalid") return { admission: undefined, ...outcome };
    const succeeded = admission.last === 1 ? "counted" : "free";
    noteUsage(admission.caller, operationId, outcome.ok ? succeeded : codeOf(outcome.error));
    return { admission, ...outcome };
  };

  const meterFree = async (caller: Caller): Promise<MeteredResult<T> | Changed> => {
    const confirmation = await meter.confirm(caller, until);
    if (isChanged(confirmation)) return confirmation;
    if (confirmation.outcome !== "admitted") return finish(confirmation, undefined);
    const context = { caller: confirmation.caller, admission: confirmation };
    return finish(confirmation, await attempt(prepare, context, prepareUntil));
  };

  const meterCounted = async (caller: Caller): Promise<MeteredResult<T> | Changed> => {
    const confirmation = meter.begin(caller) ? await meter.confirm(caller, until) : undefined;
    if (confirmation !== undefined) {
      if (isChanged(confirmation)) return confirmation;
      if (confirmation.outcome !== "admitted") return finish(confirmation, undefined);
    }
    const result = await attempt(prepare, { caller, admission: confirmation }, prepareUntil);
    const charge = costOf(result);
    // A confirmed call is checked again only if it costs a request or requires that a request is left.
    if (confirmation !== undefined && charge.cost === 0 && !charge.unitMustRemain)
      return finish(confirmation, result);
    const admission = await meter.admit(caller, { until, ...charge }, confirmation);
    return isChanged(admission) ? admission : finish(admission, result);
  };

  let admission: Admission | undefined;
  try {
    let caller = await authenticate(services, call, until);
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const result = await (call.counted ? meterCounted(caller) : meterFree(caller));
      if ("ok" in result) return result;
      admission = result;
      caller = result.caller;
    }
    throw new Error("the account's terms changed on every attempt to admit the call");
  } catch (error) {
    return { admission, ok: false, error };
  }
};

/**
 * Stops a call before it reads history if its account has no requests left. Without this check, the meter would reject the call after the
 * read.
 * @param admission the confirmation of the same call; undefined if the call was not confirmed before it ran.
 * @throws ALLOWANCE_SPENT
 */
export const requireRequestLeft = (admission: Admission | undefined): void => {
  if (admission?.remaining === 0) throw new ApiError("ALLOWANCE_SPENT");
};
