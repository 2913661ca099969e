/** Plain JavaScript, so that `npm start` does not load the TypeScript loader, which costs a second and 100 MB. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** The bundled server, relative to the project's folder. */
export const bundledServer = path.join(".next", "bundle", "server", "run", "main.mjs");
/** The file with the fingerprint of the existing build's sources. A build writes this file last. */
const fingerprintFile = path.join(".next", "bundle", "sources");

const sources = [
  "app",
  "public",
  "server",
  "db",
  "patches",
  "next.config.ts",
  "proxy.ts",
  "package-lock.json",
  "tsconfig.json",
  "CHANGELOG.md",
];

/**
 * @param {string} root the project's folder.
 * @param {string} name a file or folder in `root`.
 * @returns {Promise<string[]>} a line with name, size and modification time for each file.
 */
const listFiles = async (root, name) => {
  const file = path.join(root, name);
  const info = await stat(file).catch(() => undefined);
  if (info === undefined) return [];
  if (!info.isDirectory()) return [`${name} ${info.size} ${info.mtimeMs}`];
  const children = await readdir(file);
  const lists = await Promise.all(children.sort().map((child) => listFiles(root, path.join(name, child))));
  return lists.flat();
};

/**
 * Identifies the sources of a build by their names, sizes and modification times. Any change of a modification time changes the
 * fingerprint, even a change to an earlier time.
 * @param {string} root the project's folder.
 * @returns {Promise<string>}
 */
export const fingerprintOf = async (root) => {
  const lists = await Promise.all(sources.map((name) => listFiles(root, name)));
  return createHash("sha256").update(lists.flat().join("\n")).digest("hex");
};

/**
 * Marks the build as complete.
 * @param {string} root the project's folder.
 * @param {string} fingerprint the fingerprint of the sources, computed before the build.
 * @returns {Promise<void>}
 */
export const completeBuild = (root, fingerprint) => writeFile(path.join(root, fingerprintFile), fingerprint);

/**
 * @param {string} root the project's folder.
 * @returns {Promise<void>}
 */
const build = (root) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", "server/build/build.ts"], {
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
 * Builds the site and the server, unless there is a complete build of the current sources.
 * @param {string} root the project's folder.
 * @returns {Promise<void>}
 */
export const buildIfOld = async (root) => {
  const built = await readFile(path.join(root, fingerprintFile), "utf8").catch(() => undefined);
  if (built !== (await fingerprintOf(root))) await build(root);
};
