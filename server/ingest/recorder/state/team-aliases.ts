import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { milliseconds } from "@/db/sql";
import { comparisonOf } from "@/server/domain/catalogue/comparison";
import type { Sport } from "@/server/domain/catalogue/sports";

/** A spelling that the operator added for a team. */
export type TeamAlias = { readonly name: string; readonly team: string };

export type StoredAlias = TeamAlias & {
  readonly sport: string;
  /** ms since the epoch. */
  readonly createdAt: number;
};

/** Loads a sport's aliases. The recorder loads them for every batch, so a change takes effect with the next snapshot. */
export const loadAliases = async (tx: Queryable, sportKey: string): Promise<TeamAlias[]> => [
  ...(await tx.execute<TeamAlias>(
    sql`select name, team from team_aliases where sport_key = ${sportKey} order by normalized_name`,
  )),
];

/** Lists all aliases, or those of one sport. */
export const listAliases = async (db: Queryable, sportKey: string | null): Promise<StoredAlias[]> => [
  ...(await db.execute<StoredAlias>(sql`
    select sport_key as sport, name, team, ${milliseconds("created_at")} as "createdAt" from team_aliases
    where ${sportKey}::text is null or sport_key = ${sportKey} order by sport_key, team, normalized_name`)),
];

/** @returns false if the name is already an alias. */
export const insertAlias = async (
  tx: Queryable,
  sport: Sport,
  { name, team }: TeamAlias,
  now: Date,
): Promise<boolean> => {
  const rows = await tx.execute(sql`
    insert into team_aliases (sport_key, normalized_name, name, team, created_at)
    values (${sport.key}, ${comparisonOf(sport).normalize(name)}, ${name}, ${team}, ${now.toISOString()}::timestamptz)
    on conflict do nothing returning true`);
  return rows.length > 0;
};

/** @returns false if the name is not an alias of the team. */
export const deleteAlias = async (
  tx: Queryable,
  sport: Sport,
  { name, team }: TeamAlias,
): Promise<boolean> => {
  const rows = await tx.execute(sql`
    delete from team_aliases where sport_key = ${sport.key} and team = ${team}
      and normalized_name = ${comparisonOf(sport).normalize(name)} returning true`);
  return rows.length > 0;
};

/** Whether a fixture of the sport has a team with exactly this name. */
export const hasFixtureOf = async (tx: Queryable, sportKey: string, team: string): Promise<boolean> => {
  const rows = await tx.execute(sql`
    select true from fixtures where sport_key = ${sportKey} and (home_team = ${team} or away_team = ${team}) limit 1`);
  return rows.length > 0;
};
