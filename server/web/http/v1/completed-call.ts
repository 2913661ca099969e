import { METHODS } from "node:http";
import type { AccountCall } from "@/server/account/call-log/account-call";
import type { Call, RequestInfo } from "@/server/web/http/v1/call";
import { callDetail } from "@/server/web/http/v1/call-detail";

/** The paths of the API that are not endpoints: its descriptions. */
export const documentPaths = ["/v1/openapi.json", "/v1/asyncapi.json"] as const;
export type DocumentPath = (typeof documentPaths)[number];

/** The path of deliveries. Deliveries are not part of the API, but share its metrics. */
export const deliveryPath = "/feeds/snapshots";

/** The path of the server for assistants. Like deliveries, it is not part of the API, but shares its metrics. */
export const mcpPath = "/mcp";

/** A completed call, for metrics and request logs. */
export type CompletedCall = AccountCall & {
  /** Whether the client disconnected before the response was sent. */
  readonly aborted: boolean;
};

export type ObserveCall = (call: CompletedCall) => void;

const knownMethods: ReadonlySet<string> = new Set(METHODS);

const toCompletedCall = (call: Call, status: number, startedAt: number): CompletedCall => ({
  requestId: call.requestId,
  endpoint: call.endpoint ?? "other",
  method: call.info.malformed === undefined && knownMethods.has(call.method) ? call.method : "other",
  status,
  code: call.error?.code,
  cost: call.admission?.last ?? 0,
  seconds: (performance.now() - startedAt) / 1000,
  admission: call.admission,
  detail: call.admission === undefined ? undefined : callDetail(call.shownTarget, call.error),
  aborted: call.info.delivery?.() === "aborted",
});

/**
 * Handles calls with `respond`, and passes each call with its response to `observe`. There is one exception. If the request's body
 * turns out to be malformed or late before a response is being sent, the front door sends an error in place of the handler's response.
 * Then only the error is observed, as a separate call.
 */
export const observeCalls = (
  start: (request: Request, info: RequestInfo) => Call,
  respond: (call: Call) => Promise<Response>,
  observe: ObserveCall | undefined,
): ((request: Request, info: RequestInfo) => Promise<Response>) => {
  if (observe === undefined) return (request, info) => respond(start(request, info));
  return async (request, info) => {
    const startedAt = performance.now();
    const call = start(request, info);
    const response = await respond(call);
    if (info.delivery?.() !== "replaced") observe(toCompletedCall(call, response.status, startedAt));
    return response;
  };
};
