import { type SQL, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { dayMs } from "@/server/domain/durations";

/** For this many days after a deletion, a sign-in restores the account. */
export const graceDays = 7;

/** The end of the grace period of a deletion. */
export const graceEnd = (deletedAt: Date): Date => new Date(deletedAt.getTime() + graceDays * dayMs);

/** An SQL condition: the account was deleted, and according to the database's clock, its grace period has ended. */
export const isPastGrace = (): SQL<boolean> =>
  sql<boolean>`coalesce(${accounts.deletedAt} <= now() - ${graceDays}::int * interval '1 day', false)`;
