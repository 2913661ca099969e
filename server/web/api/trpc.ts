import { initTRPC, TRPCError } from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import { ApiError } from "@/server/domain/errors/api-error";
import { type ErrorCode, errors } from "@/server/domain/errors/errors";
import type { ApiContext } from "@/server/web/api/context";

/** The metadata of a procedure: the source of the route table, the OpenAPI document and the conformance tests. */
export type ProcedureMeta = OpenApiMeta<{
  /** `key`: an API key or a website session. `session`: a website session or an access token, but never an API key. */
  readonly access?: "key" | "session";
  /** Whether a 200 counts against the allowance. */
  readonly counted?: boolean;
  /** Error codes beyond those that every endpoint with this access can return. */
  readonly extraErrors?: readonly ErrorCode[];
  readonly example?: unknown;
  /** Status of the successful response. Default 200. */
  readonly successStatus?: 200 | 201 | 204;
  /** Whether the successful response is a stream of events. */
  readonly isStream?: boolean;
}>;

/** The API error that caused a tRPC error; undefined for another cause, such as invalid input or an unexpected failure. */
export const apiErrorOf = (error: unknown): ApiError | undefined =>
  error instanceof TRPCError && error.cause instanceof ApiError ? error.cause : undefined;

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    // Pages get the same public codes and texts as the API. The text of an unexpected failure is never sent.
    errorFormatter: ({ shape, error }) => {
      const apiError = apiErrorOf(error);
      const badInput = error.code === "BAD_REQUEST";
      const code: ErrorCode = apiError?.code ?? (badInput ? "BAD_REQUEST" : "INTERNAL_ERROR");
      return {
        ...shape,
        message: apiError?.message ?? errors[code].message,
        data: { path: shape.data.path, httpStatus: errors[code].status, error: code },
      };
    },
  });

export const { router, middleware, procedure, mergeRouters } = t;
