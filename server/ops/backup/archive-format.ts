/**
 * The file of an embedded database's backup: a tar archive. Its first entry says what it is and its last lists the data directory's files as
 * they were at one moment. A file that changed while it was first read is in the archive twice: the later entry counts.
 */
import { z } from "zod";

export const formatVersion = 1;
export const headName = "backup.json";
export const listName = "files.json";
/** A list of a million files fits. */
export const maxJsonBytes = 256 * 2 ** 20;

/** What the archive holds of a data directory: its database and its secret. Mails, lock and socket stay out. */
const entryName = /^(?:auth-secret|database(?:\/[A-Za-z0-9_][\w.-]*)+)$/;

/** Whether a name may be that of a file in a data directory. */
export const isEntryName = (name: string): boolean => entryName.test(name);

const name = z.string().regex(entryName);

export const archiveHead = z.object({
  format: z.literal("oddskeeper-backup"),
  version: z.number().int().positive(),
  app_version: z.string(),
  /** How many migrations the database has had. */
  migrations: z.number().int().nonnegative(),
  created_at: z.iso.datetime(),
});
export type ArchiveHead = z.infer<typeof archiveHead>;

export const archiveList = z.object({
  /** When the files were as listed. */
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
