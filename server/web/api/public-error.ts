import { TRPCError } from "@trpc/server";
import type { Logger } from "pino";
import { ApiError } from "@/server/domain/errors/api-error";
import { loggableError } from "@/server/loggable-error";

/**
 * The error that a client gets. An unexpected failure is logged with the request's id, and the client gets INTERNAL_ERROR.
 * @param failed the log's message, such as "a call failed".
 */
export const toPublicError = (
  thrown: unknown,
  log: Pick<Logger, "error">,
  requestId: string,
  failed: string,
): ApiError => {
  if (thrown instanceof ApiError) return thrown;
  const cause = thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown;
  log.error({ requestId, err: loggableError(cause) }, failed);
  return new ApiError("INTERNAL_ERROR");
};
