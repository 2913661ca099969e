import { initTRPC } from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import type { z } from "zod";
import type { ApiContext } from "@/server/api/context";
import { ApiError } from "@/server/errors/api-error";
import { type ErrorCode, errors } from "@/server/errors/errors";

/** What a procedure says about itself: the route table, the document and the conformance tests are made from it. */
export type ProcedureMeta = OpenApiMeta<{
  /** Who may call: an API key, or a signed-in session only. */
  readonly access?: "key" | "session";
  /** Whether a 200 counts against the allowance. */
  readonly counted?: boolean;
  /** Error codes beyond those that every endpoint with this access can answer. */
  readonly refusals?: readonly ErrorCode[];
  /**
   * Shape of the successful answer; undefined means no body. It is documentation: parsing 0.67 MB of odds takes 1.3 ms, so answers
   * are parsed by the conformance tests and not on each call.
   */
  readonly answer?: z.ZodType;
  readonly example?: unknown;
  /** Status of the successful answer; 200 where absent. */
  readonly successStatus?: 200 | 201 | 204;
}>;

/** The refusal inside a tRPC error, or undefined when the failure was not foreseen. */
export const refusalOf = (error: { readonly cause?: unknown }): ApiError | undefined =>
  error.cause instanceof ApiError ? error.cause : undefined;

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    // Pages get the same public codes and texts as the API; the text of an unforeseen failure stays inside.
    errorFormatter: ({ shape, error }) => {
      const refusal = refusalOf(error);
      const badInput = error.code === "BAD_REQUEST";
      const code: ErrorCode = refusal?.code ?? (badInput ? "BAD_REQUEST" : "INTERNAL_ERROR");
      return {
        ...shape,
        message: refusal?.message ?? errors[code].message,
        data: { path: shape.data.path, httpStatus: errors[code].status, error: code },
      };
    },
  });

export const { router, middleware, procedure, mergeRouters } = t;
