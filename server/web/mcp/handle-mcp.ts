import type { Logger } from "pino";
import packageJson from "@/package.json" with { type: "json" };
import { beforeRecording } from "@/server/clock/calls-in-progress";
import { ApiError } from "@/server/domain/errors/api-error";
import { errorDocsUrl } from "@/server/domain/errors/errors";
import { meterCall } from "@/server/web/api/admission";
import { toPublicError } from "@/server/web/api/public-error";
import { readJson } from "@/server/web/http/door/read-body";
import { type HeaderRecord, securityHeaders } from "@/server/web/http/headers/response-headers";
import { sendError, sendNothing, sendPrepared } from "@/server/web/http/headers/send";
import type { V1Services } from "@/server/web/http/services.types";
import { createAddressGate, overAddressLimit } from "@/server/web/http/v1/address-gate";
import { type Call, newCall, type RequestInfo } from "@/server/web/http/v1/call";
import { mcpPath, observeCalls } from "@/server/web/http/v1/completed-call";
import { errorEnvelope } from "@/server/web/http/v1/error-envelope";
import type { HandleV1 } from "@/server/web/http/v1/handle-v1";
import { callTool } from "@/server/web/mcp/call-tool";
import { checkHost, checkOrigin } from "@/server/web/mcp/check-origin";
import { toolEndpoint } from "@/server/web/mcp/mcp-path";
import type { ToolReply } from "@/server/web/mcp/mcp-server";
import type { Tool } from "@/server/web/mcp/tool";
import { describeToolError } from "@/server/web/mcp/tool-error";
import { findTool } from "@/server/web/mcp/tools";

/** Several times the largest call of a tool, with all that a client says about itself. */
const maxBodyBytes = 64 * 1024;

const allowed = "OPTIONS, POST";
const preflightHeaders: Readonly<HeaderRecord> = {
  "Access-Control-Allow-Methods": allowed,
  "Access-Control-Allow-Headers":
    "X-API-Key, Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
  "Access-Control-Max-Age": "86400",
};

const invalidRequest = -32600;
const internalError = -32603;

type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown };
};

/** The protocol's code takes 50 ms and 15 MB to load, so it is not loaded until a client sends a message. Node caches the module. */
const loadProtocol = () => import("@/server/web/mcp/serve-message");

const isObject = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The id of a request, for its error. Null for anything else. */
const idOf = (message: unknown): string | number | null => {
  if (!isObject(message)) return null;
  return typeof message.id === "string" || typeof message.id === "number" ? message.id : null;
};

const toolOf = (message: unknown): Tool | undefined =>
  isObject(message) && message.method === "tools/call" ? findTool(message.params?.name) : undefined;

export type McpServices = V1Services & { readonly log: Pick<Logger, "error"> };

/**
 * Handles `POST /mcp`: the Model Context Protocol over HTTP, without sessions and with JSON responses. Order of checks: Origin,
 * method, Host, body, then those of the called tool. A message that calls no tool is free, needs no key and counts against the limit of its
 * network. Above this limit, it needs a key and follows the speed limit of the key's plan. The returned promise never rejects.
 */
