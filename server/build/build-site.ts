import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { compressStaticFiles } from "@/server/build/compress-static-files";

/**
 * Builds the pages and compresses their scripts and styles.
 * @param root the project's folder.
 */
export const buildSite = async (root: string): Promise<void> => {
  const next = createRequire(path.join(root, "package.json")).resolve("next/dist/bin/next");
  execFileSync(process.execPath, [next, "build"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  await compressStaticFiles(path.join(root, ".next", "static"));
};
