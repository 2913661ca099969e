import type { Config } from "@/server/config";
import { ApiError } from "@/server/domain/errors/api-error";
import { addressRequestsPerSecond } from "@/server/web/http/door/address-limit";
import { addressFigures, fixedHeaders, writeFigures } from "@/server/web/http/headers/response-headers";
import { sendError } from "@/server/web/http/headers/send";
import { type Call, newCall } from "@/server/web/http/v1/call";
import { type ObserveCall, observeCalls } from "@/server/web/http/v1/completed-call";
import { errorEnvelope } from "@/server/web/http/v1/error-envelope";
import type { HandleV1 } from "@/server/web/http/v1/handle-v1";

const untouchedWindow = { remaining: addressRequestsPerSecond, resetSeconds: 1, exceeded: false };

/**
 * Handles `/v1` while the service is starting or after it failed to start: every call fails with INTERNAL_ERROR.
 * @param options.message replaces the standard message of INTERNAL_ERROR.
 */
export const createUnavailableV1 = (
  config: Pick<Config, "baseUrl" | "docsUrl">,
  { observe, message }: { readonly observe?: ObserveCall | undefined; readonly message?: string } = {},
): HandleV1 => {
  // `seal` is not needed here, because error responses have no entity tag.
  const setting = { fixed: fixedHeaders(config.baseUrl), seal: (etag: string) => etag };
  const fail = async (call: Call): Promise<Response> => {
    writeFigures(call.headers, addressFigures(untouchedWindow));
    const error = new ApiError("INTERNAL_ERROR", message === undefined ? {} : { message });
    call.error = error;
    return sendError(call, error, errorEnvelope(error, call.requestId, config.docsUrl));
  };
  return observeCalls((request, info) => newCall(request, info, setting), fail, observe);
};
