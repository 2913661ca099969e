import type { Queryable } from "@/db/connect";
import { type FeedStatus, listFeedStatus } from "@/server/ingest/polling/feed-status";
import type { Venue } from "@/server/ingest/polling/venue";
import type { RareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";

/** The name of a late feed in the list of degraded parts, as in `GET /readyz`. */
export const degradedPart = (feed: string): string => `feed:${feed}`;

type Lateness = { readonly feed: string; readonly shard: string; readonly lateAt: number };

/** The feeds with a late shard. If a shard has no row, it is late from `missingLateAt` on. Times are in ms since the Unix epoch. */
export const findLateFeeds = (
  venues: readonly Pick<Venue, "name" | "shards">[],
  rows: readonly Lateness[],
  missingLateAt: number,
  nowMs: number,
): string[] => {
  const lateAt = new Map(rows.map((row) => [`${row.feed}/${row.shard}`, row.lateAt]));
  return venues
    .filter(({ name, shards }) =>
      shards.some((shard) => (lateAt.get(`${name}/${shard.name}`) ?? missingLateAt) <= nowMs),
    )
    .map(({ name }) => name);
};

export type FeedState = {
  readonly feed: string;
  readonly isLate: boolean;
  /** See `oldestSuccess`. */
  readonly lastSuccessAt: number | undefined;
};

/** The oldest of the shards' last successes, in ms since the Unix epoch; undefined until every shard has succeeded. */
export const oldestSuccess = (
  { name, shards }: Pick<Venue, "name" | "shards">,
  rows: readonly Pick<FeedStatus, "feed" | "shard" | "lastSuccessAt">[],
): number | undefined => {
  const successes = shards.map(
    (shard) => rows.find((row) => row.feed === name && row.shard === shard.name)?.lastSuccessAt,
  );
  const times = successes.filter((at) => at !== null && at !== undefined);
  return times.length < successes.length || times.length === 0 ? undefined : Math.min(...times);
};

export type LateFeeds = {
  /** The names of late feeds, from memory. */
  readonly list: () => string[];
  /** The state of each configured feed, from memory. */
  readonly states: () => readonly FeedState[];
  readonly close: () => void;
};

const readIntervalMs = 10_000;
/** A shard without a row becomes late this long after the start of the process. Until then, its first poll may be running. */
const startGraceMs = 180_000;

/** Follows the status of the configured feeds, whichever instance runs them. While the database is unavailable, the last status applies. */
export const watchLateFeeds = (
  db: Queryable,
  venues: readonly Pick<Venue, "name" | "shards">[],
  now: () => number,
  warn: RareLog,
): LateFeeds => {
  if (venues.length === 0) return { list: () => [], states: () => [], close: () => undefined };
  const missingLateAt = now() + startGraceMs;
  let rows: readonly FeedStatus[] = [];
  const read = (): void => {
    listFeedStatus(db).then(
      (read) => {
        rows = read;
      },
      (error: unknown) =>
        warn("the status of the live feeds could not be read; the last status applies", {
          err: loggableError(error),
        }),
    );
  };
  read();
  const timer = setInterval(read, readIntervalMs).unref();
  const list = () => findLateFeeds(venues, rows, missingLateAt, now());
  return {
    list,
    states: () => {
      const late = list();
      return venues.map((venue) => ({
        feed: venue.name,
        isLate: late.includes(venue.name),
        lastSuccessAt: oldestSuccess(venue, rows),
      }));
    },
    close: () => clearInterval(timer),
  };
};
