import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { ownValue } from "@/server/catalogue/own-value";
import { listOf, milliseconds, moment } from "@/server/recorder/load-known";
import type { KeysByFixture } from "@/server/recorder/write-changes";

/** The reads of the log that says when a book was looked at, and for what. */

export type Standing = {
  /** This very snapshot was recorded before. */
  readonly known: boolean;
  /** When a snapshot at or after this one's time first spoke for the whole sport (ms), or null. */
  readonly completeFrom: number | null;
  /** When the book was looked at last for the sport (ms), or null. */
  readonly newest: number | null;
};

type Asked = {
  readonly book: string;
  readonly recordedAt: number;
  readonly digest: number;
  readonly complete: boolean;
  readonly events: readonly { readonly commenceTime: number }[];
};

/** How each snapshot stands to what was recorded of its book before; in the order asked. */
export const loadStandings = async (
  tx: Queryable,
  sportKey: string,
  snapshots: readonly Asked[],
): Promise<Standing[]> => {
  const asked = snapshots.map(({ book, recordedAt: at, digest, complete, events }, position) => ({
    position,
    book,
    at,
    digest,
    // Nobody asks what was said of an event after its start; without a bound a listing that never is complete would be read to its end.
    until: complete ? null : events.reduce((latest, event) => Math.max(latest, event.commenceTime), at),
  }));
  // `limit` rather than `exists`: on a table without statistics that one is answered by a hash of the whole log.
  const rows = await tx.execute<{
    known: true | null;
    complete_from: number | null;
    newest: number | null;
  }>(sql`
    select
      (select true from looks l where l.stream_id = stream.id and l.recorded_at = to_timestamp(s.at / 1000)
        and l.digest = s.digest limit 1) as known,
      (select ${milliseconds("l.recorded_at")} from looks l join look_sets c on c.id = l.set_id
        where l.stream_id = stream.id and c.complete and l.recorded_at >= to_timestamp(s.at / 1000)
          and l.recorded_at <= to_timestamp(coalesce(s.until, 'infinity') / 1000)
        order by l.recorded_at limit 1) as complete_from,
      (select ${milliseconds("l.recorded_at")} from looks l where l.stream_id = stream.id
        order by l.recorded_at desc limit 1) as newest
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as s(position int, book text, at float8, digest int, until float8)
    left join look_streams stream on stream.book_key = s.book and stream.sport_key = ${sportKey}
    order by s.position`);
  return rows.map(({ known, complete_from, newest }) => ({
    known: known === true,
    completeFrom: complete_from,
    newest,
  }));
};

/** Looks that spoke for the same. */
export type KnownLooks = {
  /** ms since the epoch. */
  readonly moments: readonly number[];
  /** They spoke for every fixture but `fixtureIds`, else for these alone (of those that were asked for). */
  readonly complete: boolean;
  readonly fixtureIds: readonly string[];
  /** Market keys spoken for; null means all. */
  readonly scope: readonly string[] | null;
  /** Fixture id -> keys of markets in scope that they did not speak for (of the fixtures asked for). */
  readonly unread: KeysByFixture;
};

/** When the book was looked at for any of the fixtures, between two moments (ms). */
export const loadLooks = async (
  tx: Queryable,
  book: string,
  sportKey: string,
  wanted: { readonly from: number; readonly until: number; readonly fixtureIds: readonly string[] },
): Promise<KnownLooks[]> => {
  const rows = await tx.execute<{
    moments: number[];
    complete: boolean;
    fixture_ids: string[] | null;
    scope: string[] | null;
    unread: KeysByFixture | null;
  }>(sql`
    with asked as materialized (select id, number from fixtures where id = any (array${listOf(wanted.fixtureIds)}))
    select s.complete, to_jsonb(s.scope) as scope, jsonb_agg(${milliseconds("l.recorded_at")}) as moments,
      (select jsonb_agg(asked.id) from asked where asked.number = any (s.fixtures)) as fixture_ids,
      (select jsonb_object_agg(asked.id, s.unread -> asked.id) from asked where s.unread ? asked.id) as unread
    from look_streams stream join looks l on l.stream_id = stream.id join look_sets s on s.id = l.set_id
    where stream.book_key = ${book} and stream.sport_key = ${sportKey}
      and l.recorded_at between ${moment(wanted.from)} and ${moment(wanted.until)}
      and (s.complete or s.fixtures && array(select number from asked))
    group by s.id`);
  return rows.map(({ fixture_ids, unread, ...row }) => ({
    ...row,
    fixtureIds: fixture_ids ?? [],
    unread: unread ?? {},
  }));
};

/** The moments (ms, ascending) at which a market of a fixture was looked at. */
export const momentsOf = (looks: readonly KnownLooks[], fixtureId: string, marketKey: string): number[] =>
  looks
    .filter(
      ({ complete, fixtureIds, scope, unread }) =>
        fixtureIds.includes(fixtureId) !== complete &&
        (scope === null || scope.includes(marketKey)) &&
        !ownValue(unread, fixtureId)?.includes(marketKey),
    )
    .flatMap(({ moments }) => moments)
    .sort((a, b) => a - b);
