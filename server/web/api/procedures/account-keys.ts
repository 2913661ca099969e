import { z } from "zod";
import { createKey } from "@/server/account/keys/create-key";
import { keyLabel } from "@/server/account/keys/key-label";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { listKeys } from "@/server/account/keys/list-keys";
import { revokeKey } from "@/server/account/keys/revoke-key";
import { ApiError } from "@/server/domain/errors/api-error";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { byOf } from "@/server/web/api/by-of";
import { output } from "@/server/web/api/output";
import { meteringOf, sessionProcedure } from "@/server/web/api/procedures";
import { apiKey as apiKeySchema, createdApiKey } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

const isoTime = (at: Date): string => `${toWireTime(at.getTime(), "iso")}`;
const isoTimeOrNull = (at: Date | null): string | null => (at === null ? null : isoTime(at));

/** An API key record as the API returns it. */
export const describeKey = (record: ApiKeyRecord): z.infer<typeof apiKeySchema> => ({
  id: record.id,
  prefix: record.prefix,
  last_four: record.lastFour,
  label: record.label,
  test: record.test,
  created_at: isoTime(record.createdAt),
  last_used_at: isoTimeOrNull(record.lastUsedAt),
  revoked_at: isoTimeOrNull(record.revokedAt),
  expires_at: isoTimeOrNull(record.expiresAt),
});

const newKey = z.object({
  label: keyLabel.meta({
    description: "What the key is for.",
    minLength: 1,
    maxLength: 64,
    example: "production",
  }),
  test: z.boolean().optional().meta({
    description: "If true, creates an `ok_test_` key instead of a live one.",
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
  expires_at: null,
};

export const keysRouter = router({
  list: sessionProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/account/keys",
        operationId: "listKeys",
        summary: "List API keys",
        description: "Every key of the signed-in account, including revoked keys, without the secrets.",
        tags: ["Account"],
        successDescription: "The API key records.",
      },
      example: [exampleKey],
    })
    .output(output(z.array(apiKeySchema)))
    .query(async ({ ctx }) => {
      const records = await listKeys(ctx.services.db, meteringOf(ctx).caller.accountId);
      return records.map(describeKey);
    }),

  create: sessionProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/v1/account/keys",
        operationId: "createKey",
        summary: "Create an API key",
        description: "Creates a key. Only this response has its full secret.",
        tags: ["Account"],
        successDescription: "The new key with its secret.",
      },
      successStatus: 201,
      example: { ...exampleKey, key: "<API_KEY>" },
    })
    .output(output(createdApiKey))
    .input(newKey)
    .mutation(async ({ ctx, input }) => {
      const { db, now } = ctx.services;
      const { accountId } = meteringOf(ctx).caller;
      const options = { label: input.label, test: input.test ?? false };
      const created = await createKey(db, accountId, options, new Date(now()), byOf(ctx));
      if (created === "no_account") throw new ApiError("MISSING_SESSION");
      if (created === "too_many_keys")
        throw new ApiError("BAD_REQUEST", {
          message: "The account has the maximum number of active keys. Revoke one first.",
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
        description: "Revokes the key immediately and permanently. Revoking it again succeeds too.",
        tags: ["Account"],
        successDescription: "The key is revoked.",
      },
      extraErrors: ["KEY_NOT_FOUND"],
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
      const { db, announceAccountChanged, now } = ctx.services;
      const { accountId } = meteringOf(ctx).caller;
      const keyId = input.keyId.toLowerCase();
      const outcome = isUuid
        ? await revokeKey(db, announceAccountChanged, accountId, keyId, new Date(now()), byOf(ctx))
        : "not_found";
      if (outcome === "not_found") throw new ApiError("KEY_NOT_FOUND");
    }),
});
