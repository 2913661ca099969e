import { type ChildProcess, fork } from "node:child_process";
import { projectFile } from "@/db/project-file";

const isBundled = import.meta.url.endsWith(".mjs");

/**
 * Starts a program of this folder in its own process, with a channel for messages. A bundled server starts the bundled program.
 * @param name the program's file name without its extension.
 */
export const forkProgram = (name: string, args: readonly string[]): ChildProcess =>
  fork(
    isBundled ? projectFile(".next", "bundle", "db", `${name}.mjs`) : projectFile("db", `${name}.ts`),
    args,
    { execArgv: isBundled ? [] : ["--import", "tsx"], stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
