import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { notifyPricesWritten } from "@/db/price-notifications";
import { learnedTeams } from "@/db/schema/prices";

/** SQL condition: a fixture that is no hidden look-alike has a team with the name in `column`. */
export const hasListedFixture = (sportKey: string, column: string) => sql`
  exists (select from fixtures f where f.sport_key = ${sportKey} and f.merged_into is null and not f.look_alike
    and (f.home_team = ${sql.raw(column)} or f.away_team = ${sql.raw(column)}))`;

/** Forgets names of an open sport, except those of listed fixtures. */
export const forgetUnlisted = async (
  tx: Queryable,
  sportKey: string,
  names: readonly string[],
): Promise<void> => {
  await tx.execute(sql`
    delete from learned_teams l where l.sport_key = ${sportKey}
      and l.name in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))
      and not ${hasListedFixture(sportKey, "l.name")}`);
};

/**
 * Shows a team under another name in all its fixtures, and learns the new name in place of the old one. Ids of fixtures stay. The caller
 * holds the sport's lock. @param isListed whether the catalogue has the new name.
 */
export const renameTeam = async (
  tx: Queryable,
  sportKey: string,
  { from, to, isListed }: { readonly from: string; readonly to: string; readonly isListed: boolean },
): Promise<void> => {
  await tx.execute(sql`
    update fixtures set changed_xid = pg_current_xact_id(),
      home_team = case when home_team = ${from} then ${to} else home_team end,
      away_team = case when away_team = ${from} then ${to} else away_team end
    where sport_key = ${sportKey} and (home_team = ${from} or away_team = ${from})`);
  await tx.delete(learnedTeams).where(and(eq(learnedTeams.sportKey, sportKey), eq(learnedTeams.name, from)));
  if (!isListed) await tx.insert(learnedTeams).values({ sportKey, name: to }).onConflictDoNothing();
  await notifyPricesWritten(tx);
};
