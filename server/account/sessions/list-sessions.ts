import { and, eq, gt, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { sessions } from "@/db/schema/accounts";

export type SessionRecord = {
  /** Identifies the session in calls from the website. */
  readonly id: string;
  /** Equals `WebsiteSession.sessionId` of the same session. */
  readonly sessionId: string;
  /** Null for sessions that version 0.2.0 created. */
  readonly createdAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly device: string | null;
  readonly network: string | null;
};

/** The sessions of an account that have not ended, most recently used first. */
export const listSessions = (db: Queryable, accountId: string, now: Date): Promise<SessionRecord[]> =>
  db
    .select({
      id: sessions.id,
      sessionId: sessions.sessionToken,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      device: sessions.device,
      network: sessions.network,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, accountId), gt(sessions.expires, now)))
    .orderBy(sql`${sessions.lastSeenAt} desc nulls last`, sessions.id);
