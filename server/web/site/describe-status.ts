import type { FeedState } from "@/server/ingest/polling/late-feeds";
import type { DegradationHistory } from "@/server/web/site/degradation-log";
import type { SportFreshness } from "@/server/web/site/describe-freshness";
import { jobsOf } from "@/server/web/site/job-names";
import { databasePart } from "@/server/web/site/merge-degradations";

/**
 * A database that was not read for this long counts as failing. The limit is generous, because a large import can block an embedded
 * database for eight seconds.
 */
const maxSilentMs = 15_000;

type PartsNow = {
  readonly ready: boolean;
  readonly degraded: readonly string[];
  /** Time since the database was last read. */
  readonly silentMs: number;
};

/** The names of the failing parts, as in the log of degradations. */
export const listFailing = ({ ready, degraded, silentMs }: PartsNow): readonly string[] =>
  ready && silentMs <= maxSilentMs ? degraded : [databasePart, ...degraded];

export type Incident = {
  readonly part: string;
  readonly beganAt: number;
  /** Undefined while the incident lasts. */
  readonly endedAt: number | undefined;
};

/** What `/status` shows. It names no host, version or error. Times are in ms since the epoch. */
export type StatusReport = {
  readonly at: number;
  readonly overall: "ok" | "degraded" | "unavailable";
  readonly stores: readonly { readonly name: string; readonly isFailing: boolean }[];
  readonly feeds: readonly FeedState[];
  /** The background jobs that keep failing. */
  readonly failingJobs: readonly string[];
  readonly sports: readonly SportFreshness[];
  /** Newest first. */
  readonly incidents: readonly Incident[];
  /** False if `incidents` may lack entries, because the stored incidents could not be read in time. */
  readonly isComplete: boolean;
};

const maxIncidents = 20;

type StatusFacts = {
  readonly now: number;
  readonly failing: readonly string[];
  readonly hasCounterStore: boolean;
  readonly feeds: readonly FeedState[];
  readonly sports: readonly SportFreshness[];
  readonly history: DegradationHistory;
};

export const describeStatus = (facts: StatusFacts): StatusReport => {
  const { now, failing, hasCounterStore, feeds, sports, history } = facts;
  const names = [databasePart, ...(hasCounterStore ? ["counter_store"] : [])];
  const ongoing = new Set(failing);
  const incidents = history.degradations.slice(0, maxIncidents).map(({ part, beganAt, seenAt }) => {
    // If a part has several incidents, only the newest can be ongoing.
    const lasts = ongoing.delete(part);
    return { part, beganAt, endedAt: lasts ? undefined : seenAt };
  });
  return {
    at: now,
    overall: failing.includes(databasePart) ? "unavailable" : failing.length > 0 ? "degraded" : "ok",
    stores: names.map((name) => ({ name, isFailing: failing.includes(name) })),
    feeds,
    failingJobs: jobsOf(failing),
    sports,
    incidents,
    isComplete: history.isComplete,
  };
};
