import { type Command, Option } from "commander";
import type { Sport } from "@/server/domain/catalogue/sports";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { listLearnedTeams } from "@/server/ingest/recorder/state/learned-teams";
import { forgetLearnedTeam, renameLearnedTeam } from "@/server/ops/change-teams";
import { parsedBy, printing } from "@/server/ops/command-line";
import { sportKey } from "@/server/ops/sport-key";
import { teamName } from "@/server/ops/team-name";
import { textTable } from "@/server/ops/text-table";
import { withDatabase } from "@/server/ops/with-stores";

type Named = { readonly sport: Sport; readonly team: string };

const list = ({ sport, team }: { readonly sport: Sport; readonly team?: string }) =>
  withDatabase(async (db) => ({
    teams: (await listLearnedTeams(db, sport.key, team ?? null)).map(({ learnedAt, ...learned }) => ({
      ...learned,
      learned_at: toWireTime(learnedAt, "iso"),
    })),
  }));

const rename = ({ sport, team, to }: Named & { readonly to: string }) =>
  withDatabase(async (db) => ({
    sport: sport.key,
    team,
    to,
    merged: await renameLearnedTeam(db, { sport, team, to }),
  }));

const forget = ({ sport, team }: Named) =>
  withDatabase(async (db) => ({
    sport: sport.key,
    team,
    forgotten: true,
    hidden: await forgetLearnedTeam(db, { sport, team }),
  }));

const sportOption = () =>
  new Option("--sport <sport>", "the sport's key").argParser(parsedBy(sportKey)).makeOptionMandatory();
const teamOption = () => new Option("--team <team>", "the learned name").argParser(parsedBy(teamName));

/** `team list`, `team rename`, `team forget`. */
export const registerTeamCommands = (program: Command): void => {
  const team = program.command("team").description("manage team names that were learned from books");
  printing(
    team
      .command("list")
      .description("list the learned names of a sport, with the sources that state them")
      .addOption(sportOption())
      .addOption(teamOption()),
    list,
    ({ teams }) =>
      teams.length === 0
        ? "there are no learned names"
        : textTable(
            ["team", "sources", "books", "fixtures", "hidden", "learned"],
            teams.map((row) => [
              row.team,
              String(row.sources),
              row.books.join(", "),
              String(row.fixtures.length),
              String(row.hidden.length),
              String(row.learned_at),
            ]),
          ),
  );
  printing(
    team
      .command("rename")
      .description("show a team under another name; the old name becomes an alias")
      .addOption(sportOption())
      .addOption(teamOption().makeOptionMandatory())
      .addOption(
        new Option("--to <name>", "the name to show").argParser(parsedBy(teamName)).makeOptionMandatory(),
      ),
    rename,
  );
  printing(
    team
      .command("forget")
      .description("forget a name and hide its upcoming fixtures, until a book states the name again")
      .addOption(sportOption())
      .addOption(teamOption().makeOptionMandatory()),
    forget,
  );
};
