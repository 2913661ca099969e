import { and, eq, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { notifyPricesWritten } from "@/db/price-notifications";
import { fixtures, learnedTeams, teamAliases } from "@/db/schema/prices";
import { writeAuditLine } from "@/server/account/owner/audit";
import { nameRulesOf } from "@/server/domain/catalogue/name-rules";
import type { Sport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { findSamePairsOf, forgetTeam } from "@/server/ingest/recorder/state/learned-teams";
import { loadShownTeams, lockSport } from "@/server/ingest/recorder/state/load-state";
import { renameTeam } from "@/server/ingest/recorder/state/rename-team";
import { hasFixtureWithTeam, insertAlias, loadAliases } from "@/server/ingest/recorder/state/team-aliases";
import { mergeFixtures } from "@/server/ingest/recorder/write/merge-fixtures";
import { CommandFailure } from "@/server/ops/command-line";

type TeamChange = { readonly sport: Sport; readonly team: string };

const requireLearned = async (tx: Queryable, { sport, team }: TeamChange) => {
  if (sport.names !== "open") throw new CommandFailure(`${sport.key}: all teams are in the catalogue`);
  const shown = await loadShownTeams(tx, sport.key);
  const teams = createTeamIndex(sport, shown, await loadAliases(tx, sport.key));
  if (teams.isListed(team)) throw new CommandFailure(`${sport.key}: ${team} is in the catalogue`);
  const learned = await tx
    .select({ name: learnedTeams.name })
    .from(learnedTeams)
    .where(and(eq(learnedTeams.sportKey, sport.key), eq(learnedTeams.name, team)));
  if (learned.length === 0 && !(await hasFixtureWithTeam(tx, sport.key, team)))
    throw new CommandFailure(`${sport.key}: ${team} is not a learned name`);
  return teams;
};

/**
 * Renames a learned team. The old name becomes an alias, so books that use it stay matched. If the new name is
 * already a team, both are one team from now on, and their fixtures with the same opponent and start are merged. Boards show the change
 * within a second, and each recorder applies it to its next snapshot.
 * @returns the number of merged fixtures.
 * @throws CommandFailure if the team is not learned, or if the new name could be several teams or an opponent of the team.
 */
export const renameLearnedTeam = (
  db: Database,
  { sport, team, to }: TeamChange & { readonly to: string },
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockSport(tx, sport.key);
    const teams = await requireLearned(tx, { sport, team });
    const { normalize } = nameRulesOf(sport);
    if (normalize(to) === "") throw new CommandFailure(`${sport.key}: the name has no letter or digit`);
    if (to === team) throw new CommandFailure(`${sport.key}: the team already has this name`);
    const isSameName = normalize(to) === normalize(team);
    const matches = isSameName ? [] : teams.exactly(to).filter((name) => name !== team);
    if (matches.length > 1) throw new CommandFailure(`${sport.key}: ${to} means several teams`);
    const target = matches[0] ?? to;
    const meetings = await tx.execute(sql`
      select true from ${fixtures} where ${fixtures.sportKey} = ${sport.key} and ${fixtures.mergedInto} is null
        and ${team} in (${fixtures.homeTeam}, ${fixtures.awayTeam}) and ${target} in (${fixtures.homeTeam}, ${fixtures.awayTeam}) limit 1`);
    if (meetings.length > 0)
      throw new CommandFailure(
        `${sport.key}: ${team} and ${target} are opponents in a fixture, so they cannot be one team`,
      );
    await renameTeam(tx, sport.key, { from: team, to: target, isListed: teams.isListed(target) });
    const ofSport = eq(teamAliases.sportKey, sport.key);
    await tx
      .update(teamAliases)
      .set({ team: target })
      .where(and(ofSport, eq(teamAliases.team, team)));
    if (!isSameName) {
      await tx.delete(teamAliases).where(and(ofSport, eq(teamAliases.normalizedName, normalize(team))));
      await insertAlias(tx, sport, { name: team, team: target }, new Date());
    }
    const merges = await findSamePairsOf(tx, sport, target);
    await mergeFixtures(tx, sport.key, merges);
    const detail = { sport: sport.key, team, to: target, merged: merges.length };
    await writeAuditLine(tx, { action: "team rename", accountId: null, detail }, new Date());
    return merges.length;
  });

/**
 * Forgets a learned name and hides its upcoming fixtures. If a book states the name again, it is learned again.
 * @returns the number of hidden fixtures.
 * @throws CommandFailure if the team is not learned.
 */
export const forgetLearnedTeam = (db: Database, { sport, team }: TeamChange): Promise<number> =>
  db.transaction(async (tx) => {
    await lockSport(tx, sport.key);
    await requireLearned(tx, { sport, team });
    const hidden = (await forgetTeam(tx, sport.key, team)) ?? 0;
    await notifyPricesWritten(tx);
    const detail = { sport: sport.key, team, hidden };
    await writeAuditLine(tx, { action: "team forget", accountId: null, detail }, new Date());
    return hidden;
  });
