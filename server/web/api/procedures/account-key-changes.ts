import { z } from "zod";
import { keyLabel } from "@/server/account/keys/key-label";
import { type OverlapHours, overlapHours } from "@/server/account/keys/overlap-hours";
import { renameKey } from "@/server/account/keys/rename-key";
import { rotateKey } from "@/server/account/keys/rotate-key";
import { ApiError } from "@/server/domain/errors/api-error";
import { byOf } from "@/server/web/api/by-of";
import { pageProcedure } from "@/server/web/api/procedures";
import { describeKey } from "@/server/web/api/procedures/account-keys";
import { router } from "@/server/web/api/trpc";

const keyId = z.guid().transform((id) => id.toLowerCase());

const overlap = z
  .number()
  .refine((hours): hours is OverlapHours => overlapHours.some((each) => each === hours), {
    message: `must be one of ${overlapHours.join(", ")}`,
  });

const rotationRefusals = {
  ending: "This key was rotated before. Rotate its replacement instead.",
  revoked: "This key was revoked. Create a new key instead.",
  too_many_keys:
    "The account has the maximum number of active keys, and a rotated key counts until it ends. Revoke another key first, or let this key end at once.",
} as const;

/** Renames and rotates API keys. Only the website offers these changes. */
export const keyChangesRouter = router({
  rename: pageProcedure.input(z.object({ keyId, label: keyLabel })).mutation(async ({ ctx, input }) => {
    const { db, now } = ctx.services;
    const key = { ...input, accountId: ctx.session.accountId };
    const renamed = await renameKey(db, key, new Date(now()), byOf(ctx));
    if (renamed === "not_found") throw new ApiError("KEY_NOT_FOUND");
    if (renamed === "ended")
      throw new ApiError("BAD_REQUEST", {
        message: "This key was revoked or has ended, so its label cannot be changed.",
      });
    return describeKey(renamed);
  }),

  /** `overlapHours`: how long the old key keeps working. Only this response has the new key's secret. */
  rotate: pageProcedure.input(z.object({ keyId, overlapHours: overlap })).mutation(async ({ ctx, input }) => {
    const { db, now, announceAccountChanged } = ctx.services;
    const rotation = { ...input, accountId: ctx.session.accountId };
    const rotated = await rotateKey(db, announceAccountChanged, rotation, new Date(now()), byOf(ctx));
    if (rotated === "not_found") throw new ApiError("KEY_NOT_FOUND");
    if (rotated === "no_account") throw new ApiError("MISSING_SESSION");
    if (typeof rotated === "string")
      throw new ApiError("BAD_REQUEST", { message: rotationRefusals[rotated] });
    const { created, replaced } = rotated;
    return { created: { ...describeKey(created), key: created.key }, replaced: describeKey(replaced) };
  }),
});
