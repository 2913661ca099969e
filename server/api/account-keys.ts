import { z } from "zod";
import { keyLabel } from "@/server/accounts/key-label";
import type { ApiKeyRecord } from "@/server/api/account-keys-service";
import { sessionProcedure } from "@/server/api/procedures";
import { router } from "@/server/api/trpc";
import { apiKey as apiKeySchema, createdApiKey } from "@/server/api/wire-schemas";
import { wireTime } from "@/server/board/wire";
import { ApiError } from "@/server/errors/api-error";

const isoTime = (at: Date): string => `${wireTime(at.getTime(), "iso")}`;
const isoTimeOrNull = (at: Date | null): string | null => (at === null ? null : isoTime(at));

/** An API key record as it is on the wire. */
export const describeKey = (record: ApiKeyRecord): z.infer<typeof apiKeySchema> => ({
  id: record.id,
  prefix: record.prefix,
  last_four: record.lastFour,
  label: record.label,
  test: record.test,
  created_at: isoTime(record.createdAt),
  last_used_at: isoTimeOrNull(record.lastUsedAt),
  revoked_at: isoTimeOrNull(record.revokedAt),
});

const newKey = z.object({
  label: keyLabel.meta({
    description: "What the key is for.",
    minLength: 1,
    maxLength: 64,
    example: "production",
  }),
  test: z.boolean().optional().meta({
    description: "When true, an `ok_test_` key is made instead of a live one.",
    example: false,
  }),
});

const exampleKey = {
  id: "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10",
  prefix: "ok_live_7Fq2LmXa",
  last_four: "9sKd",
  label: "production",
  test: false,
  created_at: "2026-11-21T10:00:00Z",
  last_used_at: null,
  revoked_at: null,
};

export const keysRouter = router({
  list: sessionProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/account/keys",
        operationId: "listKeys",
        summary: "List the account's API keys",
        description: "Every key of the signed-in account, revoked ones too, without their secrets.",
        tags: ["Account"],
        successDescription: "The API key records.",
      },
      answer: z.array(apiKeySchema),
      example: [exampleKey],
    })
    .output(z.array(apiKeySchema))
    .query(async ({ ctx }) => {
      const records = await ctx.services.accountKeys.list(ctx.caller.accountId);
      return records.map(describeKey);
    }),

  create: sessionProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/v1/account/keys",
        operationId: "createKey",
        summary: "Create an API key",
        description: "Creates a key. Its full secret is in this answer only, and cannot be shown again.",
        tags: ["Account"],
        successDescription: "The new key with its secret.",
      },
      successStatus: 201,
      answer: createdApiKey,
      example: { ...exampleKey, key: "<API_KEY>" },
    })
    .input(newKey)
    .output(createdApiKey)
    .mutation(async ({ ctx, input }) => {
      const created = await ctx.services.accountKeys.create(ctx.caller.accountId, {
        label: input.label,
        test: input.test ?? false,
      });
      if (created === "too_many_keys")
        throw new ApiError("BAD_REQUEST", {
          message: "The account has as many active keys as it may. Revoke one first.",
        });
      return { ...describeKey(created), key: created.key };
    }),

  revoke: sessionProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/v1/account/keys/{keyId}",
        operationId: "revokeKey",
        summary: "Revoke an API key",
        description: "Revokes the key at once and for good. Revoking it again succeeds the same way.",
        tags: ["Account"],
        successDescription: "The key is revoked.",
      },
      refusals: ["KEY_NOT_FOUND"],
      successStatus: 204,
    })
    .input(
      z.object({
        keyId: z.string().meta({
          description: "API key id, from the keys list.",
          format: "uuid",
          example: "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10",
        }),
      }),
    )
    .mutation(async ({ ctx, input }): Promise<void> => {
      const isUuid = z.guid().safeParse(input.keyId).success;
      const outcome = isUuid
        ? await ctx.services.accountKeys.revoke(ctx.caller.accountId, input.keyId.toLowerCase())
        : "not_found";
      if (outcome === "not_found") throw new ApiError("KEY_NOT_FOUND");
    }),
});
