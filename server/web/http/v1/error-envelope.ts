import type { ApiError } from "@/server/domain/errors/api-error";
import { errorDocsUrl } from "@/server/domain/errors/errors";

/** The body of every error. `docsUrl` is the public URL of the docs. */
export const errorEnvelope = (error: ApiError, requestId: string, docsUrl: string) => ({
  error: {
    code: error.code,
    message: error.message,
    docs_url: errorDocsUrl(docsUrl, error.code),
    request_id: requestId,
    ...(error.planGap !== undefined && {
      current_plan: error.planGap.currentPlan,
      required_plan: error.planGap.requiredPlan,
    }),
  },
});
