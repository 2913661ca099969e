import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { apiKeys } from "@/db/schema/accounts";

/** Finds the account id of a key. @param keyId a uuid. */
export const findKeyAccount = async (db: Queryable, keyId: string): Promise<string | undefined> => {
  const [row] = await db.select({ accountId: apiKeys.accountId }).from(apiKeys).where(eq(apiKeys.id, keyId));
  return row?.accountId;
};
