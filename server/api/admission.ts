import type { TRPCError } from "@trpc/server";
import type { ApiContext, CallRecord } from "@/server/api/context";
import { middleware, refusalOf } from "@/server/api/trpc";
import type { Rendered } from "@/server/board/board";
import { ApiError } from "@/server/errors/api-error";
import type { ErrorCode } from "@/server/errors/errors";
import type { Admission, AdmissionRequest, Caller } from "@/server/metering/meter";

// Each `changed` means that the account's terms moved between the hint and its confirmation: more than two in one call is a fault.
const mostAttempts = 3;

const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];

const identifyKey = async ({ call: { credentials }, services }: ApiContext): Promise<Caller> => {
  if (credentials.kind === "account") {
    const caller = await services.meter.identifyAccount(credentials.accountId);
    if (caller === undefined) throw new ApiError("INVALID_SESSION");
    return caller;
  }
  const presented = credentials.apiKey;
  if (presented === undefined || presented === "") throw new ApiError("MISSING_KEY");
  const caller = await services.meter.identifyKey(presented);
  if (caller === undefined) throw new ApiError("INVALID_KEY");
  return caller;
};

const identifySession = async ({ call: { credentials }, services }: ApiContext): Promise<Caller> => {
  if (credentials.kind === "headers") {
    const token = bearerToken(credentials.authorization);
    if (token === undefined) throw new ApiError("MISSING_SESSION");
    const session = await services.identifySession(token);
    const caller = session && (await services.meter.identifyAccount(session.accountId));
    if (caller === undefined) throw new ApiError("INVALID_SESSION");
    return caller;
  }
  const caller = await services.meter.identifyAccount(credentials.accountId);
  if (caller === undefined) throw new ApiError("INVALID_SESSION");
  return caller;
};

type Price = Pick<AdmissionRequest, "cost" | "unitMustRemain" | "refusal">;
const costsNothing: Price = { cost: 0, unitMustRemain: false };

const admit = async (
  { call, services }: ApiContext,
  caller: Caller,
  endpoint: string,
  price: Price,
): Promise<Admission> => {
  const admission = await services.meter.admit(caller, { requestId: call.requestId, endpoint, ...price });
  // A revoked key is as unknown as one that never was: its account stays out of the answer.
  call.record.caller = admission.outcome === "invalid" ? undefined : admission.caller;
  call.record.admission = admission;
  return admission;
};

const admissionOf = (record: CallRecord): Admission | undefined => record.admission;

/** Refusals that come before anything a call may have been refused for itself. */
const refuseUnconfirmed = ({ outcome, caller, retryAfterSeconds }: Admission): void => {
  if (outcome === "invalid")
    throw new ApiError(caller.keyId === undefined ? "INVALID_SESSION" : "INVALID_KEY");
  if (outcome === "speed_limit")
    throw new ApiError("SPEED_LIMIT", {
      message: `More than ${caller.speedLimitPerSecond} requests in one second.`,
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
    });
};

const admitFree = async (ctx: ApiContext, hint: Caller, endpoint: string): Promise<Caller> => {
  let caller = hint;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const admission = await admit(ctx, caller, endpoint, costsNothing);
    if (admission.outcome !== "changed") {
      refuseUnconfirmed(admission);
      return admission.caller;
    }
    caller = admission.caller;
  }
  throw new Error("the account's terms changed on every attempt to admit the call");
};

/** The operation id under which a call is counted. */
const endpointOf = (meta: { openapi?: { operationId?: string } } | undefined): string => {
  const operationId = meta?.openapi?.operationId;
  if (operationId === undefined) throw new Error("a procedure has no operation id");
  return operationId;
};

/** Credentials, then the speed limit, then everything else; costs nothing. */
export const admitKeyFree = middleware(async ({ ctx, next, meta }) => {
  await admitFree(ctx, await identifyKey(ctx), endpointOf(meta));
  return next();
});

/** The same for a signed-in session. */
export const admitSession = middleware(async ({ ctx, next, meta }) => {
  const caller = await admitFree(ctx, await identifySession(ctx), endpointOf(meta));
  return next({ ctx: { caller } });
});

/** The code that a call is about to be answered with, for the daily usage record. */
const codeOfRefusal = (error: TRPCError): ErrorCode =>
  refusalOf(error)?.code ?? (error.code === "BAD_REQUEST" ? "BAD_REQUEST" : "INTERNAL_ERROR");

/**
 * Counted calls reach the counter store once. So everything that may refuse a call runs first, on the terms of the hint, and a refusal
 * is held until the store has confirmed the caller: an unknown key and the speed limit come before it, a spent allowance after it.
 * `reserve`, the last step before the resolver, admits a call that nothing refused.
 */
export const holdRefusals = middleware(async ({ ctx, next, meta }) => {
  const { record } = ctx.call;
  let caller = await identifyKey(ctx);
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    record.caller = caller;
    record.admission = undefined;
    const result = await next({ ctx: { caller } });
    const reserved = admissionOf(record);
    if (reserved === undefined && result.ok)
      throw new Error("a counted procedure answered without reserving");
    const admission =
      reserved ??
      (await admit(ctx, caller, endpointOf(meta), {
        ...costsNothing,
        ...(!result.ok && { refusal: codeOfRefusal(result.error) }),
      }));
    if (admission.outcome !== "changed") {
      refuseUnconfirmed(admission);
      return result;
    }
    caller = admission.caller;
  }
  throw new Error("the account's terms changed on every attempt to admit the call");
});

const refuseUnreserved = (admission: Admission): void => {
  if (admission.outcome === "admitted") return;
  refuseUnconfirmed(admission);
  if (admission.outcome === "allowance_spent") throw new ApiError("ALLOWANCE_SPENT");
  throw new Error("the account's terms changed");
};

/** Reserves one request of the allowance, or asks for one to be left where the answer will be HEAD's or a 304. */
export const reserve = middleware(async ({ ctx, next, meta }) => {
  const { head, clientHas, record } = ctx.call;
  const { caller } = record;
  if (caller === undefined) throw new Error("reserve runs inside holdRefusals");
  const reserveFor = async (unchanged: boolean): Promise<void> => {
    const free = head || unchanged;
    const admission = await admit(ctx, caller, endpointOf(meta), {
      cost: free ? 0 : 1,
      unitMustRemain: free,
    });
    refuseUnreserved(admission);
  };
  if (clientHas === undefined) {
    await reserveFor(false);
    return next();
  }
  // Whether the client has these bytes already decides the cost, so here the answer is made first.
  const result = await next();
  if (result.ok) await reserveFor(clientHas((result.data as Rendered).etag));
  return result;
});
