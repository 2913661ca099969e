import { z } from "zod";
import { controls } from "@/server/account/keys/key-label";
import { maxNoteLength } from "@/server/account/mail/owner-mails";
import { endAllSessions, endSession } from "@/server/account/sessions/end-sessions";
import { unlinkIdentity } from "@/server/account/sign-in/identities";
import type { SpentLimit } from "@/server/account/sign-in/sign-in-limits";
import { ApiError } from "@/server/domain/errors/api-error";
import { planNames } from "@/server/domain/plans/plans";
import { byOf } from "@/server/web/api/by-of";
import { pageProcedure } from "@/server/web/api/procedures";
import { router } from "@/server/web/api/trpc";

const tooManyEmails = ({ retryAfterSeconds }: SpentLimit): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message:
      "This action sends an email, and the hourly limit on emails is reached. Nothing was changed. Try again later.",
    retryAfterSeconds,
  });

const planRequest = z.object({
  plan: z.enum(planNames),
  note: z
    .string()
    .trim()
    .transform((note) => note.replaceAll("\t", " "))
    .pipe(z.string().max(maxNoteLength))
    .refine(
      (note) => !controls.test(note.replaceAll("\n", " ")),
      "must not contain control characters other than line breaks",
    )
    .optional(),
});

const confirmation = z.object({ email: z.string().max(300) });

/** The owner's actions on the account and its website sessions. */
export const ownAccountRouter = router({
  endSession: pageProcedure
    .input(z.object({ sessionId: z.guid().transform((id) => id.toLowerCase()) }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      const { db, now } = ctx.services;
      const { accountId } = ctx.session;
      const outcome = await endSession(db, accountId, input.sessionId, new Date(now()), byOf(ctx));
      if (outcome === "not_found")
        throw new ApiError("NOT_FOUND", { message: "This session does not exist or has ended." });
    }),

  endAllSessions: pageProcedure
    // Pages of releases before 0.3.0 send no input.
    .input(z.object({ unlinksIdentities: z.boolean().default(false) }).default({ unlinksIdentities: false }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      const { db, now } = ctx.services;
      await endAllSessions(db, ctx.session.accountId, new Date(now()), byOf(ctx), input);
    }),

  unlinkIdentity: pageProcedure
    .input(z.object({ provider: z.string().max(40), userId: z.string().max(300) }))
    .mutation(async ({ ctx, input }): Promise<void> => {
      const { db, now } = ctx.services;
      const outcome = await unlinkIdentity(db, ctx.session.accountId, input, new Date(now()), byOf(ctx));
      if (outcome === "not_found")
        throw new ApiError("NOT_FOUND", { message: "This link no longer exists." });
    }),

  /** `email` must be the account's email address. The owner types it to confirm the deletion. */
  delete: pageProcedure.input(confirmation).mutation(async ({ ctx, input }) => {
    const { accountId, email } = ctx.session;
    if (input.email.trim().toLowerCase() !== email)
      throw new ApiError("BAD_REQUEST", { message: `Type ${email} to confirm. Nothing was deleted.` });
    const deletion = await ctx.website.ownerActions.delete({ accountId, client: ctx.website.client });
    if (deletion === "not_found") throw new ApiError("MISSING_SESSION");
    if ("spent" in deletion) throw tooManyEmails(deletion);
    return { restorable_until: deletion.restorableUntil.toISOString() };
  }),

  requestPlan: pageProcedure.input(planRequest).mutation(async ({ ctx, input }): Promise<void> => {
    const { accountId, email, plan } = ctx.session;
    if (input.plan === plan)
      throw new ApiError("BAD_REQUEST", { message: "The account is on this plan already." });
    const outcome = await ctx.website.ownerActions.requestPlan(
      { accountId, client: ctx.website.client },
      { email, currentPlan: plan ?? "unknown", wantedPlan: input.plan, note: input.note ?? "" },
    );
    if (outcome === "no_support")
      throw new ApiError("NOT_FOUND", { message: "This service takes no plan requests." });
    if (outcome !== "sent") throw tooManyEmails(outcome);
  }),
});
