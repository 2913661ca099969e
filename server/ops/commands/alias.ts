import { type Command, Option } from "commander";
import type { Sport } from "@/server/domain/catalogue/sports";
import { toWireTime } from "@/server/domain/serialize/serialize";
import { listAliases } from "@/server/ingest/recorder/state/team-aliases";
import { type AliasChange, addAlias, removeAlias } from "@/server/ops/change-aliases";
import { parsedBy, printing } from "@/server/ops/command-line";
import { sportKey } from "@/server/ops/sport-key";
import { teamName } from "@/server/ops/team-name";
import { textTable } from "@/server/ops/text-table";
import { withDatabase } from "@/server/ops/with-stores";

const describe = ({ sport, team, name }: AliasChange) => ({ sport: sport.key, team, name });

const add = (change: AliasChange) =>
  withDatabase(async (db) => ({ ...describe(change), added: await addAlias(db, change) }));

const remove = (change: AliasChange) =>
  withDatabase(async (db) => {
    await removeAlias(db, change);
    return { ...describe(change), removed: true };
  });

const list = ({ sport }: { readonly sport?: Sport }) =>
  withDatabase(async (db) => ({
    aliases: (await listAliases(db, sport?.key ?? null)).map(({ sport: key, team, name, createdAt }) => ({
      sport: key,
      team,
      name,
      created_at: toWireTime(createdAt, "iso"),
    })),
  }));

const sportOption = () => new Option("--sport <sport>", "the sport's key").argParser(parsedBy(sportKey));
const requiredOptions = (command: Command): Command =>
  command
    .addOption(sportOption().makeOptionMandatory())
    .addOption(
      new Option("--team <team>", "the team's name in fixtures")
        .argParser(parsedBy(teamName))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--name <name>", "another spelling of the team's name")
        .argParser(parsedBy(teamName))
        .makeOptionMandatory(),
    );

/** `alias add`, `alias list`, `alias remove`. */
export const registerAliasCommands = (program: Command): void => {
  const alias = program.command("alias").description("manage spellings of team names");
  printing(
    requiredOptions(
      alias.command("add").description("add a spelling of a team; it applies from each book's next snapshot"),
    ),
    add,
  );
  printing(
    requiredOptions(
      alias
        .command("remove")
        .description(
          "remove a spelling; each book's next snapshot withdraws the prices that were joined through the spelling",
        ),
    ),
    remove,
  );
  printing(
    alias.command("list").description("list the added spellings").addOption(sportOption()),
    list,
    ({ aliases }) =>
      aliases.length === 0
        ? "there are no aliases"
        : textTable(
            ["sport", "team", "name", "created"],
            aliases.map(({ sport, team, name, created_at }) => [sport, team, name, String(created_at)]),
          ),
  );
};
