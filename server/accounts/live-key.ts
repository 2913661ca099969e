import { and, gt, isNull, or, sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema/accounts";

/** A key that works now by the database's clock: neither revoked nor past its planned end. */
export const isLiveKey = () =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));
