import type { Database, Queryable } from "@/db/connect";
import { writeAuditLine } from "@/server/account/owner/audit";
import { aliasRejection } from "@/server/domain/catalogue/alias-rejection";
import type { Sport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { loadShownTeams, lockSport } from "@/server/ingest/recorder/state/load-state";
import {
  deleteAlias,
  hasFixtureWithTeam,
  insertAlias,
  loadAliases,
} from "@/server/ingest/recorder/state/team-aliases";
import { CommandFailure } from "@/server/ops/command-line";

export type AliasChange = { readonly sport: Sport; readonly team: string; readonly name: string };

const audit = (tx: Queryable, action: string, { sport, team, name }: AliasChange): Promise<void> =>
  writeAuditLine(tx, { action, accountId: null, detail: { sport: sport.key, team, name } }, new Date());

/**
 * Adds a spelling of a team. The spelling applies from the next snapshot that any instance records.
 * @returns false if the spelling is already an alias of the team.
 * @throws CommandFailure if `aliasRejection` returns a reason, for example because the spelling already means another team.
 */
export const addAlias = (db: Database, change: AliasChange): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { sport, team, name } = change;
    // A recorder that is about to learn the name as a new team must wait for this lock.
    await lockSport(tx, sport.key);
    const learned = await loadShownTeams(tx, sport.key);
    const teams = createTeamIndex(sport, learned, await loadAliases(tx, sport.key));
    const hasFixture = await hasFixtureWithTeam(tx, sport.key, team);
    const rejection = aliasRejection(teams, { name, team }, () => hasFixture);
    if (rejection !== undefined) throw new CommandFailure(`${sport.key}: ${rejection}`);
    const added = await insertAlias(tx, sport, { name, team }, new Date());
    if (added) await audit(tx, "alias add", change);
    return added;
  });

/** @throws CommandFailure if the spelling is not an alias of the team. */
export const removeAlias = (db: Database, change: AliasChange): Promise<void> =>
  db.transaction(async (tx) => {
    const { sport, team, name } = change;
    await lockSport(tx, sport.key);
    if (!(await deleteAlias(tx, sport, change)))
      throw new CommandFailure(`${name} is not an alias of ${team} in ${sport.key}`);
    await audit(tx, "alias remove", change);
  });
