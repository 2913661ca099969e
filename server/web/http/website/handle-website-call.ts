import { randomUUID } from "node:crypto";
import { getTRPCErrorShape, TRPCError } from "@trpc/server";
import { endBy } from "@/db/in-time";
import { nameNetwork } from "@/server/account/mail/name-network";
import type { Admission } from "@/server/account/metering/meter";
import type { AccountPages } from "@/server/account/owner/account-pages";
import type { WebsiteSession } from "@/server/account/sign-in/find-session";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { ApiError } from "@/server/domain/errors/api-error";
import { isRendered } from "@/server/domain/serialize/rendered";
import { type MeteredCall, maxCallMs, meterCall } from "@/server/web/api/admission";
import type { ApiContext, MeteredContext } from "@/server/web/api/context";
import { toPublicError } from "@/server/web/api/public-error";
import { runProcedure } from "@/server/web/api/run-procedure";
import type { ProcedureMeta } from "@/server/web/api/trpc";
import { websiteRouter } from "@/server/web/api/website-router";
import { networkOf, rangeOf } from "@/server/web/http/door/address-limit";
import { readBody } from "@/server/web/http/door/read-body";
import { isSameOrigin } from "@/server/web/http/door/same-origin";
import { accountFigures, type HeaderRecord, writeFigures } from "@/server/web/http/headers/response-headers";
import type { ViewingLimit } from "@/server/web/http/screen/viewing-limit";
import type { Services } from "@/server/web/http/services.types";
import { callDetail, shownInput } from "@/server/web/http/v1/call-detail";
import { errorEnvelope } from "@/server/web/http/v1/error-envelope";
import { type SessionLookup, tooManyUnknownSessions } from "@/server/web/http/website/look-up-session";
import { admitVisitor } from "@/server/web/http/website/visitor-call";

export type WebsiteServices = Pick<
  Services,
  | "archive"
  | "board"
  | "config"
  | "cursors"
  | "db"
  | "identifyKey"
  | "identifySession"
  | "log"
  | "meter"
  | "announceAccountChanged"
  | "noteCall"
  | "noteUsage"
  | "now"
  | "publicSports"
> & { readonly accountPages: Pick<AccountPages, "ownerActions"> };

/** The caller: the session that the cookie belongs to, and the client's IP address. */
export type WebsiteClient = {
  readonly session: SessionLookup;
  readonly address: string;
  /** When the call arrived (ms of `performance.now`). Default: now. */
  readonly startedAt?: number;
};

type Procedure = {
  readonly _def: { readonly type: "query" | "mutation" | "subscription"; readonly meta?: ProcedureMeta };
};

const procedures = websiteRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>;

/** Renders a result as `{"result":{"data":…}}`. If the result is a `Rendered` body, its bytes are inserted unchanged. */
const renderResult = async (value: unknown): Promise<string> => {
  if (!isRendered(value)) return JSON.stringify({ result: { data: value ?? null } });
  const bytes = await value.bytes("identity");
  return `{"result":{"data":${Buffer.from(bytes).toString("utf8")}}}`;
};

/**
 * Last resort for calls that hang: ends any call after this time. A metered call normally ends earlier, within `maxCallMs` and one round trip
 * to the counter store, and its error response still reports the usage.
 */
const maxEndMs = maxCallMs + 750;

const readInput = async (request: Request): Promise<unknown> =>
  request.body === null || request.headers.get("content-length") === "0" ? undefined : readBody(request);

/**
 * Handles a call from the website's own pages, in tRPC's format. If the client is signed in, procedures of `/v1` are metered as on `/v1`.
 * Otherwise, the client can try the endpoints that are open to visitors, but only for the sports in `publicSports`. The `data` of an error
 * has the fields of the API's error envelope.
 * @param path the procedure, such as `keys.create`.
 * @param viewingLimit bounds the calls of visitors who are not signed in.
 */
