import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** The first release that was published. */
const firstRelease = "cbad7a2b5e8b285139d68bf81f378e8c38e63ab7";

/** The commit that UPGRADE_FROM names, else the first release. */
export const upgradeFrom = process.env.UPGRADE_FROM ?? firstRelease;

/** Why this clone cannot check out a commit; undefined if it can. */
export const missingRelease = (commit: string): string | undefined => {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { stdio: "ignore" });
    return undefined;
  } catch {
    return `commit ${commit} is not in this clone`;
  }
};

const inherit = (command: string, root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn("sh", ["-euc", command], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with exit code ${code}`)),
    );
  });

/** Checks a release out into a new folder, installs its dependencies there and builds it. */
export const buildRelease = async (
  commit: string,
): Promise<{ readonly root: string; readonly remove: () => Promise<void> }> => {
  const root = await mkdtemp(path.join(tmpdir(), "oddskeeper-release-"));
  await inherit(`git archive "${commit}" | tar -x -C "${root}"`, process.cwd());
  await inherit("npm ci --no-audit --no-fund && npm run -s build", root);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
};
