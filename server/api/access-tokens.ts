import { z } from "zod";
import { middleware, procedure, router } from "@/server/api/trpc";
import { ApiError } from "@/server/errors/api-error";

const pagesOnly = middleware(({ ctx, next }) => {
  if (ctx.website === undefined) throw new ApiError("MISSING_SESSION");
  return next({ ctx: { website: ctx.website } });
});
const pageProcedure = procedure.use(pagesOnly);

/** Bearer tokens for programs that manage keys: made and revoked on the website, never by a token itself. */
export const tokensRouter = router({
  create: pageProcedure.mutation(async ({ ctx }) => {
    const { session, verbs } = ctx.website;
    const created = await verbs.createToken(session);
    if (created === "too_many_tokens")
      throw new ApiError("BAD_REQUEST", {
        message: "The account has as many access tokens as it may. Revoke one, or wait until one expires.",
      });
    const { id, accessToken, expiresAt } = created;
    return { id, access_token: accessToken, expires_at: expiresAt.toISOString() };
  }),

  revoke: pageProcedure
    .input(z.object({ tokenId: z.guid() }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      const { session, verbs } = ctx.website;
      const outcome = await verbs.revokeToken(session.accountId, input.tokenId.toLowerCase());
      if (outcome === "not_found")
        throw new ApiError("NOT_FOUND", { message: "The account has no such access token." });
    }),
});
