import { beforeRecording } from "@/server/clock/calls-in-progress";
import { ApiError } from "@/server/domain/errors/api-error";
import { isRendered, type Rendered, renderJson } from "@/server/domain/serialize/rendered";
import { type MeteredCall, meterCall } from "@/server/web/api/admission";
import { isStreamRequest } from "@/server/web/api/output";
import { toPublicError } from "@/server/web/api/public-error";
import { resolvePath, splitTarget, versionOf } from "@/server/web/http/door/split-target";
import { fixedHeaders, type HeaderRecord } from "@/server/web/http/headers/response-headers";
import {
  type Prepared,
  prepareNothing,
  prepareRendered,
  sendError,
  sendNothing,
  sendPrepared,
  sendStream,
} from "@/server/web/http/headers/send";
import type { V1Services } from "@/server/web/http/services.types";
import { createAddressGate, overAddressLimit } from "@/server/web/http/v1/address-gate";
import { type Call, newCall, type RequestInfo } from "@/server/web/http/v1/call";
import { callProcedure } from "@/server/web/http/v1/call-procedure";
import { type DocumentPath, observeCalls } from "@/server/web/http/v1/completed-call";
import { createSealTag } from "@/server/web/http/v1/entity-tag";
import { errorEnvelope } from "@/server/web/http/v1/error-envelope";
import { ignoredParametersHeader } from "@/server/web/http/v1/ignored-parameters";
import type { PreparedStream } from "@/server/web/http/v1/open-streams";
import { type ParsedTarget, parseTarget } from "@/server/web/http/v1/parse-target";
import { allowedMethods, type Route } from "@/server/web/http/v1/routes";

/** Handles one public call. The returned promise never rejects: a failure becomes an error response. */
export type HandleV1 = (request: Request, info: RequestInfo) => Promise<Response>;

const preflightHeaders: Readonly<HeaderRecord> = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
  "Access-Control-Allow-Headers": "X-API-Key, Authorization, Content-Type, If-None-Match, Last-Event-ID",
  "Access-Control-Max-Age": "86400",
};

const chargedStatuses: ReadonlySet<number> = new Set([401, 404, 405]);

const pathAndQuery = (call: Call) => splitTarget(call.info.target ?? call.request.url);

const notFound = (call: Call): ApiError => {
  const version = versionOf(resolvePath(pathAndQuery(call).path));
  return version === undefined || version === "v1"
    ? new ApiError("NOT_FOUND")
    : new ApiError("NOT_FOUND", {
        message: `This API has no version ${version}. Its paths begin with /v1, for example GET /v1/sports.`,
      });
};

const keyParameter = /(?:^|&)(?:api_?key|x-api-key|key|token)=|=ok_(?:live|test)_/i;

/** Names the mistake of a client that sends its key in the query. The message does not repeat the key. */
const withKeyHint = (call: Call, error: ApiError): ApiError =>
  error.code === "MISSING_KEY" && keyParameter.test(pathAndQuery(call).query)
    ? new ApiError("MISSING_KEY", {
        message: "A key in the query is ignored. Send it in the X-API-Key request header.",
      })
    : error;

const meteredCall = (
  { requestId, header }: Call,
  { access, counted, operationId, method }: Route,
): MeteredCall => ({
  requestId,
  credentials: {
    kind: "headers",
    apiKey: header("x-api-key") ?? undefined,
    authorization: header("authorization") ?? undefined,
  },
  access,
  counted,
  operationId,
  readsBody: method === "POST",
});

/**
 * The public API: one handler for the front door and for the route in app/v1. If several checks fail, the first one in this order
 * determines the response: path and route, credentials, speed limit, the procedure's own checks, allowance. The procedure's own checks
 * concern the plan, the parameters, the sport, the fixture and the history limit. Their order differs between procedures.
 */
