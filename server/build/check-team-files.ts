import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { checkTeamFile } from "@/server/domain/catalogue/check-team-file";

const folder = path.join("server", "domain", "catalogue", "teams");

/**
 * Finds the invalid lines of all team lists.
 * @param root the project's folder.
 * @returns one problem per text, such as `server/domain/catalogue/teams/afl.json:12: spellings.3: must not be empty`.
 */
export const teamFileProblems = async (root: string): Promise<readonly string[]> => {
  const names = (await readdir(path.join(root, folder))).filter((name) => name.endsWith(".json")).sort();
  const problems = await Promise.all(
    names.map(async (name) =>
      checkTeamFile(path.join(folder, name), await readFile(path.join(root, folder, name), "utf8")),
    ),
  );
  return problems.flat();
};

/**
 * Ends the build if a line of a team list is invalid. The server loads the lists without a check, because a check would slow each start.
 * @param root the project's folder.
 * @throws an error that lists the invalid lines.
 */
export const checkTeamFiles = async (root: string): Promise<void> => {
  const problems = await teamFileProblems(root);
  if (problems.length === 0) return;
  const hint = 'CONTRIBUTING.md, "Add a team or a spelling", explains the fields of a line.';
  throw new Error(`team lists have invalid lines:\n${problems.join("\n")}\n${hint}`);
};
