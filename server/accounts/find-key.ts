import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { apiKeys } from "@/db/schema";

/** The account that a key id (a uuid) belongs to. */
export const findKeyAccount = async (db: Queryable, keyId: string): Promise<string | undefined> => {
  const [row] = await db.select({ accountId: apiKeys.accountId }).from(apiKeys).where(eq(apiKeys.id, keyId));
  return row?.accountId;
};
