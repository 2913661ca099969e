import type { Database } from "@/db/connect";
import { reindexArchive } from "@/db/reindex-archive";
import { vacuum } from "@/db/vacuum";
import { forgetDeletedAccounts } from "@/server/accounts/deletion/forget-deleted";
import {
  expireAccessTokens,
  expireAuditLines,
  expireRequestLogs,
  expireRevokedKeys,
  expireSessions,
  expireSignInLimits,
  expireSignInLinks,
  expireUsageDays,
} from "@/server/accounts/expire";
import type { Job } from "@/server/jobs/run-jobs";
import { expireSetAsidePoints } from "@/server/recorder/discard-ahead";
import { forgetNames } from "@/server/recorder/forget-names";
import { createRepair } from "@/server/recorder/repair-stored-rows";
import { createSettling } from "@/server/recorder/settle-fixtures";
import { forgetUnmatched } from "@/server/recorder/store-unmatched";
import { forgetDegradations } from "@/server/site/degradation-rows";

/** The jobs of the process that opened the database. @param kind `embedded` if the database is PGlite. */
export const maintenanceJobs = (db: Database, kind: "postgres" | "embedded"): readonly Job[] => [
  { name: "expire_sessions", run: () => expireSessions(db) },
  { name: "expire_access_tokens", run: () => expireAccessTokens(db) },
  { name: "expire_sign_in_links", run: () => expireSignInLinks(db) },
  { name: "expire_sign_in_limits", run: () => expireSignInLimits(db) },
  { name: "expire_request_logs", run: () => expireRequestLogs(db) },
  { name: "expire_audit_lines", run: () => expireAuditLines(db) },
  { name: "remove_deleted_accounts", run: () => forgetDeletedAccounts(db) },
  { name: "expire_unmatched_events", run: () => forgetUnmatched(db) },
  { name: "forget_learned_names", run: () => forgetNames(db) },
  { name: "expire_incidents", run: () => forgetDegradations(db) },
  { name: "expire_usage_days", run: () => expireUsageDays(db) },
  { name: "expire_revoked_keys", run: () => expireRevokedKeys(db) },
  { name: "expire_set_aside_points", run: () => expireSetAsidePoints(db) },
  { name: "settle_fixtures", run: createSettling(db) },
  { name: "repair_stored_rows", run: createRepair(db), atStart: true },
  // The embedded database is not reindexed: its single backend runs one query at a time, so a reindex would block every other query.
  kind === "embedded"
    ? { name: "vacuum", run: () => vacuum(db) }
    : { name: "reindex_archive", run: () => reindexArchive(db) },
];
