import type { Command } from "commander";
import { sql } from "drizzle-orm";
import { databaseTime } from "@/server/clock/database-clock";
import { type FeedStatus, listFeedStatus } from "@/server/ingest/polling/feed-status";
import { type ContestedBook, listContestedBooks } from "@/server/ingest/recorder/list-contested-books";
import { printing } from "@/server/ops/command-line";
import { textTable } from "@/server/ops/text-table";
import { withDatabase } from "@/server/ops/with-stores";

type PrintedFeed = {
  readonly feed: string;
  readonly shard: string;
  /**
   * `late`: no successful poll for three polling intervals, or for 90 seconds if that is longer.
   * `failing`: the last poll failed, but the part is not late.
   */
  readonly state: "ok" | "failing" | "late";
  readonly last_success: string | null;
  readonly lag_seconds: number | null;
  readonly error: string | null;
  readonly failures: number;
  readonly instance: string;
  /** The UTC day of the last poll. The counts below cover this day. */
  readonly day: string;
  readonly requests: number;
  readonly credits: number;
  readonly snapshots: number;
  readonly prices_seen: number;
  readonly prices_changed: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** The matched share of the events, 0 to 1; null without events. */
  readonly matched_share: number | null;
};

type PrintedStatus = {
  readonly feeds: readonly PrintedFeed[];
  readonly contested_books: readonly ContestedBook[];
};

const describeFeed = (status: FeedStatus, nowMs: number): PrintedFeed => {
  const { feed, shard, error, failures, instance, day, lastSuccessAt, eventsSeen, eventsMatched } = status;
  const isLate = status.lateAt <= nowMs;
  return {
    feed,
    shard,
    state: isLate ? "late" : error === null ? "ok" : "failing",
    last_success: lastSuccessAt === null ? null : new Date(lastSuccessAt).toISOString(),
    lag_seconds: lastSuccessAt === null ? null : Math.max(0, Math.round((nowMs - lastSuccessAt) / 1000)),
    error,
    failures,
    instance,
    day,
    requests: status.requests,
    credits: status.credits,
    snapshots: status.snapshots,
    prices_seen: status.pricesSeen,
    prices_changed: status.pricesChanged,
    rejected: status.rejected,
    matched_share: eventsSeen === 0 ? null : Math.round((1000 * eventsMatched) / eventsSeen) / 1000,
  };
};

const readStatus = (): Promise<PrintedStatus> =>
  withDatabase(async (db) => {
    const [clock] = await db.execute<{ now: number }>(sql`select ${databaseTime} as now`);
    const nowMs = clock?.now ?? Date.now();
    return {
      feeds: (await listFeedStatus(db)).map((status) => describeFeed(status, nowMs)),
      contested_books: await listContestedBooks(db, nowMs),
    };
  });

const describeRejected = (rejected: PrintedFeed["rejected"]): string =>
  Object.entries(rejected)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, prices]) => `${reason} ${prices}`)
    .join(", ");

const feedRow = (feed: PrintedFeed): string[] => [
  feed.feed,
  feed.shard,
  feed.state,
  feed.lag_seconds === null ? "never" : `${feed.lag_seconds} s`,
  String(feed.requests),
  String(feed.credits),
  String(feed.snapshots),
  String(feed.prices_seen),
  String(feed.prices_changed),
  feed.matched_share === null ? "" : `${Math.round(feed.matched_share * 100)} %`,
  feed.error ?? describeRejected(feed.rejected),
];

const headings = [
  "feed",
  "part",
  "state",
  "lag",
  "requests",
  "credits",
  "snapshots",
  "prices",
  "changed",
  "matched",
  "error, or rejected prices",
];

const showStatus = ({ feeds, contested_books: contested }: PrintedStatus): string => {
  if (feeds.length === 0) return "no feed has polled yet";
  const lines = [textTable(headings, feeds.map(feedRow))];
  if (contested.length === 0) return lines.join("\n");
  const rows = contested.map(({ book, sport, recorded, is_takeover, silent }) => [
    book,
    sport,
    recorded ?? "none",
    is_takeover ? `took over from ${silent.join(", ")}` : "",
  ]);
  return [
    ...lines,
    "",
    "books with several sources",
    textTable(["book", "sport", "recorded from", ""], rows),
  ].join("\n");
};

/** `feed status`. */
export const registerFeedStatusCommand = (feed: Command): void => {
  printing(
    feed
      .command("status")
      .description("print the health of the live feeds; counts cover the UTC day of the last poll"),
    readStatus,
    showStatus,
  );
};
