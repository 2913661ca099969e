import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { lockSport } from "@/server/ingest/recorder/state/load-state";

const retention = sql`interval '30 days'`;

/**
 * Forgets learned names without support for 30 days: no fixture of the team started in the last 30 days or lies ahead that a book has
 * stated in the last 30 days. A name that was learned in the last 30 days stays.
 * @returns the number of forgotten names.
 */
export const forgetNames = async (db: Database): Promise<number> => {
  const unused = (sportKey: string | null) => sql`
    with used as materialized (
      select distinct f.sport_key, n.name from fixtures f cross join lateral (values (f.home_team), (f.away_team)) n(name)
      where f.commence_time > now() - ${retention}
        and exists (select from checks c where c.fixture_id = f.id and c.recorded_at > now() - ${retention})
    )
    select l.sport_key, l.name from learned_teams l where l.learned_at < now() - ${retention}
      and (${sportKey}::text is null or l.sport_key = ${sportKey})
      and not exists (select from used u where u.sport_key = l.sport_key and u.name = l.name)`;
  const found = await db.execute<{ sport_key: string }>(unused(null));
  let forgotten = 0;
  for (const sportKey of new Set(found.map((row) => row.sport_key)))
    forgotten += await db.transaction(async (tx) => {
      // A recorder may be about to use a name that nothing has used for 30 days.
      await lockSport(tx, sportKey);
      const rows = await tx.execute(sql`
        delete from learned_teams l using (${unused(sportKey)}) u where l.sport_key = u.sport_key and l.name = u.name returning 1`);
      return rows.length;
    });
  return forgotten;
};
