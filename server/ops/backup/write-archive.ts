import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { type Pack, pack } from "tar-stream";
import {
  type ArchiveHead,
  type ArchiveList,
  headName,
  isEntryName,
  listName,
} from "@/server/ops/backup/archive-format";

const chunkBytes = 2 ** 20;
/**
 * File times have a limited resolution: two changes within `tickMs` may leave the same modification time. If a file changed at most
 * `tickMs` before its first copy, an equal modification time proves nothing. So the file is copied again while writes are paused.
 */
const tickMs = 1_000;

type Copied = { readonly size: number; readonly stamp: string; readonly sha256: string };

/** Reads exactly `size` bytes. If the file has become shorter, zeros replace the missing bytes, and the file is copied again later. */
async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const chunk = Buffer.allocUnsafe(Math.min(left, chunkBytes));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length);
    yield bytesRead === 0 ? chunk.fill(0) : chunk.subarray(0, bytesRead);
    left -= bytesRead === 0 ? chunk.length : bytesRead;
  }
}

const addText = (archive: Pack, name: string, value: unknown): void => {
  archive.entry({ name, mode: 0o600 }, JSON.stringify(value));
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Copies files into an archive. A file that is unchanged since its last copy is skipped. */
const createCopier = (archive: Pack, dataDir: string, onBytes: (bytes: number) => void) => {
  const copied = new Map<string, Copied>();

  const copyOpened = async (name: string, handle: FileHandle): Promise<Copied> => {
    const checkedAt = Date.now();
    const info = await handle.stat({ bigint: true });
    const stamp = `${info.ino} ${info.size} ${info.mtimeNs}`;
    const previous = copied.get(name);
    if (previous?.stamp === stamp) return previous;
    const size = Number(info.size);
    const hash = createHash("sha256");
    const entry = archive.entry({ name, size, mode: 0o600, mtime: new Date(Number(info.mtimeMs)) });
    await pipeline(
      readExactly(handle, size),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          onBytes(chunk.length);
          yield chunk;
        }
      },
      entry,
    );
    const isSettled = Number(info.mtimeMs) < checkedAt - tickMs;
    const result = { size, stamp: isSettled ? stamp : "", sha256: hash.digest("hex") };
    copied.set(name, result);
    return result;
  };

  /** Opens the file before its entry begins, so that a missing file leaves no partial entry. */
  const copy = async (name: string): Promise<Copied> => {
    const handle = await open(path.join(dataDir, name), "r");
    try {
      return await copyOpened(name, handle);
    } finally {
      await handle.close();
    }
  };

  return {
    copy,
    copyIfExists: async (name: string): Promise<void> => {
      await copy(name).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  };
};

/**
 * Lists the files and folders of a data directory that belong in a backup.
 * @param walSegment the write-ahead log's newest segment in use. If undefined, the log is omitted.
 */
const listEntries = async (dataDir: string, walSegment: string | undefined) => {
  const folders: string[] = [];
  const files: string[] = [];
  const database = path.join(dataDir, "database");
  for (const entry of await readdir(database, { recursive: true, withFileTypes: true })) {
    const name = path.relative(dataDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/");
    if (!isEntryName(name)) throw new Error(`the database has a file with an unexpected name: ${name}`);
    if (entry.isDirectory()) folders.push(name);
    // Spare log segments are left out. PostgreSQL keeps them for later use, and their numbers are higher than that of `walSegment`.
    else if (walSegment === undefined ? !name.startsWith("database/pg_wal/") : !isSpareLog(name, walSegment))
      files.push(name);
  }
  // The file is missing if AUTH_SECRET is set.
  if ((await stat(path.join(dataDir, "auth-secret")).catch(() => undefined)) !== undefined)
    files.push("auth-secret");
  return { folders: ["database", ...folders].filter(isEntryName), files };
};

const isSpareLog = (name: string, walSegment: string): boolean => {
  const segment = /^database\/pg_wal\/([0-9A-F]{24})$/.exec(name)?.[1];
  return segment !== undefined && segment > walSegment;
};

export type ArchiveSource = {
  readonly dataDir: string;
  readonly head: ArchiveHead;
  /**
   * Flushes the database, and runs `work` while nothing writes to the database's files. `walSegment` is the write-ahead log's newest
   * segment in use.
   */
  readonly hold: (work: (walSegment: string) => Promise<void>) => Promise<void>;
  /** Called with the number of bytes of each copied chunk. */
  readonly onBytes: (bytes: number) => void;
};

/**
 * Writes a data directory into an archive. First copies the files while the database is in use. Then pauses writes, and copies the
 * write-ahead log and the files that changed since their first copy.
 * Needs one to two megabytes of memory, independent of the size of the database.
 */
export const writeArchive = async (
  file: string,
  { dataDir, head, hold, onBytes }: ArchiveSource,
): Promise<ArchiveList> => {
  const archive = pack();
  const output = createWriteStream(file, { flags: "r+" });
  const written = pipeline(archive, output);
  // Awaited below. The empty handler only prevents an unhandled rejection until then.
  written.catch(() => undefined);
  const copier = createCopier(archive, dataDir, onBytes);
  try {
    addText(archive, headName, head);
    for (const name of (await listEntries(dataDir, undefined)).files) await copier.copyIfExists(name);
    let list: ArchiveList | undefined;
    await hold(async (walSegment) => {
      const takenAt = new Date().toISOString();
      const { folders, files } = await listEntries(dataDir, walSegment);
      const listed = [];
      for (const name of files) {
        const { size, sha256 } = await copier.copy(name);
        listed.push({ name, size, sha256 });
      }
      list = { taken_at: takenAt, folders, files: listed };
    });
    if (list === undefined) throw new Error("writes to the database were never paused");
    addText(archive, listName, list);
    archive.finalize();
    await written;
    return list;
  } catch (error) {
    archive.destroy();
    // The error below is the cause of a failed output too.
    await finished(output).catch(() => undefined);
    throw error;
  }
};
