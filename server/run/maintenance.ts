import type { Database } from "@/db/connect";
import { reindexArchive } from "@/db/reindex-archive";
import { vacuum } from "@/db/vacuum";
import { forgetDeletedAccounts } from "@/server/account/deletion/forget-deleted";
import {
  expireAccessTokens,
  expireAuditLines,
  expireRequestLogs,
  expireRevokedKeys,
  expireSessions,
  expireSignInLimits,
  expireSignInLinks,
  expireUsageDays,
} from "@/server/account/owner/expire";
import { createSettling } from "@/server/ingest/recorder/place/settle-fixtures";
import { createRepair } from "@/server/ingest/recorder/repair-stored-rows";
import { expireSetAsidePoints } from "@/server/ingest/recorder/state/discard-ahead";
import { forgetNames } from "@/server/ingest/recorder/state/forget-names";
import { forgetUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";
import type { Job } from "@/server/run/jobs/run-jobs";
import { forgetDegradations } from "@/server/web/site/degradation-rows";

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
