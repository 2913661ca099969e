import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { ownStart } from "@/db/own-start";
import { retryRead } from "@/db/retry-read";
import { listOf, milliseconds, timestampOf } from "@/db/sql";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { findMarket } from "@/server/domain/catalogue/markets";
import { getOrInsert } from "@/server/domain/collections";
import type { StoredNames } from "@/server/domain/players/stored-names";
import { withoutSizes } from "@/server/domain/prices/outcome-text";
import { leaveOutWithheld, type WithheldPeriod } from "@/server/market/archive/leave-out-withheld";
import type { PriceQuery } from "@/server/market/board/board";

/** The recorded state of a market from `at` (ms since the epoch) on. `text` is encoded by server/domain/prices/outcome-text.ts. */
export type HistoryPoint = { readonly at: number; readonly text: string };

export type History = {
  /** Sorted. The requested books. If the query names no books: every book with an archived price or a note in the sport. */
  readonly bookKeys: readonly string[];
  /** Book key -> market key -> points, ascending, without withdrawals and without consecutive equal prices. */
  readonly points: ReadonlyMap<string, ReadonlyMap<string, readonly HistoryPoint[]>>;
  /**
   * Sorted. Contains each book that was withheld. Also contains each book that has no recorded price before the fixture's start, if
   * - the book has an unmatched event that may be this fixture, or
   * - the start that the book states has passed and is earlier than the fixture's start.
   */
  readonly unmatched: readonly string[];
  /** The spellings of players' names used for the fixture. */
  readonly players: StoredNames;
};

export type HistoryPart = "series" | "opener" | "closing";

type HistoryRow = {
  kind: "point" | "book" | "note" | "player" | "withheld";
  book_key: string;
  market_key: string | null;
  /** Of a player's spelling: the name under which it is shown. */
  shown_as: string | null;
  /** Time of a point, or start of a withheld period, in ms. */
  at: number | null;
  /** End of a withheld period in ms; null if it has not ended. */
  until: number | null;
  text: string | null;
};

/** `withoutSizes` of server/domain/prices/outcome-text.ts in SQL. */
const prices = (column: string): SQL =>
  sql.raw(`regexp_replace(${column}, '^([^~\\n]*?)\\$[^~\\n]*', '\\1', 'gn')`);

/*
 * A withdrawal (empty text) is not a point. Successive rows with the same prices are one point, dated by the first of these rows. The
 * query for the closing point finds the last row (`last`), then the last row with other prices (`different`). It returns the first row
 * after `different`. The lookups use the primary key (series, time), so their cost does not grow with the archive.
 */
const pointsOf: Readonly<Record<HistoryPart, SQL>> = {
  series: sql`select p.recorded_at, p.outcomes from archive_points p
    where p.series_id = s.id and p.recorded_at < range.until and p.recorded_at >= range.since and p.outcomes <> ''`,
  opener: sql`select p.recorded_at, p.outcomes from archive_points p
    where p.series_id = s.id and p.recorded_at < range.until and p.recorded_at >= range.since and p.outcomes <> ''
    order by p.recorded_at limit 1`,
  closing: sql`select first.recorded_at, first.outcomes
    from (select p.outcomes from archive_points p
      where p.series_id = s.id and p.recorded_at < range.until and p.recorded_at >= range.since and p.outcomes <> ''
      order by p.recorded_at desc limit 1) last
    left join lateral (select p.recorded_at from archive_points p
      where p.series_id = s.id and p.recorded_at < range.until and p.recorded_at >= range.since
        and p.outcomes <> '' and ${prices("p.outcomes")} <> ${prices("last.outcomes")}
      order by p.recorded_at desc limit 1) different on true
    cross join lateral (select p.recorded_at, p.outcomes from archive_points p
      where p.series_id = s.id and p.recorded_at < range.until and p.recorded_at >= range.since
        and p.recorded_at > coalesce(different.recorded_at, '-infinity') and p.outcomes <> ''
      order by p.recorded_at limit 1) first`,
};

/**
 * Reads all states of a book that was withheld. `leaveOutWithheld` must remove and add states before the opener or the closing point is
 * chosen.
 */
const everyState = sql`select p.recorded_at, p.outcomes from archive_points p
    where p.series_id = s.id and p.recorded_at < range.until and p.recorded_at >= range.since`;

/** In ms since the epoch. Points before `archiveFrom` or after `now` are not returned. A point after `now` comes from a wrong clock. */
type HistoryBounds = { readonly archiveFrom: number; readonly now: number };

