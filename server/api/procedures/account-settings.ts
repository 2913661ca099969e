import { z } from "zod";
import { changeSettings } from "@/server/accounts/account-settings";
import { pageProcedure } from "@/server/api/procedures";
import { router } from "@/server/api/trpc";

/** The settings that an account's owner can change on the account pages. */
export const settingsRouter = router({
  setUsageEmails: pageProcedure
    .input(z.object({ on: z.boolean() }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      await changeSettings(ctx.services.db, ctx.session.accountId, { usageEmails: input.on });
    }),
});
