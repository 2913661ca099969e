import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { embeddedPaths } from "@/db/embedded-paths";

/** The permissions of group and others, as bits of a file's mode. */
const shared = 0o077;

type Attributes = { readonly mode?: number };
type SetAttributes = (node: unknown, attributes: Attributes) => void;
/** The part of PGlite's Emscripten module that writes to the disk. */
type DiskModule = { readonly NODEFS: { readonly node_ops: { setattr: SetAttributes } } };

/**
 * The umask makes new files private, but Emscripten then sets the mode of each new file to 0666. This function therefore removes the
 * permissions of group and others from every mode that Emscripten sets.
 */
const keepModesPrivate = ({ NODEFS }: DiskModule): void => {
  const operations = NODEFS.node_ops;
  const { setattr } = operations;
  operations.setattr = (node, attributes) =>
    setattr(node, attributes.mode == null ? attributes : { ...attributes, mode: attributes.mode & ~shared });
};

/** Opens a PGlite database on a folder. If the umask of the process is 0077, all new files and folders are private to their owner. */
export const openPglite = (folder: string, options: PGliteOptions = {}): Promise<PGlite> => {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = async (database, given) => {
    const { emscriptenOpts } = await init(database, given);
    const keepPrivate = (disk: unknown): void => keepModesPrivate(disk as DiskModule);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), keepPrivate] } };
  };
  return PGlite.create({ ...options, fs: files });
};

const entriesOf = (place: string): string[] =>
  lstatSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, encoding: "utf8" }).map((name) => path.join(place, name))
    : [];

/**
 * Removes the permissions of group and others from a data directory and from everything at the paths that `embeddedPaths` names. Leaves
 * symbolic links and all other files alone.
 */
export const makePrivate = (dataDir: string): void => {
  chmodSync(dataDir, 0o700);
  const places = Object.values(embeddedPaths(dataDir)).filter((place) => existsSync(place));
  for (const place of places.flatMap((each) => [each, ...entriesOf(each)])) {
    // Another process may have removed the file since it was listed.
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink() || (stat.mode & shared) === 0) continue;
    chmodSync(place, stat.mode & 0o777 & ~shared);
  }
};
