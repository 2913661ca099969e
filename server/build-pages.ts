import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { compressStaticFiles } from "@/server/compress-static-files";

const sources = ["app", "public", "server", "db", "next.config.ts", "proxy.ts", "package-lock.json"];

const newestChange = async (file: string): Promise<number> => {
  const info = await stat(file).catch(() => undefined);
  if (info === undefined) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const children = await readdir(file);
  const changes = await Promise.all(children.map((child) => newestChange(path.join(file, child))));
  return Math.max(0, ...changes);
};

const builtAt = async (root: string): Promise<number> =>
  (await stat(path.join(root, ".next", "BUILD_ID")).catch(() => undefined))?.mtimeMs ?? 0;

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
export const runBuild = async (root: string): Promise<void> => {
  await runNextBuild(root);
  await compressStaticFiles(path.join(root, ".next", "static"));
};

/**
 * Builds the pages if there is no build or if a source is newer than the build.
 * @param root the project's folder.
 */
export const buildPages = async (root: string): Promise<void> => {
  const [built, ...changes] = await Promise.all([
    builtAt(root),
    ...sources.map((source) => newestChange(path.join(root, source))),
  ]);
  if (Math.max(...changes) > built) await runBuild(root);
};
