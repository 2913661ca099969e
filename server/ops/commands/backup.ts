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
      .description("write a backup of the database, while the service serves")
      .requiredOption("--to <file>", "the file to make; keep it secret"),
    ({ to }: { readonly to: string }) => backUp(parseConfig(process.env), to),
  );
  printing(
    program
      .command("restore")
      .description("put a backup in the place of the database; no server may run")
      .requiredOption("--from <file>", "a file that backup wrote")
      .option("--force", "replace what the stores hold"),
    ({ from, force }: { readonly from: string; readonly force?: true }) =>
      restore(parseConfig(process.env), from, force === true),
  );
};
