/** Plain JavaScript, so that `npm start` does not load the TypeScript loader, which costs a second and 100 MB. */
import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/** The bundled server, relative to the project's folder. A build writes the bundle last, so the bundle's time is the build's time. */
export const bundledServer = path.join(".next", "bundle", "server", "main.mjs");

const sources = [
  "app",
  "public",
  "server",
  "db",
  "next.config.ts",
  "proxy.ts",
  "package-lock.json",
  "tsconfig.json",
];

/**
 * @param {string} file a file or folder.
 * @returns {Promise<number>} ms since the epoch; 0 if the file does not exist.
 */
const newestChange = async (file) => {
  const info = await stat(file).catch(() => undefined);
  if (info === undefined) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const children = await readdir(file);
  const changes = await Promise.all(children.map((child) => newestChange(path.join(file, child))));
  return Math.max(0, ...changes);
};

/**
 * @param {string} root the project's folder.
 * @returns {Promise<void>}
 */
const build = (root) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", "server/build.ts"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`the build ended with ${signal ?? `exit code ${code}`}`));
    });
  });

/**
 * Builds the site and the server if there is no build or a source is newer.
 * @param {string} root the project's folder.
 * @returns {Promise<void>}
 */
export const buildIfOld = async (root) => {
  const [builtAt, ...changes] = await Promise.all(
    [bundledServer, ...sources].map((name) => newestChange(path.join(root, name))),
  );
  if (Math.max(...changes) > builtAt) await build(root);
};