export const handleWebsiteCall = async (
  services: WebsiteServices,
  viewingLimit: ViewingLimit,
  request: Request,
  path: string,
  { session, address, startedAt = performance.now() }: WebsiteClient,
): Promise<Response> => {
  const { config, log } = services;
  const requestId = randomUUID();
  const client = {
    network: networkOf(address),
    range: rangeOf(address),
    displayedRange: nameNetwork(address),
  };
  const procedure = ownValue(procedures, path);
  const type = procedure?._def.type ?? "query";
  const meta: ProcedureMeta = procedure?._def.meta ?? {};
  let ctx: ApiContext | undefined;
  let admission: Admission | undefined;
  let reading: Promise<unknown> | undefined;
  /** Undefined until the request has been read. */
  let input: unknown;
  const readOnce = (): Promise<unknown> => {
    reading ??= readInput(request).then((read) => {
      input = read;
      return read;
    });
    return reading;
  };

  const callWith = (context: ApiContext): Promise<unknown> =>
    runProcedure({
      router: websiteRouter,
      path,
      type,
      context,
      readInput: readOnce,
      signal: request.signal,
    });

  const runForVisitor = async (): Promise<string> => {
    const { access, openapi } = meta;
    if (access === undefined || openapi?.path === undefined)
      throw new ApiError("MISSING_SESSION", { message: "You are not signed in." });
    const endpoint = { access, path: openapi.path };
    const caller = await admitVisitor(services, viewingLimit, endpoint, await readOnce(), address);
    ctx = { services, metered: { caller, admission: undefined } };
    return renderResult(await callWith(ctx));
  };

  const callSignedIn = (websiteSession: WebsiteSession, metered: MeteredContext | undefined) => {
    const website = { client, ownerActions: services.accountPages.ownerActions };
    ctx = { services, metered, websiteSession, website };
    return callWith(ctx);
  };

  const runMetered = async (
    websiteSession: WebsiteSession,
    endpoint: Pick<MeteredCall, "access" | "counted" | "operationId">,
  ): Promise<string> => {
    const credentials = { kind: "account", accountId: websiteSession.accountId } as const;
    const metered = await meterCall(
      services,
      { requestId, credentials, startedAt, ...endpoint },
      async (context) => {
        const value = await callSignedIn(websiteSession, context);
        return { response: await renderResult(value), isFree: isRendered(value) && value.isFree === true };
      },
    );
    admission = metered.admission;
    if (!metered.ok) throw metered.error;
    return metered.response;
  };

  const run = async (): Promise<string> => {
    if (!isSameOrigin(request.headers, config.baseUrl))
      throw new ApiError("MISSING_SESSION", {
        message: "Only pages of this site may use the session cookie.",
      });
    if (session === "too_many") throw tooManyUnknownSessions();
    if (meta.isStream) throw new ApiError("NOT_FOUND");
    if (session === undefined) return runForVisitor();
    if (procedure === undefined) throw new ApiError("NOT_FOUND");
    const { access, counted, openapi } = meta;
    // Procedures that only pages can call have no `access` and are not metered.
    if (access === undefined || counted === undefined || openapi?.operationId === undefined)
      return renderResult(await callSignedIn(session, undefined));
    return runMetered(session, { access, counted, operationId: openapi.operationId });
  };

  const headers: HeaderRecord = {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
  };
  const respond = (body: string, status: number, error?: ApiError): Response => {
    if (admission !== undefined) writeFigures(headers, accountFigures(admission));
    const { method, path: endpoint } = meta.openapi ?? {};
    // A page's call is logged only if it failed or was charged. Otherwise page views would crowd API calls out of the account's request
    // log.
    const isOfInterest = error !== undefined || admission?.last === 1;
    if (isOfInterest && method !== undefined && endpoint !== undefined)
      services.noteCall({
        requestId,
        method,
        endpoint,
        status,
        code: error?.code,
        detail: callDetail(method === "GET" ? () => shownInput(endpoint, input) : undefined, error),
        cost: admission?.last ?? 0,
        seconds: (performance.now() - startedAt) / 1000,
        admission,
      });
    return new Response(body, { status, headers });
  };

  const fail = async (thrown: unknown): Promise<Response> => {
    const error = toPublicError(thrown, log, requestId, "a call from a website page failed");
    if (error.retryAfterSeconds !== undefined) headers["Retry-After"] = String(error.retryAfterSeconds);
    const isUnexpected = error.code === "INTERNAL_ERROR";
    const shape = getTRPCErrorShape({
      config: websiteRouter._def._config,
      error: new TRPCError({ code: isUnexpected ? "INTERNAL_SERVER_ERROR" : "BAD_REQUEST", cause: error }),
      type,
      path,
      input: undefined,
      ctx,
    });
    const { error: envelope } = errorEnvelope(error, requestId, config.docsUrl);
    const body = {
      error: {
        ...shape,
        data: { ...shape.data, ...envelope, retryAfterSeconds: error.retryAfterSeconds },
      },
    };
    return respond(JSON.stringify(body), error.status, error);
  };

  try {
    return respond(await endBy(startedAt + maxEndMs, run), 200);
  } catch (error) {
    return fail(error);
  }
};
