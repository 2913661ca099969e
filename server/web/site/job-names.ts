/** The background jobs of an instance. The names are values of a label in Prometheus. */
export const jobNames = [
  "expire_sessions",
  "expire_access_tokens",
  "expire_sign_in_links",
  "expire_sign_in_limits",
  "expire_request_logs",
  "expire_audit_lines",
  "remove_deleted_accounts",
  "expire_unmatched_events",
  "forget_learned_names",
  "expire_incidents",
  "expire_usage_days",
  "expire_revoked_keys",
  "expire_set_aside_points",
  "expire_observations",
  "settle_fixtures",
  "repair_stored_rows",
  "thin_observations",
  "reindex_archive",
  "vacuum",
] as const;

export type JobName = (typeof jobNames)[number];

const prefix = "job:";

/** The name of a failing job in the list of degraded parts, as in `GET /readyz`. */
export const jobPart = (name: string): string => prefix + name;

/** The names of the jobs in a list of parts. */
export const jobsOf = (parts: readonly string[]): readonly string[] =>
  parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));
