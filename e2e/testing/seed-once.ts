import { cp } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "@/db/embedded";
import { createDataDir, startService } from "@/e2e/testing/start-service";

declare module "vitest" {
  export interface ProvidedContext {
    readonly seededDir: string | undefined;
  }
}

export type DataDir = Awaited<ReturnType<typeof createDataDir>>;

const copyOf = async (original: string | undefined): Promise<DataDir> => {
  const directory = await createDataDir();
  if (original !== undefined) await cp(original, directory.dataDir, { recursive: true });
  return directory;
};

/** Data directories that services start on copies of, because the creation of a database takes seconds of processor time. */
export type SeededDirs = {
  /** A directory with a migrated database without rows. */
  readonly emptyDir: string;
  /** A directory with the simulated market's past. */
  readonly seededDir: string;
  readonly remove: () => Promise<void>;
};

/** Creates the directories. */
export const createSeededDirs = async (): Promise<SeededDirs> => {
  const empty = await createDataDir();
  const database = await startEmbeddedDatabase(empty.dataDir);
  await database.close();
  const seeded = await copyOf(empty.dataDir);
  const service = await startService(seeded.dataDir);
  await service.stop();
  return {
    emptyDir: empty.dataDir,
    seededDir: seeded.dataDir,
    remove: async () => {
      await empty.remove();
      await seeded.remove();
    },
  };
};

/** Vitest's global setup. `npm test` creates one directory for all of its steps and names it in SEEDED_DIR. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env.SEEDED_DIR;
  const created = given === undefined ? await createSeededDirs() : undefined;
  project.provide("seededDir", given ?? created?.seededDir);
  return async () => created?.remove();
};

/**
 * Creates a data directory for one service: a copy of `seededDir`, or an empty directory. A start on a copy takes a third of the processor
 * time, even if FEEDS is `none`. The caller removes the directory.
 */
export const createSeededDir = (seededDir: string | undefined = process.env.SEEDED_DIR): Promise<DataDir> =>
  copyOf(seededDir);

/** Creates a data directory with a database without rows for one service, or an empty directory. The caller removes the directory. */
export const createEmptyDir = (): Promise<DataDir> => copyOf(process.env.EMPTY_DIR);
