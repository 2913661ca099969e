import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema";
import { type Account, readAccountRow } from "@/server/accounts/account";
import { emailAddress } from "@/server/accounts/email";

/** The account of an address, however it is written; undefined when there is none, also for what is no address. */
export const findAccountByEmail = async (db: Queryable, email: string): Promise<Account | undefined> => {
  const address = emailAddress.safeParse(email);
  if (!address.success) return undefined;
  const [row] = await db.select().from(accounts).where(eq(accounts.email, address.data));
  return row && readAccountRow(row);
};
