import { Command } from "commander";
import { registerAccountCommands } from "@/server/ops/commands/account";
import { registerAliasCommands } from "@/server/ops/commands/alias";
import { registerBackupCommands } from "@/server/ops/commands/backup";
import { registerFeedCommands } from "@/server/ops/commands/feed";
import { registerKeyCommands } from "@/server/ops/commands/key";
import { registerOpenApiCommand } from "@/server/ops/commands/openapi";
import { registerSessionCommands } from "@/server/ops/commands/session";
import { registerTeamCommands } from "@/server/ops/commands/team";
import { registerUnmatchedCommands } from "@/server/ops/commands/unmatched";

/** Builds the operator's command line. */
export const createProgram = (): Command => {
  const program = new Command("ops").description(
    "Oddskeeper's commands for operators. The commands use the configured stores",
  );
  registerAccountCommands(program);
  registerKeyCommands(program);
  registerSessionCommands(program);
  registerFeedCommands(program);
  registerUnmatchedCommands(program);
  registerAliasCommands(program);
  registerTeamCommands(program);
  registerBackupCommands(program);
  registerOpenApiCommand(program);
  return program;
};
