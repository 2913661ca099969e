import type { Config } from "@/server/config";
import { ApiError } from "@/server/errors/api-error";
import { addressRequestsPerSecond } from "@/server/http/address-limit";
import { type ObserveCall, observeAnswers } from "@/server/http/answered-call";
import { type Call, newCall } from "@/server/http/call";
import { errorEnvelope } from "@/server/http/error-envelope";
import type { HandleV1 } from "@/server/http/handle-v1";
import { addressFigures, fixedHeaders, writeFigures } from "@/server/http/response-headers";
import { sendError } from "@/server/http/send";

const untouchedWindow = { remaining: addressRequestsPerSecond, resetSeconds: 1, exceeded: false };

/**
 * Answers every public call with INTERNAL_ERROR: what stands in until the service has started.
 * @param options.message the catalogue's where absent.
 */
export const createUnavailableV1 = (
  config: Pick<Config, "baseUrl" | "docsUrl">,
  { observe, message }: { readonly observe?: ObserveCall | undefined; readonly message?: string } = {},
): HandleV1 => {
  // No answer of it has an entity tag.
  const setting = { fixed: fixedHeaders(config.baseUrl), seal: (etag: string) => etag };
  const refuse = async (call: Call): Promise<Response> => {
    writeFigures(call.headers, addressFigures(untouchedWindow));
    const refusal = new ApiError("INTERNAL_ERROR", message === undefined ? {} : { message });
    call.refusal = refusal.code;
    return sendError(call, refusal, errorEnvelope(refusal, call.requestId, config.docsUrl));
  };
  return observeAnswers((request, info) => newCall(request, info, setting), refuse, observe);
};
