import { eq } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import { apiKeys } from "@/db/schema/accounts";
import { type ApiKeyRecord, keyColumns } from "@/server/account/keys/key-record";

/** All keys of an account, oldest first. Revoked keys are included. */
export const listKeys = (db: Database, accountId: string): Promise<ApiKeyRecord[]> =>
  retryRead(db, () =>
    db
      .select(keyColumns)
      .from(apiKeys)
      .where(eq(apiKeys.accountId, accountId))
      .orderBy(apiKeys.createdAt, apiKeys.id),
  );
