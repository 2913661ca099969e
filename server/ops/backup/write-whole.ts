import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { CommandFailure } from "@/server/ops/command-line";

/** Writes a file's or a folder's changes through to the disk. */
const flushToDisk = async (place: string): Promise<void> => {
  const handle = await open(place, "r");
  await handle.sync().finally(() => handle.close());
};

/** @throws CommandFailure where a backup must not be written. */
export const requireNewFile = async (file: string): Promise<void> => {
  if ((await stat(file).catch(() => undefined)) !== undefined)
    throw new CommandFailure(`${file} is there already: a backup replaces no file`);
  const folder = await stat(path.dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new CommandFailure(`${path.dirname(file)} is not a folder`);
};

/**
 * Makes a file whole or not at all, open to its owner alone: it is written under another name in the same folder, flushed to the disk and
 * renamed.
 * @param write fills the file at the path that it is given, which is there and empty.
 * @returns the file's size in bytes.
 */
export const writeWhole = async (file: string, write: (draft: string) => Promise<void>): Promise<number> => {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
  try {
    await (await open(draft, "wx", 0o600)).close();
    await write(draft);
    await flushToDisk(draft);
    const { size } = await stat(draft);
    await rename(draft, file);
    await flushToDisk(path.dirname(file));
    return size;
  } finally {
    await rm(draft, { force: true });
  }
};
