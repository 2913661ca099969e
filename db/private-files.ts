import { chmodSync, lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

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

/** Closes everything in a folder, and the folder, to group and others. Symbolic links are left alone. */
export const makePrivate = (folder: string): void => {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { mode } = lstatSync(file);
    if ((mode & shared) !== 0) chmodSync(file, mode & 0o777 & ~shared);
  }
};
