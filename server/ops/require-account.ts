import type { Database } from "@/db/connect";
import type { Account } from "@/server/account/owner/account";
import { findAccountByEmail } from "@/server/account/owner/find-account";
import { CommandFailure } from "@/server/ops/command-line";

/** @throws CommandFailure if no account has this email, or if the account is deleted and `mayBeDeleted` is false. */
export const requireAccount = async (
  db: Database,
  email: string,
  { mayBeDeleted = false } = {},
): Promise<Account> => {
  const account = await findAccountByEmail(db, email);
  if (account === undefined) throw new CommandFailure(`there is no account with the email ${email}`);
  if (account.deletedAt !== null && !mayBeDeleted)
    throw new CommandFailure(`the account ${email} is deleted; restore it with: ops account restore`);
  return account;
};
