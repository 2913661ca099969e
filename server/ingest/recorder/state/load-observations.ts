import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { listOf, milliseconds, recordset, timestampOf } from "@/db/sql";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { hourMs } from "@/server/domain/durations";
import { sourceSkewMs } from "@/server/ingest/feeds/check-markets";
import type { RecordingClock } from "@/server/ingest/recorder/recording";
import type { KeysByFixture } from "@/server/ingest/recorder/write/changes";

/** Queries of the observation log, which has the time of each poll of a source, and the fixtures and markets that the poll covered. */

/** How a snapshot relates to the earlier recordings of its source. */
export type PriorRecording = {
  /**
   * Whether the log already has an entry with this snapshot's content. For a recording, and for a poll without a fetch time, the entry must
   * have the snapshot's own recording time. For any other poll, the entry must have been logged after the fetch (with a tolerance of
   * `sourceSkewMs`) and in the last hour before the poll.
   */
  readonly isDuplicate: boolean;
  /** Time (ms) of the first complete snapshot recorded at or after this snapshot's time, or null. */
  readonly completeFrom: number | null;
  /** Time (ms) of the source's newest observation, or null. */
  readonly newestAt: number | null;
};

type SnapshotKey = {
  readonly book: string;
  readonly recordedAt: number;
  readonly clock: RecordingClock;
  readonly fetchedAt: number | null;
  readonly digest: number;
  readonly complete: boolean;
  readonly events: readonly { readonly commenceTime: number }[];
};

/**
 * A repeat of a poll is recognized only within this time after the first poll. Without this limit, a poll with an old fetch time would
 * cause a search of a large part of the log.
 */
const maxRepeatMs = hourMs;

/**
 * The time (ms) from which the log is searched for an earlier entry of the same snapshot. For a poll with a fetch time, the search also
 * covers entries that were recorded before the poll. The digest includes the fetch time, so an equal digest means the same fetch. For any
 * other snapshot, only an entry with the snapshot's own recording time counts.
 */
const repeatsFrom = ({ clock, fetchedAt, recordedAt }: SnapshotKey): number =>
  clock === "recorded" || fetchedAt === null
    ? recordedAt
    : Math.max(Math.min(fetchedAt - sourceSkewMs, recordedAt), recordedAt - maxRepeatMs);

/** @returns one entry per snapshot, in the order of the input. */
export const findPriorRecordings = async (
  tx: Queryable,
  sportKey: string,
  snapshots: readonly SnapshotKey[],
): Promise<PriorRecording[]> => {
  const wanted = snapshots.map((snapshot, position) => {
    const { book, recordedAt: at, digest, complete, events } = snapshot;
    // The end of the search for `completeFrom`. A complete snapshot also covers fixtures that it does not list, so its search has no end.
    // For an incomplete snapshot, complete snapshots after its last event's start do not matter. Without an end, its search would read the
    // whole log of a source that has no complete snapshots.
    const until = complete
      ? null
      : events.reduce((latest, event) => Math.max(latest, event.commenceTime), at);
    return { position, book, at, repeats: repeatsFrom(snapshot), digest, until };
  });
  // `limit 1`, not `exists`: on a table without statistics PostgreSQL plans `exists` as a hash of the whole log.
  const rows = await tx.execute<{
    is_duplicate: true | null;
    complete_from: number | null;
    newest_at: number | null;
  }>(sql`
    select
      (select true from observations o where o.source_id = source.id
        and o.recorded_at between to_timestamp(s.repeats / 1000) and to_timestamp(s.at / 1000) and o.digest = s.digest limit 1) as is_duplicate,
      (select ${milliseconds("o.recorded_at")} from observations o join observation_scopes c on c.id = o.scope_id
        where o.source_id = source.id and c.complete and o.recorded_at >= to_timestamp(s.at / 1000)
          and o.recorded_at <= to_timestamp(coalesce(s.until, 'infinity') / 1000)
        order by o.recorded_at limit 1) as complete_from,
      (select ${milliseconds("o.recorded_at")} from observations o where o.source_id = source.id
        order by o.recorded_at desc limit 1) as newest_at
    from ${recordset(wanted, "position int, book text, at float8, repeats float8, digest int, until float8", "s")}
    left join sources source on source.book_key = s.book and source.sport_key = ${sportKey}
    order by s.position`);
  return rows.map((row) => ({
    isDuplicate: row.is_duplicate === true,
    completeFrom: row.complete_from,
    newestAt: row.newest_at,
  }));
};

/** Observations with the same row of `observation_scopes`. `fixtureIds` and `unread` contain only fixtures that the caller requested. */
export type ObservationGroup = {
  /** ms since the epoch. */
  readonly times: readonly number[];
  /** True: covers every requested fixture except `fixtureIds`. False: covers only `fixtureIds`. */
  readonly complete: boolean;
  readonly fixtureIds: readonly string[];
  /** Market keys covered; null means all. */
  readonly scope: readonly string[] | null;
  /** Fixture id -> keys of markets that were listed but could not be used. These markets are not covered. */
  readonly unread: KeysByFixture;
};

/**
 * Loads a book's observations of `wanted.fixtureIds` that were recorded from `wanted.from` to `wanted.until` (ms). The observations are
 * grouped by their row of `observation_scopes`.
 */
export const loadObservations = async (
  tx: Queryable,
  book: string,
  sportKey: string,
  wanted: { readonly from: number; readonly until: number; readonly fixtureIds: readonly string[] },
): Promise<ObservationGroup[]> => {
  const rows = await tx.execute<{
    times: number[];
    complete: boolean;
    fixture_ids: string[] | null;
    scope: string[] | null;
    unread: KeysByFixture | null;
  }>(sql`
    with wanted as materialized (select id, number from fixtures where id = any (array${listOf(wanted.fixtureIds)}))
    select c.complete, to_jsonb(c.scope) as scope, jsonb_agg(${milliseconds("o.recorded_at")}) as times,
      (select jsonb_agg(wanted.id) from wanted where wanted.number = any (c.fixtures)) as fixture_ids,
      (select jsonb_object_agg(wanted.id, c.unread -> wanted.id) from wanted where c.unread ? wanted.id) as unread
    from sources source join observations o on o.source_id = source.id join observation_scopes c on c.id = o.scope_id
    where source.book_key = ${book} and source.sport_key = ${sportKey}
      and o.recorded_at between ${timestampOf(wanted.from)} and ${timestampOf(wanted.until)}
      and (c.complete or c.fixtures && array(select number from wanted))
    group by c.id`);
  return rows.map(({ fixture_ids, unread, ...row }) => ({
    ...row,
    fixtureIds: fixture_ids ?? [],
    unread: unread ?? {},
  }));
};

/** The times (ms, ascending) of the observations that cover a market of a fixture. */
export const observationTimes = (
  groups: readonly ObservationGroup[],
  fixtureId: string,
  marketKey: string,
): number[] =>
  groups
    .filter(
      ({ complete, fixtureIds, scope, unread }) =>
        fixtureIds.includes(fixtureId) !== complete &&
        (scope === null || scope.includes(marketKey)) &&
        !ownValue(unread, fixtureId)?.includes(marketKey),
    )
    .flatMap(({ times }) => times)
    .sort((a, b) => a - b);
