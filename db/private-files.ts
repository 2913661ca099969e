import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { embeddedPaths } from "@/db/embedded-paths";

/** What group and others may do, as bits of a file's mode. */
const shared = 0o077;

type Attributes = { readonly mode?: number };
type SetAttributes = (node: unknown, attributes: Attributes) => void;
type MountedFiles = {
  readonly filesystems: { readonly NODEFS: { readonly node_ops: { setattr: SetAttributes } } };
};

/** Emscripten sets the mode 0666 on each file that it has made, whatever this process's umask is. */
const keepModesPrivate = ({ filesystems }: MountedFiles): void => {
  const operations = filesystems.NODEFS.node_ops;
  const { setattr } = operations;
  operations.setattr = (node, attributes) =>
    setattr(node, attributes.mode == null ? attributes : { ...attributes, mode: attributes.mode & ~shared });
};

/** Opens a PGlite database on a folder. Its new files and folders are open to their owner alone, given that the umask is 0077. */
export const openPglite = (folder: string, options: PGliteOptions = {}): Promise<PGlite> => {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = async (database, given) => {
    const { emscriptenOpts } = await init(database, given);
    const mend = ({ FS }: { readonly FS: unknown }): void => keepModesPrivate(FS as MountedFiles);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), mend] } };
  };
  return PGlite.create({ ...options, fs: files });
};

const entriesOf = (place: string): string[] =>
  lstatSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, encoding: "utf8" }).map((name) => path.join(place, name))
    : [];

/**
 * Closes what a data directory holds of ours to group and others. Symbolic links are left alone, and so is what somebody else put into it
 * and may own.
 */
export const makePrivate = (dataDir: string): void => {
  chmodSync(dataDir, 0o700);
  const places = Object.values(embeddedPaths(dataDir)).filter((place) => existsSync(place));
  for (const place of places.flatMap((each) => [each, ...entriesOf(each)])) {
    // Another process may remove a file meanwhile.
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink() || (stat.mode & shared) === 0) continue;
    chmodSync(place, stat.mode & 0o777 & ~shared);
  }
};
