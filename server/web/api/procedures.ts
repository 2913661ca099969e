import { ApiError } from "@/server/domain/errors/api-error";
import type { ApiContext, MeteredContext } from "@/server/web/api/context";
import { middleware, procedure } from "@/server/web/api/trpc";

/**
 * The account and the admission of a metered call. A function instead of a middleware, because each middleware costs processor time on every
 * call.
 * @throws Error if the call is not metered.
 */
export const meteringOf = ({ metered }: Pick<ApiContext, "metered">): MeteredContext => {
  if (metered === undefined) throw new Error("a procedure was called without metering");
  return metered;
};

/** A procedure that accepts an API key or a website session, and costs nothing. */
export const freeProcedure = procedure.meta({ access: "key", counted: false });

/** A procedure that accepts an API key or a website session. Each 200 costs one request of the allowance. */
export const countedProcedure = procedure.meta({ access: "key", counted: true });

/** A procedure that accepts a website session or an access token, but never an API key. */
export const sessionProcedure = procedure.meta({ access: "session", counted: false });

const withSession = middleware(({ ctx, next }) => {
  const { websiteSession: session, website } = ctx;
  if (session === undefined || website === undefined) throw new ApiError("MISSING_SESSION");
  return next({ ctx: { session, website } });
});

/** A procedure that only the website's own pages call. Its calls are not metered. */
export const pageProcedure = procedure.use(withSession);
