import type { Database, Queryable } from "@/db/connect";
import { writeAuditLine } from "@/server/accounts/audit";
import { aliasRefusal } from "@/server/catalogue/alias-refusal";
import type { Sport } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";
import { CommandFailure } from "@/server/ops/command-line";
import { loadLearnedTeams, lockSport } from "@/server/recorder/load-known";
import { deleteAlias, hasFixtureOf, insertAlias, loadAliases } from "@/server/recorder/team-aliases";

export type AliasChange = { readonly sport: Sport; readonly team: string; readonly name: string };

const audit = (tx: Queryable, action: string, { sport, team, name }: AliasChange): Promise<void> =>
  writeAuditLine(tx, { action, accountId: null, detail: { sport: sport.key, team, name } }, new Date());

/**
 * Makes a spelling mean a team, from the next snapshot that any instance records.
 * @returns false where it is an alias of the team already.
 * @throws CommandFailure when the team does not exist, or the spelling exactly means another one.
 */
export const addAlias = (db: Database, change: AliasChange): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { sport, team, name } = change;
    // A recorder that learns the name as another team meanwhile waits.
    await lockSport(tx, sport.key);
    const learned = await loadLearnedTeams(tx, sport.key);
    const teams = createTeamIndex(sport, learned, await loadAliases(tx, sport.key));
    const hasFixture = await hasFixtureOf(tx, sport.key, team);
    const refusal = aliasRefusal(teams, { name, team }, () => hasFixture);
    if (refusal !== undefined) throw new CommandFailure(`${sport.key}: ${refusal}`);
    const added = await insertAlias(tx, sport, { name, team }, new Date());
    if (added) await audit(tx, "alias add", change);
    return added;
  });

/** Forgets a spelling. @throws CommandFailure when it is no alias of the team. */
export const removeAlias = (db: Database, change: AliasChange): Promise<void> =>
  db.transaction(async (tx) => {
    const { sport, team, name } = change;
    await lockSport(tx, sport.key);
    if (!(await deleteAlias(tx, sport, change)))
      throw new CommandFailure(`${name} is not an alias of ${team} in ${sport.key}`);
    await audit(tx, "alias remove", change);
  });
