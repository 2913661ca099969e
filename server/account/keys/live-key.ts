import { and, gt, isNull, or, sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema/accounts";

/** SQL condition: by the database's clock, the key is neither revoked nor past its planned end. */
export const isLiveKey = () =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));