export const createHandleV1 = (services: V1Services): HandleV1 => {
  const { config, log } = services;
  const gate = createAddressGate(services);
  const setting = { fixed: fixedHeaders(config.baseUrl), seal: createSealTag(services.tagSecret) };
  const documents = new Map<DocumentPath, Promise<Rendered>>();

  const renderDocument = async (path: DocumentPath): Promise<Rendered> => {
    // The generators of the documents take 0.1 s to load, so they are not loaded until a client requests a document.
    if (path === "/v1/openapi.json") {
      const { openApiDocument } = await import("@/server/web/api/openapi/openapi-document");
      return renderJson(openApiDocument(config));
    }
    const { asyncApiDocument } = await import("@/server/web/api/openapi/asyncapi-document");
    return renderJson(asyncApiDocument(config));
  };

  const documentAt = (path: DocumentPath): Promise<Rendered> => {
    const known = documents.get(path);
    if (known !== undefined) return known;
    const document = renderDocument(path).catch((error: unknown) => {
      documents.delete(path);
      throw error;
    });
    documents.set(path, document);
    return document;
  };

  const sendDocument = async (call: Call, path: DocumentPath): Promise<Response> => {
    const window = gate.charge(call);
    if (window.exceeded && !(await gate.hasValidKey(call))) throw overAddressLimit();
    const document = await documentAt(path);
    gate.writeFigures(call);
    return sendPrepared(call, await prepareRendered(call, document, { status: 200, isPersonal: false }));
  };

  const prepare = (call: Call, route: Route, value: unknown): Prepared | Promise<Prepared> => {
    const { successStatus: status, isPersonal } = route;
    if (isRendered(value) && value.cursor !== undefined) call.headers["X-Odds-Cursor"] = value.cursor;
    if (status === 204) return prepareNothing();
    return prepareRendered(call, isRendered(value) ? value : renderJson(value), { status, isPersonal });
  };

  /** A HEAD request is checked as a GET request, but opens nothing. */
  const respondWithStream = async (call: Call, route: Route, target: ParsedTarget): Promise<Response> => {
    const { connection } = call.info;
    if (connection === undefined)
      throw new ApiError("NOT_FOUND", {
        message: "This server has no streams. GET /v1/odds/changes lists what changed since a cursor.",
      });
    let prepared: PreparedStream | undefined;
    const metered = await meterCall(services, meteredCall(call, route), async (context) => {
      const request = await callProcedure(services, context, call, route, target);
      prepared?.cancel();
      prepared = undefined;
      if (!call.head && isStreamRequest(request)) {
        const since = call.header("last-event-id") || request.lastEventId;
        prepared = await services.streams.prepare(context.caller, request, since || undefined);
      }
      return { response: prepared, isFree: call.head };
    });
    call.admission = metered.admission;
    if (!metered.ok) {
      prepared?.cancel();
      throw metered.error;
    }
    gate.writeFigures(call);
    return sendStream(call, metered.response, connection());
  };

  const respond = async (call: Call): Promise<Response> => {
    if (call.info.malformed !== undefined)
      throw new ApiError("BAD_REQUEST", { message: call.info.malformed });
    const target = parseTarget(call.info.target ?? call.request.url);
    const { match, document } = target;
    call.endpoint = document ?? match?.template;
    if (call.method === "OPTIONS") {
      Object.assign(call.headers, preflightHeaders);
      if (match !== undefined) call.headers.Allow = allowedMethods(match.routes);
      call.headers["Cache-Control"] = "private, no-cache";
      gate.writeFigures(call);
      return sendNothing(call, 204);
    }
    const method = call.head ? "GET" : call.method;
    if (document !== undefined && method === "GET") return sendDocument(call, document);
    if (match === undefined && document === undefined) throw notFound(call);
    const route = match?.routes.get(method);
    if (match === undefined || route === undefined) {
      call.headers.Allow = match === undefined ? "GET, HEAD, OPTIONS" : allowedMethods(match.routes);
      throw new ApiError("METHOD_NOT_ALLOWED");
    }
    call.shownTarget = () => target.shown(route);
    const ignored = target.ignored(route);
    if (ignored !== undefined) call.headers[ignoredParametersHeader] = ignored;
    if (route.isStream) return respondWithStream(call, route, target);
    const metered = await meterCall(services, meteredCall(call, route), async (context) => {
      const value = await callProcedure(services, context, call, route, target);
      const response = await prepare(call, route, value);
      const costsNothing = isRendered(value) && value.isFree === true;
      return { response, isFree: call.head || response.status === 304 || costsNothing };
    });
    call.admission = metered.admission;
    if (!metered.ok) throw metered.error;
    gate.writeFigures(call);
    return sendPrepared(call, metered.response);
  };

  const fail = async (call: Call, thrown: unknown): Promise<Response> => {
    let error = withKeyHint(call, toPublicError(thrown, log, call.requestId, "a call failed"));
    if (
      call.admission === undefined &&
      call.addressFigures === undefined &&
      chargedStatuses.has(error.status)
    ) {
      const window = gate.charge(call);
      // A 401 means that the credentials of the call are missing or invalid. Any other error may have occurred before the key was checked.
      const mayHaveKey = error.status !== 401;
      if (window.exceeded && !(mayHaveKey && (await gate.hasValidKey(call)))) error = overAddressLimit();
    }
    call.error = error;
    gate.writeFigures(call);
    return sendError(call, error, errorEnvelope(error, call.requestId, config.docsUrl));
  };

  const run = (call: Call): Promise<Response> =>
    beforeRecording(() => respond(call).catch((error: unknown) => fail(call, error)));
  const start = (request: Request, info: RequestInfo): Call => newCall(request, info, setting);
  return observeCalls(start, run, services.observeCall);
};
