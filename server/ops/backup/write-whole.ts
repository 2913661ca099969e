import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { CommandFailure } from "@/server/ops/command-line";

const flushToDisk = async (place: string): Promise<void> => {
  const handle = await open(place, "r");
  await handle.sync().finally(() => handle.close());
};

/** @throws CommandFailure if the file already exists, or if its folder is missing. */
export const requireNewFile = async (file: string): Promise<void> => {
  // A file that cannot be read is found when the draft is created.
  if ((await stat(file).catch(() => undefined)) !== undefined)
    throw new CommandFailure(`${file} already exists, and a backup never replaces a file`);
  // Missing or unreadable: the message is the same.
  const folder = await stat(path.dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new CommandFailure(`${path.dirname(file)} is not a folder`);
};

/**
 * Creates a file atomically, readable by its owner only: writes a draft in the same folder, flushes it to disk and renames it.
 * @param write writes the content to the draft, which is empty at first.
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
