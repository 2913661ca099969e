import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { auditLines } from "@/db/schema/accounts";

/** `owner`: a website session of the account. `token`: an access token of the account. `service`: the service itself. */
type Actor = "operator" | "owner" | "token" | "service";

/** An action by an actor other than the operator. An operator's action is named after the `ops` command. */
type OwnerAction =
  | "sign in"
  | "sign out"
  | "session end"
  | "sessions end"
  | "identity unlink"
  | "key create"
  | "key rename"
  | "key rotate"
  | "key revoke"
  | "token create"
  | "token revoke"
  | "plan request"
  | "account delete"
  | "account restore";

/** Names and labels, never a secret. */
type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

type AuditLine = {
  readonly action: string;
  /** Null if the action concerns no account. */
  readonly accountId: string | null;
  readonly detail?: AuditDetail;
};

/** The actor of an action, and the address range that the request came from. */
export type ActionSource = { readonly actor: Exclude<Actor, "operator">; readonly network: string | null };

/** Maximum lines per account and action. If all actions shared one maximum, many lines of one action would displace the others. */
const keptPerAction = 50;
export const auditDays = 90;

/** Records an action of the operator. Lines about the operator's actions never expire. */
export const writeAuditLine = async (db: Queryable, line: AuditLine, now: Date): Promise<void> => {
  await db
    .insert(auditLines)
    .values({ at: now, accountId: line.accountId, action: line.action, detail: { ...line.detail } });
};

/**
 * Records an action on an account. Keeps only the newest `keptPerAction` lines of this action on the account. The operator's lines are not
 * deleted.
 */
export const recordAccountAction = async (
  db: Queryable,
  accountId: string,
  action: OwnerAction,
  { actor, network }: ActionSource,
  now: Date,
  detail: AuditDetail = {},
): Promise<void> => {
  await db.insert(auditLines).values({ at: now, accountId, action, actor, network, detail: { ...detail } });
  await db.execute(sql`
    delete from audit_lines where account_id = ${accountId}::uuid and action = ${action} and actor <> 'operator' and id <= (
      select id from audit_lines where account_id = ${accountId}::uuid and action = ${action} and actor <> 'operator'
      order by id desc offset ${keptPerAction}::int limit 1
    )`);
};

export type AccountAction = {
  readonly id: number;
  readonly at: Date;
  readonly action: string;
  readonly actor: string;
  readonly network: string | null;
  readonly detail: AuditDetail;
};

const maxListed = 500;

/** The actions on an account in the last `auditDays` days, newest first, at most `maxListed`. */
export const listAccountActions = (db: Queryable, accountId: string): Promise<AccountAction[]> =>
  db
    .select({
      id: auditLines.id,
      at: auditLines.at,
      action: auditLines.action,
      actor: auditLines.actor,
      network: auditLines.network,
      detail: auditLines.detail,
    })
    .from(auditLines)
    .where(
      and(
        eq(auditLines.accountId, accountId),
        sql`${auditLines.at} > now() - ${auditDays}::int * interval '1 day'`,
      ),
    )
    .orderBy(desc(auditLines.id))
    .limit(maxListed);
