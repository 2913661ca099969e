import { and, eq, or } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { fixtures, teamAliases } from "@/db/schema/prices";
import { nameRulesOf } from "@/server/domain/catalogue/name-rules";
import type { Sport } from "@/server/domain/catalogue/sports";

/** A spelling that the operator added for a team. */
export type TeamAlias = { readonly name: string; readonly team: string };

export type StoredAlias = TeamAlias & {
  readonly sport: string;
  /** ms since the epoch. */
  readonly createdAt: number;
};

/** Loads a sport's aliases. The recorder loads them for every batch, so a change takes effect with the next snapshot. */
export const loadAliases = (tx: Queryable, sportKey: string): Promise<TeamAlias[]> =>
  tx
    .select({ name: teamAliases.name, team: teamAliases.team })
    .from(teamAliases)
    .where(eq(teamAliases.sportKey, sportKey))
    .orderBy(teamAliases.normalizedName);

/** Lists all aliases, or those of one sport. */
export const listAliases = async (db: Queryable, sportKey: string | null): Promise<StoredAlias[]> => {
  const { sportKey: sport, name, team, createdAt, normalizedName } = teamAliases;
  const rows = await db
    .select({ sport, name, team, createdAt })
    .from(teamAliases)
    .where(sportKey === null ? undefined : eq(sport, sportKey))
    .orderBy(sport, team, normalizedName);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }));
};

/** @returns false if the name is already an alias. */
export const insertAlias = async (
  tx: Queryable,
  sport: Sport,
  { name, team }: TeamAlias,
  now: Date,
): Promise<boolean> => {
  const normalizedName = nameRulesOf(sport).normalize(name);
  const rows = await tx
    .insert(teamAliases)
    .values({ sportKey: sport.key, normalizedName, name, team, createdAt: now })
    .onConflictDoNothing()
    .returning({ name: teamAliases.name });
  return rows.length > 0;
};

/** @returns false if the name is not an alias of the team. */
export const deleteAlias = async (
  tx: Queryable,
  sport: Sport,
  { name, team }: TeamAlias,
): Promise<boolean> => {
  const normalizedName = nameRulesOf(sport).normalize(name);
  const rows = await tx
    .delete(teamAliases)
    .where(
      and(
        eq(teamAliases.sportKey, sport.key),
        eq(teamAliases.team, team),
        eq(teamAliases.normalizedName, normalizedName),
      ),
    )
    .returning({ name: teamAliases.name });
  return rows.length > 0;
};

/** Whether a fixture of the sport has a team with exactly this name. */
export const hasFixtureWithTeam = async (tx: Queryable, sportKey: string, team: string): Promise<boolean> => {
  const isTeam = or(eq(fixtures.homeTeam, team), eq(fixtures.awayTeam, team));
  const rows = await tx
    .select({ id: fixtures.id })
    .from(fixtures)
    .where(and(eq(fixtures.sportKey, sportKey), isTeam))
    .limit(1);
  return rows.length > 0;
};
