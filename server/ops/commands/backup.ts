import type { Command } from "commander";
import { parseConfig } from "@/server/config";
import { backUp } from "@/server/ops/backup/back-up";
import { restore } from "@/server/ops/backup/restore";
import { printing } from "@/server/ops/command-line";

/** `backup`, `restore`. */
export const registerBackupCommands = (program: Command): void => {
  printing(
    program
      .command("backup")
      .description("write a backup of the database; the server can keep running")
      .requiredOption("--to <file>", "the file to create; keep it secret"),
    ({ to }: { readonly to: string }) => backUp(parseConfig(process.env), to),
  );
  printing(
    program
      .command("restore")
      .description("replace the database with a backup; stop the server first")
      .requiredOption("--from <file>", "a file that the backup command wrote")
      .option("--force", "replace existing data"),
    ({ from, force }: { readonly from: string; readonly force?: true }) =>
      restore(parseConfig(process.env), from, force === true),
  );
};
