/**
 * A backup of an embedded database is a tar archive. The first entry describes the backup. The last entry lists the files of the data
 * directory at one moment. A file that changed during the copy is in the archive twice, and the later entry counts.
 */
import { z } from "zod";

export const formatVersion = 1;
export const headName = "backup.json";
export const listName = "files.json";
/** Enough for a list of a million files. */
export const maxJsonBytes = 256 * 2 ** 20;

/** Names of entries from the data directory: the database and the secret for sign-in cookies. */
const entryName = /^(?:auth-secret|database(?:\/[A-Za-z0-9_][\w.-]*)+)$/;

export const isEntryName = (name: string): boolean => entryName.test(name);

const name = z.string().regex(entryName);

export const archiveHead = z.object({
  format: z.literal("oddskeeper-backup"),
  version: z.number().int().positive(),
  app_version: z.string(),
  /** The time of the last migration, in ms since the epoch. Versions before 0.2.0 wrote the number of migrations, which is far smaller than any time. */
  migrations: z.number().int().nonnegative(),
  created_at: z.iso.datetime(),
});
export type ArchiveHead = z.infer<typeof archiveHead>;

export const archiveList = z.object({
  /** The moment at which the files had the listed contents. */
  taken_at: z.iso.datetime(),
  folders: z.array(name),
  files: z.array(
    z.object({
      name,
      size: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type ArchiveList = z.infer<typeof archiveList>;
