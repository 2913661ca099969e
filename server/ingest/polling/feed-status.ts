import { sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { milliseconds, timestampOf } from "@/db/sql";
import type { FinishedPoll } from "@/server/ingest/polling/run-shard";

type Counts = {
  readonly requests: number;
  readonly credits: number;
  readonly snapshots: number;
  readonly eventsSeen: number;
  readonly eventsMatched: number;
  readonly pricesSeen: number;
  readonly pricesChanged: number;
  /** Rejected prices by reason. */
  readonly rejected: Readonly<Record<string, number>>;
};

/** A row of `feed_status`. Times are in ms since the epoch. */
export type FeedStatus = Counts & {
  readonly feed: string;
  readonly shard: string;
  readonly instance: string;
  readonly lastPollAt: number;
  readonly lastSuccessAt: number | null;
  readonly lateAt: number;
  readonly error: string | null;
  readonly failures: number;
  /** The UTC day of the counts, as `YYYY-MM-DD`. */
  readonly day: string;
};

const statusColumns = sql`
  feed, shard, instance, ${milliseconds("last_poll_at")} as "lastPollAt", ${milliseconds("last_success_at")} as "lastSuccessAt",
  ${milliseconds("late_at")} as "lateAt", error, failures, day::text as day, requests::float8 as requests, credits::float8 as credits,
  snapshots::float8 as snapshots, events_seen::float8 as "eventsSeen", events_matched::float8 as "eventsMatched",
  prices_seen::float8 as "pricesSeen", prices_changed::float8 as "pricesChanged", rejected`;

/** The status of every shard polled within the last seven days, sorted by feed and shard. */
export const listFeedStatus = async (db: Queryable): Promise<FeedStatus[]> => [
  ...(await db.execute<FeedStatus>(sql`
    select ${statusColumns} from feed_status where last_poll_at > now() - interval '7 days' order by feed, shard`)),
];

const countsOf = ({ requests, credits, report }: FinishedPoll): Counts => ({
  requests,
  credits,
  snapshots: report.snapshots,
  eventsSeen: report.events.seen,
  eventsMatched: report.events.matched,
  pricesSeen: report.prices.seen,
  pricesChanged: report.prices.changed,
  rejected: report.rejected,
});

const sumOf = (a: Counts, b: Counts): Counts => {
  const rejected = new Map(Object.entries(a.rejected));
  for (const [reason, prices] of Object.entries(b.rejected))
    rejected.set(reason, (rejected.get(reason) ?? 0) + prices);
  return {
    requests: a.requests + b.requests,
    credits: a.credits + b.credits,
    snapshots: a.snapshots + b.snapshots,
    eventsSeen: a.eventsSeen + b.eventsSeen,
    eventsMatched: a.eventsMatched + b.eventsMatched,
    pricesSeen: a.pricesSeen + b.pricesSeen,
    pricesChanged: a.pricesChanged + b.pricesChanged,
    rejected: Object.fromEntries(rejected),
  };
};

/** If no poll of a shard has succeeded, the shard counts as late once this time has passed since its first poll. */
const firstSuccessMs = 90_000;
const maxErrorLength = 500;

/** Stores a poll's outcome and adds its counts to those of the UTC day. Only the instance that polls a shard writes the shard's row. */
export const storePoll = (db: Database, instance: string, poll: FinishedPoll): Promise<void> =>
  db.transaction(async (tx) => {
    const { feed, shard, startedAt, finishedAt, lateAt, error } = poll;
    const [before] = await tx.execute<FeedStatus>(
      sql`select ${statusColumns} from feed_status where feed = ${feed} and shard = ${shard} for update`,
    );
    const day = new Date(finishedAt).toISOString().slice(0, 10);
    const counts = before?.day === day ? sumOf(before, countsOf(poll)) : countsOf(poll);
    const failures = error === undefined ? 0 : (before?.failures ?? 0) + 1;
    const successAt = error === undefined ? finishedAt : (before?.lastSuccessAt ?? null);
    const late = lateAt ?? before?.lateAt ?? startedAt + firstSuccessMs;
    await tx.execute(sql`
      insert into feed_status (feed, shard, instance, last_poll_at, last_success_at, late_at, error, failures, day, requests, credits,
        snapshots, events_seen, events_matched, prices_seen, prices_changed, rejected)
      values (${feed}, ${shard}, ${instance}, ${timestampOf(startedAt)}, to_timestamp(${successAt}::float8 / 1000), ${timestampOf(late)},
        ${error?.slice(0, maxErrorLength) ?? null}, ${failures}, ${day}::date, ${counts.requests}, ${counts.credits}, ${counts.snapshots},
        ${counts.eventsSeen}, ${counts.eventsMatched}, ${counts.pricesSeen}, ${counts.pricesChanged}, ${JSON.stringify(counts.rejected)}::jsonb)
      on conflict (feed, shard) do update set instance = excluded.instance, last_poll_at = excluded.last_poll_at,
        last_success_at = excluded.last_success_at, late_at = excluded.late_at, error = excluded.error, failures = excluded.failures,
        day = excluded.day, requests = excluded.requests, credits = excluded.credits, snapshots = excluded.snapshots,
        events_seen = excluded.events_seen, events_matched = excluded.events_matched, prices_seen = excluded.prices_seen,
        prices_changed = excluded.prices_changed, rejected = excluded.rejected`);
  });
