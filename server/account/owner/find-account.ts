import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema/accounts";
import { type Account, readAccountRow } from "@/server/account/owner/account";
import { emailAddress } from "@/server/account/owner/email";

/** Finds an account by its email, ignoring case. Returns undefined for an unknown or malformed email. */
export const findAccountByEmail = async (db: Queryable, email: string): Promise<Account | undefined> => {
  const parsed = emailAddress.safeParse(email);
  if (!parsed.success) return undefined;
  const [row] = await db.select().from(accounts).where(eq(accounts.email, parsed.data));
  return row && readAccountRow(row);
};
