import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { extract } from "tar-stream";
import type { z } from "zod";
import {
  type ArchiveHead,
  type ArchiveList,
  archiveHead,
  archiveList,
  formatVersion,
  headName,
  isEntryName,
  listName,
  maxJsonBytes,
} from "@/server/ops/backup/archive-format";
import { CommandFailure } from "@/server/ops/command-line";

type Bytes = AsyncIterable<Buffer>;
type Written = { readonly size: number; readonly sha256: string };

const readJson = async <T>(bytes: Bytes, size: number, schema: z.ZodType<T>, message: string): Promise<T> => {
  if (size > maxJsonBytes) throw new CommandFailure(message);
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new CommandFailure(message);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new CommandFailure(message);
  return parsed.data;
};

const writeFlushed = async (
  file: string,
  bytes: Bytes,
  onBytes: (bytes: number) => void,
): Promise<Written> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const handle = await open(file, "w", 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      onBytes(chunk.length);
      // Unlike writeFile(), write() may write only a part of the chunk.
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest("hex") };
};

const checkHead = (head: ArchiveHead, migrations: number): void => {
  if (head.version > formatVersion || head.migrations > migrations)
    throw new CommandFailure(
      `the backup was created by a later version (${head.app_version}): restore it with that version`,
    );
};

const checkFiles = (list: ArchiveList, written: ReadonlyMap<string, Written>): void => {
  for (const { name, size, sha256 } of list.files) {
    const found = written.get(name);
    if (found === undefined || found.size !== size || found.sha256 !== sha256)
      throw new CommandFailure(`the backup is damaged: ${name} does not have the listed content`);
  }
};

/**
 * Extracts an archive into a folder and checks each file against the archive's list.
 * @param migrations the time of the last migration that this version knows, in ms since the epoch.
 * @throws CommandFailure if the file is not a backup, is damaged or truncated, or was created by a later version. After a failure, discard the folder.
 */
export const readArchive = async (
  file: string,
  folder: string,
  migrations: number,
  onBytes: (bytes: number) => void,
): Promise<{ readonly head: ArchiveHead; readonly list: ArchiveList }> => {
  const message = `${file} is not a backup of an embedded database`;
  const written = new Map<string, Written>();
  let head: ArchiveHead | undefined;
  let list: ArchiveList | undefined;
  const archive = extract();
  const input = createReadStream(file);
  input.once("error", (error) => archive.destroy(error));
  try {
    for await (const entry of input.pipe(archive)) {
      const { name, size = 0, type } = entry.header;
      const bytes = entry as unknown as Bytes;
      if (type !== "file" || list !== undefined) throw new CommandFailure(message);
      if (head === undefined) {
        if (name !== headName) throw new CommandFailure(message);
        head = await readJson(bytes, size, archiveHead, message);
        checkHead(head, migrations);
      } else if (name === listName) list = await readJson(bytes, size, archiveList, message);
      else if (isEntryName(name))
        written.set(name, await writeFlushed(path.join(folder, name), bytes, onBytes));
      else throw new CommandFailure(message);
    }
  } catch (error) {
    if (error instanceof CommandFailure || (error instanceof Error && "code" in error)) throw error;
    throw new CommandFailure(head === undefined ? message : "the backup is damaged or truncated");
  } finally {
    input.destroy();
  }
  if (head === undefined) throw new CommandFailure(message);
  if (list === undefined) throw new CommandFailure("the backup is truncated");
  checkFiles(list, written);
  const listed = new Set(list.files.map(({ name }) => name));
  for (const name of written.keys()) if (!listed.has(name)) await rm(path.join(folder, name));
  for (const name of list.folders) await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  return { head, list };
};
