import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { apiKeys } from "@/db/schema";
import { keyColumns } from "@/server/accounts/key-record";
import type { ApiKeyRecord } from "@/server/api/account-keys-service";

/** Every key of an account, revoked ones too, oldest first. */
export const listKeys = (db: Queryable, accountId: string): Promise<ApiKeyRecord[]> =>
  db
    .select(keyColumns)
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(apiKeys.createdAt, apiKeys.id);
