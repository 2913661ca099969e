import { ApiError } from "@/server/domain/errors/api-error";
import { type ErrorCode, errorDocsUrl, errors } from "@/server/domain/errors/errors";

/** What a tool's caller can do, where the API's own advice names endpoints instead of tools. */
const advice: Partial<Record<ErrorCode, string>> = {
  BAD_REQUEST: "Correct the argument that the message names.",
  INVALID_MARKET:
    "find_keys lists market and book keys. Props are served by get_props; ladders and team totals only for one game.",
  UNKNOWN_SPORT: "list_leagues lists the league keys.",
  UNKNOWN_EVENT: "find_fixtures lists games with their fixture_id.",
  MISSING_KEY:
    "The user must set the header X-API-Key in the configuration of this server. Keys are created on the account page.",
  INVALID_KEY: "The user must put a valid key into the header X-API-Key of this server's configuration.",
  PLAN_REQUIRED:
    "Tell the user that required_plan is needed, or ask for something that current_plan includes.",
  SPEED_LIMIT: "Wait retry_after seconds, then call again.",
  ALLOWANCE_SPENT: "Only free tools work until the allowance is renewed. get_usage says when.",
  INTERNAL_ERROR: "Call again after a moment. If it persists, give the user the request_id for support.",
};

/** Sentences about endpoints, which a tool's caller cannot call. */
const endpointSentence = / ?[^.?!]*\bGET \/v1[^ ]*(?:[^.]|\.(?=\S))*\./g;

const withoutEndpoints = (message: string): string => message.replace(endpointSentence, "").trim();

/** An error as a tool's result: `code` and what to do, for a model or a program to read. It cost nothing. */
export const describeToolError = (error: ApiError, requestId: string, docsUrl: string): string =>
  JSON.stringify({
    error: {
      code: error.code,
      message: withoutEndpoints(error.message) || errors[error.code].title,
      what_to_do: advice[error.code] ?? errors[error.code].fix,
      ...(error.planGap !== undefined && {
        current_plan: error.planGap.currentPlan,
        required_plan: error.planGap.requiredPlan,
      }),
      ...(error.retryAfterSeconds !== undefined && { retry_after: error.retryAfterSeconds }),
      requests_charged: 0,
      docs_url: errorDocsUrl(docsUrl, error.code),
      request_id: requestId,
    },
  });

/** The error for arguments that a tool's schema rejects. The names of arguments and the problem come from the schema, never from a book. */
export const badArguments = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): ApiError => {
  const [issue] = issues;
  const name = issue?.path.map(String).join(".") ?? "";
  return new ApiError("BAD_REQUEST", {
    message:
      issue === undefined
        ? "The arguments are malformed."
        : `${name === "" ? "arguments" : name}: ${issue.message}.`,
  });
};
