import { TRPCError } from "@trpc/server";
import { openApiDocument } from "@/server/api/openapi-document";
import { refusalOf } from "@/server/api/trpc";
import type { Rendered } from "@/server/board/board";
import { renderJson } from "@/server/board/rendered";
import { ApiError } from "@/server/errors/api-error";
import type { ErrorCode } from "@/server/errors/errors";
import {
  type AddressWindow,
  addressRequestsPerSecond,
  createAddressLimit,
} from "@/server/http/address-limit";
import { documentPath, observeAnswers } from "@/server/http/answered-call";
import { type Call, newCall, type RequestInfo } from "@/server/http/call";
import { callProcedure } from "@/server/http/call-procedure";
import { createSealTag } from "@/server/http/entity-tag";
import { errorEnvelope } from "@/server/http/error-envelope";
import { loggableError } from "@/server/http/loggable-error";
import { createRenderObject } from "@/server/http/render-object";
import {
  accountFigures,
  addressFigures,
  fixedHeaders,
  type HeaderRecord,
  writeFigures,
} from "@/server/http/response-headers";
import { allowedMethods, matchRoutes, splitPath } from "@/server/http/routes";
import { sendError, sendNothing, sendRendered } from "@/server/http/send";
import type { V1Services } from "@/server/http/services-type";
import { splitTarget } from "@/server/http/split-target";

/** Answers one public call. Never rejects: whatever fails is an answer. */
export type HandleV1 = (request: Request, info: RequestInfo) => Promise<Response>;

const preflightHeaders: Readonly<HeaderRecord> = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
  "Access-Control-Allow-Headers": "X-API-Key, Authorization, Content-Type, If-None-Match",
  "Access-Control-Max-Age": "86400",
};

const chargedStatuses: ReadonlySet<number> = new Set([401, 404, 405]);

const isRendered = (value: unknown): value is Rendered =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "rendered";

const overAddressLimit = (): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message: `More than ${addressRequestsPerSecond} requests in one second from one address without an account.`,
    retryAfterSeconds: 1,
  });

/**
 * The public API: one handler for the front door and for the serverless mount. Order of checks: path and route, then the procedure's own
 * (credentials, speed limit, plan, parameters, sport, fixture, reach, allowance).
 */
export const createHandleV1 = (services: V1Services): HandleV1 => {
  const { config, log, meter, now } = services;
  const addressLimit = createAddressLimit(now);
  const setting = { fixed: fixedHeaders(config.baseUrl), seal: createSealTag(services.tagSecret) };
  const renderObject = createRenderObject();
  let document: Rendered | undefined;

  const hasValidKey = async ({ header }: Call): Promise<boolean> => {
    const key = header("x-api-key");
    if (key === null || key === "") return false;
    return meter.identifyKey(key).then(
      (caller) => caller !== undefined,
      () => false,
    );
  };

  const chargeAddress = async (call: Call): Promise<AddressWindow> => {
    const window = addressLimit.charge(call.info.address());
    call.addressFigures = addressFigures(window);
    return window;
  };

  const writeCallFigures = (call: Call): void => {
    const figures =
      accountFigures(call.record) ??
      call.addressFigures ??
      addressFigures(addressLimit.peek(call.info.address()));
    writeFigures(call.headers, figures);
  };

  const sendDocument = async (call: Call): Promise<Response> => {
    const window = await chargeAddress(call);
    if (window.exceeded && !(await hasValidKey(call))) throw overAddressLimit();
    document ??= renderJson(openApiDocument(config));
    writeCallFigures(call);
    return sendRendered(call, document, { status: 200, personal: false });
  };

  const answer = async (call: Call): Promise<Response> => {
    if (call.info.malformed !== undefined)
      throw new ApiError("BAD_REQUEST", { message: call.info.malformed });
    const { path, query } = splitTarget(call.info.target ?? call.request.url);
    const segments = splitPath(path);
    const match = matchRoutes(segments);
    const isDocument = segments.length === 2 && segments[0] === "v1" && segments[1] === "openapi.json";
    call.endpoint = isDocument ? documentPath : match?.template;
    if (call.method === "OPTIONS") {
      Object.assign(call.headers, preflightHeaders);
      if (match !== undefined) call.headers.Allow = allowedMethods(match.routes);
      call.headers["Cache-Control"] = "private, no-cache";
      writeCallFigures(call);
      return sendNothing(call, 204);
    }
    const method = call.head ? "GET" : call.method;
    if (isDocument && method === "GET") return sendDocument(call);
    if (match === undefined && !isDocument) throw new ApiError("NOT_FOUND");
    const route = match?.routes.get(method);
    if (match === undefined || route === undefined) {
      call.headers.Allow = match === undefined ? "GET, HEAD, OPTIONS" : allowedMethods(match.routes);
      throw new ApiError("METHOD_NOT_ALLOWED");
    }
    const value = await callProcedure(services, call, { route, query, pathParameters: match.pathParameters });
    const personal = route.path.startsWith("/v1/account/");
    writeCallFigures(call);
    if (route.successStatus === 204) {
      call.headers["Cache-Control"] = "no-store";
      return sendNothing(call, 204);
    }
    const rendered = isRendered(value) ? value : personal ? renderJson(value) : renderObject(value);
    return sendRendered(call, rendered, { status: route.successStatus, personal });
  };

  /** Nothing that ends in an error costs anything. */
  const refund = async (call: Call, code: ErrorCode): Promise<void> => {
    const { admission, caller } = call.record;
    if (admission?.last !== 1 || caller === undefined) return;
    try {
      const figures = await meter.refund(caller, call.requestId, code);
      call.record.admission = { ...admission, ...figures, last: 0 };
    } catch (error) {
      log.error({ requestId: call.requestId, err: loggableError(error) }, "a reservation was not given back");
    }
  };

  const toRefusal = (call: Call, error: unknown): ApiError => {
    if (error instanceof ApiError) return error;
    const refusal = error instanceof TRPCError ? refusalOf(error) : undefined;
    if (refusal !== undefined) return refusal;
    const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
    log.error({ requestId: call.requestId, err: loggableError(cause) }, "a call failed");
    return new ApiError("INTERNAL_ERROR");
  };

  const refuse = async (call: Call, error: unknown): Promise<Response> => {
    let refusal = toRefusal(call, error);
    await refund(call, refusal.code);
    const accountKnown = accountFigures(call.record) !== undefined;
    if (!accountKnown && call.addressFigures === undefined && chargedStatuses.has(refusal.status)) {
      const window = await chargeAddress(call);
      // A key that was just refused is not valid; on an unknown path nobody has looked at it yet.
      const mayHaveKey = refusal.status !== 401;
      if (window.exceeded && !(mayHaveKey && (await hasValidKey(call)))) refusal = overAddressLimit();
    }
    call.refusal = refusal.code;
    writeCallFigures(call);
    return sendError(call, refusal, errorEnvelope(refusal, call.requestId, config.docsUrl));
  };

  const run = async (call: Call): Promise<Response> => {
    try {
      return await answer(call);
    } catch (error) {
      return await refuse(call, error);
    }
  };
  const start = (request: Request, info: RequestInfo): Call => newCall(request, info, setting);
  return observeAnswers(start, run, services.observeCall);
};