/** The statement behind every method of the archive. */
export const historyQuery = (
  fixture: FixtureRecord,
  query: PriceQuery,
  part: HistoryPart,
  { archiveFrom, now }: HistoryBounds,
): SQL => {
  const books = query.bookmakers;
  const until = Math.min(fixture.commenceTime, now + 1);
  // A fixture may have a thousand players, so players are read only if a prop market is requested.
  const hasProps = query.markets.some((key) => findMarket(key)?.role === "prop");
  const isRequested = (column: string) =>
    books === undefined ? sql`true` : sql`${sql.raw(column)} in ${listOf(books)}`;
  const number = sql`(select number from fixtures where id = ${fixture.id})`;
  const withoutPoints = (book: string) => sql`
    not exists (select from archive_series s cross join lateral (
      select from archive_points p where p.series_id = s.id and p.recorded_at < range.until and p.outcomes <> '' limit 1) q
      where s.fixture_number = ${number} and s.book_key = ${sql.raw(book)})`;
  const states = (of: SQL, books: SQL) => sql`
    select 'point' as kind, s.book_key, s.market_key, ${milliseconds("p.recorded_at")} as at, null::float8 as until, p.outcomes as text, null::text as shown_as
    from range, archive_series s cross join lateral (${of}) p
    where s.fixture_number = ${number} and s.market_key in ${listOf(query.markets)} and ${isRequested("s.book_key")} and ${books}`;
  return sql`
    with range as (
      select ${timestampOf(archiveFrom)} as since, ${timestampOf(until)} as until
    ), withheld as materialized (
      select w.book_key, w.since, w.until from range, withheld_periods w
      where w.fixture_id = ${fixture.id} and w.since < range.until and ${isRequested("w.book_key")}
    )
    ${states(pointsOf[part], sql`s.book_key not in (select book_key from withheld)`)}
    union all
    ${states(everyState, sql`s.book_key in (select book_key from withheld)`)}
    union all
    select 'withheld', w.book_key, null, ${milliseconds("w.since")}, ${milliseconds("w.until")}, null, null from withheld w
    union all
    select 'book', b.book_key, null, null, null, null, null from archive_books b
    where b.sport_key = ${fixture.sportKey} and ${books === undefined ? sql`true` : sql`false`}
    union all
    select 'note', n.book_key, null, null, null, null, null from range, unmatched_notes n
    where n.fixture_id = ${fixture.id} and n.first_recorded_at < range.until and ${isRequested("n.book_key")}
      and ${withoutPoints("n.book_key")}
    union all
    select 'note', c.book_key, null, null, null, null, null from range, checks c
    where c.fixture_id = ${fixture.id} and ${isRequested("c.book_key")}
      and ${ownStart} < ${until}::float8
      and ${withoutPoints("c.book_key")}
    union all
    select 'player', f.book_key, null, null, null, f.name, f.shown_as from fixture_players f
    where f.fixture_id = ${fixture.id} and ${hasProps ? sql`true` : sql`false`}`;
};

const pointsFrom = (states: HistoryPoint[], periods: readonly WithheldPeriod[]): HistoryPoint[] => {
  states.sort((a, b) => a.at - b.at);
  const points = leaveOutWithheld(states, periods).filter(({ text }) => text !== "");
  const prices = points.map(({ text }) => withoutSizes(text));
  return points.filter((_, index) => prices[index] !== prices[index - 1]);
};

const partOf = (part: HistoryPart, points: HistoryPoint[]): HistoryPoint[] => {
  if (part === "series") return points;
  return part === "opener" ? points.slice(0, 1) : points.slice(-1);
};

/** Loads, with one statement, a fixture's recorded prices up to its start, for the requested markets and books. */
export const loadHistory = async (
  db: Database,
  fixture: FixtureRecord,
  query: PriceQuery,
  part: HistoryPart,
  bounds: HistoryBounds,
): Promise<History> => {
  const rows = await retryRead(db, () => db.execute<HistoryRow>(historyQuery(fixture, query, part, bounds)));
  const books = new Set(query.bookmakers);
  const unmatched: string[] = [];
  const players = new Map<string, Map<string, string | null>>();
  const withheld = new Map<string, WithheldPeriod[]>();
  const raw = new Map<string, Map<string, HistoryPoint[]>>();
  for (const row of rows) {
    if (row.kind === "book") books.add(row.book_key);
    else if (row.kind === "note") unmatched.push(row.book_key);
    else if (row.kind === "withheld") {
      unmatched.push(row.book_key);
      const until = row.until ?? fixture.commenceTime;
      const period = {
        since: row.at ?? 0,
        until: until < fixture.commenceTime ? until : Number.POSITIVE_INFINITY,
      };
      getOrInsert(withheld, row.book_key, () => []).push(period);
    } else if (row.kind === "player")
      players.set(
        row.book_key,
        (players.get(row.book_key) ?? new Map<string, string | null>()).set(row.text ?? "", row.shown_as),
      );
    else {
      const markets = getOrInsert(raw, row.book_key, () => new Map<string, HistoryPoint[]>());
      const key = row.market_key ?? "";
      const points = getOrInsert(markets, key, () => []);
      points.push({ at: row.at ?? 0, text: row.text ?? "" });
    }
  }
  for (const [book, markets] of raw)
    for (const [key, states] of markets)
      markets.set(key, partOf(part, pointsFrom(states, withheld.get(book) ?? [])));
  return { bookKeys: [...books].sort(), points: raw, unmatched: [...new Set(unmatched)].sort(), players };
};
