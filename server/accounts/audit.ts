import type { Queryable } from "@/db/connect";
import { auditLines } from "@/db/schema/accounts";

export type AuditLine = {
  readonly action: string;
  /** Null if the action concerns no account. */
  readonly accountId: string | null;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
};

/** Records an action of the operator. */
export const writeAuditLine = async (db: Queryable, line: AuditLine, now: Date): Promise<void> => {
  await db
    .insert(auditLines)
    .values({ at: now, accountId: line.accountId, action: line.action, detail: { ...line.detail } });
};
