import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { compressStaticFiles } from "@/server/compress-static-files";

const runNextBuild = (root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = createRequire(path.join(root, "package.json")).resolve("next/dist/bin/next");
    const child = spawn(process.execPath, [next, "build"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`next build ended with exit code ${code}`));
    });
  });

/**
 * Builds the pages and compresses their scripts and styles.
 * @param root the project's folder.
 */
export const buildSite = async (root: string): Promise<void> => {
  await runNextBuild(root);
  await compressStaticFiles(path.join(root, ".next", "static"));
};
