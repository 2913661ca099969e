import { METHODS } from "node:http";
import type { ErrorCode } from "@/server/errors/errors";
import type { Call, RequestInfo } from "@/server/http/call";

/** The one path of the API that is no endpoint. */
export const documentPath = "/v1/openapi.json";

/** What an answered call says about itself. Nothing in it is text that a client chose. */
export type AnsweredCall = {
  readonly requestId: string;
  /** The template of the path; `other` where no endpoint has it. */
  readonly endpoint: string;
  /** `other` where Node does not know it. */
  readonly method: string;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly cost: 0 | 1;
  /** From the reading of the request to its answer; how long the client takes to read that is not in it. */
  readonly seconds: number;
  /** The id of the API key, never the key; undefined where none was confirmed, and for sessions. */
  readonly keyId: string | undefined;
  /** The client went away before it was answered. */
  readonly aborted: boolean;
};

export type ObserveCall = (call: AnsweredCall) => void;

const knownMethods: ReadonlySet<string> = new Set(METHODS);

const toAnswered = (call: Call, status: number, startedAt: number): AnsweredCall => ({
  requestId: call.requestId,
  endpoint: call.endpoint ?? "other",
  method: call.info.malformed === undefined && knownMethods.has(call.method) ? call.method : "other",
  status,
  code: call.refusal,
  cost: call.record.admission?.last ?? 0,
  seconds: (performance.now() - startedAt) / 1000,
  keyId: call.record.caller?.keyId,
  aborted: call.info.delivery?.() === "aborted",
});

/** Answers calls with `answer`, and tells `observe` of each once. A call whose answer is replaced is told by the one that replaces it. */
export const observeAnswers = (
  start: (request: Request, info: RequestInfo) => Call,
  answer: (call: Call) => Promise<Response>,
  observe: ObserveCall | undefined,
): ((request: Request, info: RequestInfo) => Promise<Response>) => {
  if (observe === undefined) return (request, info) => answer(start(request, info));
  return async (request, info) => {
    const startedAt = performance.now();
    const call = start(request, info);
    const response = await answer(call);
    if (info.delivery?.() !== "replaced") observe(toAnswered(call, response.status, startedAt));
    return response;
  };
};