export const createHandleMcp = (services: McpServices): HandleV1 => {
  const { config, log } = services;
  const gate = createAddressGate(services);
  const setting = { fixed: securityHeaders(config.baseUrl), seal: (etag: string) => etag };
  const about = { version: packageJson.version, websiteUrl: config.baseUrl };

  // Usage has calls of endpoints and tools only.
  const unnoted = { ...services, noteUsage: () => undefined };

  const chargeNetwork = async (call: Call): Promise<void> => {
    if (!gate.charge(call).exceeded) return;
    const metered = await meterCall(
      unnoted,
      {
        requestId: call.requestId,
        credentials: {
          kind: "headers",
          apiKey: call.header("x-api-key") ?? undefined,
          authorization: undefined,
        },
        access: "key",
        counted: false,
        operationId: `POST ${mcpPath}`,
      },
      async () => ({ response: undefined, isFree: true }),
    );
    call.admission = metered.admission;
    if (metered.ok) return;
    // Without an admission, the key is missing or unknown, or cannot be identified now.
    throw metered.admission === undefined ? overAddressLimit() : metered.error;
  };

  const toApiError = (call: Call, thrown: unknown): ApiError =>
    toPublicError(thrown, log, call.requestId, "a call of /mcp failed");

  /** An error of a tool is a result. A wrong key also counts against the limit of the network. */
  const replyError = (call: Call, thrown: unknown): ToolReply => {
    let error = toApiError(call, thrown);
    if (error.status === 401 && call.admission === undefined && gate.charge(call).exceeded)
      error = overAddressLimit();
    call.error = error;
    if (error.retryAfterSeconds !== undefined) call.headers["Retry-After"] = String(error.retryAfterSeconds);
    const text = describeToolError(error, call.requestId, config.docsUrl);
    return { content: [{ type: "text", text }], isError: true };
  };

  const runTool = async (call: Call, tool: Tool, args: unknown): Promise<ToolReply> => {
    const apiKey = call.header("x-api-key") ?? undefined;
    const outcome = await callTool(services, tool, { requestId: call.requestId, apiKey, arguments: args });
    call.admission = outcome.admission;
    if (!outcome.ok) return replyError(call, outcome.error);
    const { summary, structuredContent } = outcome.result;
    return { content: [{ type: "text", text: summary }], structuredContent };
  };

  /** @param message undefined if no message could be read: then the error has the form of the API's errors. */
  const sendFailure = (call: Call, error: ApiError, message: unknown): Response => {
    call.error = error;
    gate.writeFigures(call);
    if (message === undefined)
      return sendError(call, error, errorEnvelope(error, call.requestId, config.docsUrl));
    return sendError(call, error, {
      jsonrpc: "2.0",
      id: idOf(message),
      error: {
        code: error.code === "INTERNAL_ERROR" ? internalError : invalidRequest,
        message: error.message,
        data: {
          code: error.code,
          docs_url: errorDocsUrl(config.docsUrl, error.code),
          request_id: call.requestId,
          ...(error.retryAfterSeconds !== undefined && { retry_after: error.retryAfterSeconds }),
        },
      },
    });
  };

  const allowOrigin = (call: Call): void => {
    const origin = call.header("origin");
    if (origin === null) return;
    call.headers["Access-Control-Allow-Origin"] = origin;
    call.headers["Access-Control-Expose-Headers"] = "X-Request-Id, Retry-After";
  };

  const answer = async (call: Call, message: unknown): Promise<Response> => {
    if (Array.isArray(message))
      throw new ApiError("BAD_REQUEST", {
        message: "Batches are not supported. Send one message per request.",
      });
    // A stream of changes would hold a connection for each client, and the list of tools changes only with a release.
    if (isObject(message) && message.method === "subscriptions/listen")
      throw new ApiError("BAD_REQUEST", {
        message: "This server sends no notifications, so there is nothing to listen to.",
      });
    const tool = toolOf(message);
    if (tool === undefined) await chargeNetwork(call);
    else call.endpoint = toolEndpoint(tool.name);
    const { serveMessage } = await loadProtocol();
    const response = await serveMessage(call.header, message, about, (named, args) =>
      runTool(call, named, args),
    );
    // The message named a tool, but the protocol rejected it before the tool was called. A called tool that failed has an error.
    const isUncharged = call.admission === undefined && call.addressFigures === undefined;
    if (isUncharged && call.error === undefined) await chargeNetwork(call);
    gate.writeFigures(call);
    // Notifications are accepted without an answer.
    if (response.status === 202) {
      call.headers["Content-Length"] = "0";
      return sendNothing(call, 202);
    }
    // Not compressed: a result has at most 100 KB, no two are equal, and compressing one takes as long as computing it.
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = { bytes, encoding: "identity" } as const;
    return sendPrepared(call, { status: response.status, isPersonal: true, body, etag: undefined });
  };

  const respond = async (call: Call, read: (message: unknown) => void): Promise<Response> => {
    if (call.info.malformed !== undefined)
      throw new ApiError("BAD_REQUEST", { message: call.info.malformed });
    checkOrigin(call.header("origin"), config.baseUrl);
    allowOrigin(call);
    if (call.method === "OPTIONS") {
      Object.assign(call.headers, preflightHeaders, { Allow: allowed, "Cache-Control": "private, no-cache" });
      gate.writeFigures(call);
      return sendNothing(call, 204);
    }
    if (call.method !== "POST") {
      call.headers.Allow = allowed;
      throw new ApiError("METHOD_NOT_ALLOWED");
    }
    checkHost(call.info.host, config.baseUrl);
    const message = await readJson(call.request, maxBodyBytes);
    read(message);
    // Not before: a client that sends its body slowly must not slow recording down.
    return beforeRecording(() => answer(call, message));
  };

  const run = async (call: Call): Promise<Response> => {
    let message: unknown;
    try {
      return await respond(call, (read) => {
        message = read;
      });
    } catch (thrown) {
      let error = toApiError(call, thrown);
      const isUncharged = call.admission === undefined && call.addressFigures === undefined;
      // As on `/v1`, a request that cannot be parsed as HTTP counts against nothing.
      if (isUncharged && call.info.malformed === undefined)
        error = await chargeNetwork(call).then(
          () => error,
          (limit: unknown) => toApiError(call, limit),
        );
      return sendFailure(call, error, message);
    }
  };

  const start = (request: Request, info: RequestInfo): Call => {
    const call = newCall(request, info, setting);
    call.endpoint = mcpPath;
    return call;
  };
  return observeCalls(start, run, services.observeCall);
};
