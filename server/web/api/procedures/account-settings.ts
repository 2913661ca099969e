import { z } from "zod";
import { changeSettings } from "@/server/account/owner/account-settings";
import { pageProcedure } from "@/server/web/api/procedures";
import { router } from "@/server/web/api/trpc";

const maxFavourites = 60;

/** The settings that an account's owner can change on the account pages. */
export const settingsRouter = router({
  setUsageEmails: pageProcedure
    .input(z.object({ on: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      await changeSettings(ctx.services.db, ctx.session.accountId, { usageEmails: input.on });
    }),
  setFavouriteBooks: pageProcedure
    .input(z.object({ books: z.array(z.string().regex(/^[a-z0-9_]{1,60}$/)).max(maxFavourites) }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      const favouriteBooks = [...new Set(input.books)];
      await changeSettings(ctx.services.db, ctx.session.accountId, { favouriteBooks });
    }),
});
