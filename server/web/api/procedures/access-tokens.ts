import { z } from "zod";
import { createSessionAccessToken, revokeAccessToken } from "@/server/account/sign-in/access-token";
import { ApiError } from "@/server/domain/errors/api-error";
import { byOf } from "@/server/web/api/by-of";
import { pageProcedure } from "@/server/web/api/procedures";
import { router } from "@/server/web/api/trpc";

/** Access tokens for programs that manage keys. The procedures require a website session, so no token can create or revoke tokens. */
export const tokensRouter = router({
  create: pageProcedure.mutation(async ({ ctx }) => {
    const { db, now } = ctx.services;
    const created = await createSessionAccessToken(db, ctx.session, new Date(now()), byOf(ctx));
    if (created === "no_session") throw new ApiError("MISSING_SESSION");
    if (created === "too_many_tokens")
      throw new ApiError("BAD_REQUEST", {
        message:
          "The account has the maximum number of access tokens. Revoke one, or wait until one expires.",
      });
    const { id, accessToken, expiresAt } = created;
    return { id, access_token: accessToken, expires_at: expiresAt.toISOString() };
  }),

  revoke: pageProcedure
    .input(z.object({ tokenId: z.guid() }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      const { db, now } = ctx.services;
      const tokenId = input.tokenId.toLowerCase();
      const { accountId } = ctx.session;
      const outcome = await revokeAccessToken(db, accountId, tokenId, new Date(now()), byOf(ctx));
      if (outcome === "not_found")
        throw new ApiError("NOT_FOUND", { message: "The account has no such access token." });
    }),
});
