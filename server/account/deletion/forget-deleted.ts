import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { graceDays } from "@/server/account/deletion/grace";

/**
 * Removes the accounts whose grace period is over by the database's clock. Only the operator's audit lines and one line about the removal
 * stay. One statement does everything, so concurrent instances remove each account once and completely.
 * @param accountId a deleted account that is removed even before its grace period is over.
 * @returns how many accounts were removed.
 */
export const forgetDeletedAccounts = async (db: Queryable, accountId?: string): Promise<number> => {
  const removed = await db.execute(sql`
    with gone as (
      delete from accounts
      where deleted_at <= now() - ${graceDays}::int * interval '1 day' or (id = ${accountId ?? null}::uuid and deleted_at is not null)
      returning id, email, deleted_at
    ), calls as (
      delete from account_calls using gone where account_calls.account_id = gone.id
    ), links as (
      delete from verification_tokens using gone where verification_tokens.identifier = gone.email
    ), lines as (
      delete from audit_lines using gone where audit_lines.account_id = gone.id and audit_lines.actor <> 'operator'
    )
    insert into audit_lines (at, account_id, action, detail, actor)
    select now(), id, 'account remove', jsonb_build_object('deleted_at', deleted_at), 'service' from gone
    returning id`);
  return removed.length;
};
