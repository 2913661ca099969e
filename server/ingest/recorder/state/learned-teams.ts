import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { fixtures, learnedTeams } from "@/db/schema/prices";
import { milliseconds } from "@/db/sql";
import type { Sport } from "@/server/domain/catalogue/sports";
import { sameStartMs } from "@/server/ingest/matching/windows";
import type { Merge } from "@/server/ingest/recorder/write/changes";

/** A team name that was learned from books. */
export type LearnedTeam = {
  readonly sport: string;
  readonly team: string;
  /** Independent sources whose own spelling of the team in an upcoming fixture is exactly this name. */
  readonly sources: number;
  readonly books: readonly string[];
  /** Ids of upcoming fixtures that are listed. */
  readonly fixtures: readonly string[];
  /** Ids of upcoming fixtures that are hidden, because more sources state similar names. */
  readonly hidden: readonly string[];
  /** ms since the epoch. */
  readonly learnedAt: number;
};

/** Lists the learned names of a sport, or one of them, in alphabetical order. */
export const listLearnedTeams = async (
  db: Queryable,
  sportKey: string,
  team: string | null,
  now = Date.now(),
): Promise<LearnedTeam[]> => {
  const upcoming = sql`f.sport_key = l.sport_key and f.merged_into is null and f.commence_time > to_timestamp(${now}::float8 / 1000)
    and l.name in (f.home_team, f.away_team)`;
  return [
    ...(await db.execute<LearnedTeam>(sql`
      select l.sport_key as sport, l.name as team, ${milliseconds("l.learned_at")} as "learnedAt",
        stated.sources, stated.books, shown.fixtures, shown.hidden
      from learned_teams l
      cross join lateral (
        select count(distinct coalesce(c.starts -> 0 ->> 4, 'book:' || c.book_key))::int as sources,
          coalesce(jsonb_agg(distinct c.book_key) filter (where c.book_key is not null), '[]') as books
        from fixtures f join checks c on c.fixture_id = f.id
        where ${upcoming} and l.name in (case when f.home_team = l.name then c.named_home else c.named_away end)
      ) stated
      cross join lateral (
        select coalesce(jsonb_agg(f.id order by f.id) filter (where not f.look_alike), '[]') as fixtures,
          coalesce(jsonb_agg(f.id order by f.id) filter (where f.look_alike), '[]') as hidden
        from fixtures f where ${upcoming}
      ) shown
      where l.sport_key = ${sportKey} and (${team}::text is null or l.name = ${team}) order by l.name`)),
  ];
};

type SamePair = {
  first: string;
  second: string;
  swapped: boolean;
  firstHidden: boolean;
  secondHidden: boolean;
  firstSources: number;
  secondSources: number;
};

/**
 * The fixtures of a team that are one game because they have the same teams and the same start. Fixtures that a book listed in one snapshot
 * are left out.
 */
export const findSamePairsOf = async (tx: Queryable, sport: Sport, team: string): Promise<Merge[]> => {
  if (sport.samePair === "hours") return [];
  const sources = (fixture: string) => sql`(
    select count(distinct coalesce(c.starts -> 0 ->> 4, 'book:' || c.book_key))::int from checks c
    where c.fixture_id = ${sql.raw(fixture)}.id)`;
  const pairs = await tx.execute<SamePair>(sql`
    select a.id as first, b.id as second, a.home_team <> b.home_team as swapped, a.look_alike as "firstHidden",
      b.look_alike as "secondHidden", ${sources("a")} as "firstSources", ${sources("b")} as "secondSources"
    from fixtures a join fixtures b on b.sport_key = a.sport_key and b.number > a.number
      and ((b.home_team = a.home_team and b.away_team = a.away_team) or (b.home_team = a.away_team and b.away_team = a.home_team))
      and abs(extract(epoch from b.commence_time - a.commence_time)) <= ${sameStartMs / 1000}
    where a.sport_key = ${sport.key} and a.merged_into is null and b.merged_into is null
      and ${team} in (a.home_team, a.away_team)
      and not exists (select from checks c join checks d on d.fixture_id = b.id and d.book_key = c.book_key
        where c.fixture_id = a.id and c.starts -> 0 -> 2 = d.starts -> 0 -> 2)
    order by a.number, b.number`);
  return [...pairs].map(({ first, second, swapped, ...pair }) => {
    const staysSecond =
      pair.firstHidden === pair.secondHidden ? pair.secondSources > pair.firstSources : pair.firstHidden;
    return staysSecond ? { from: first, into: second, swapped } : { from: second, into: first, swapped };
  });
};

/**
 * Hides a team's upcoming fixtures and forgets its name. If a book states them again, they get new fixtures.
 * @returns the number of hidden fixtures; undefined if the name is not known.
 */
export const forgetTeam = async (
  tx: Queryable,
  sportKey: string,
  team: string,
): Promise<number | undefined> => {
  const names = await tx
    .delete(learnedTeams)
    .where(and(eq(learnedTeams.sportKey, sportKey), eq(learnedTeams.name, team)))
    .returning({ name: learnedTeams.name });
  const hidden = await tx
    .update(fixtures)
    .set({ replacedBy: sql`${fixtures.id}`, lookAlike: true, changedXid: sql`pg_current_xact_id()` })
    .where(
      and(
        eq(fixtures.sportKey, sportKey),
        isNull(fixtures.mergedInto),
        eq(fixtures.lookAlike, false),
        gt(fixtures.commenceTime, sql`now()`),
        or(eq(fixtures.homeTeam, team), eq(fixtures.awayTeam, team)),
      ),
    )
    .returning({ id: fixtures.id });
  return names.length + hidden.length === 0 ? undefined : hidden.length;
};
