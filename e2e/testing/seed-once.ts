import { cp } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { createDataDir, startService } from "@/e2e/testing/start-service";

declare module "vitest" {
  export interface ProvidedContext {
    readonly seededDir: string | undefined;
  }
}

export type DataDir = Awaited<ReturnType<typeof createDataDir>>;

/**
 * Creates a data directory with the simulated market's past. Specs start services on copies of it, which saves seconds per start. If
 * SEEDED_DIR is set, that directory is used instead: `npm test` creates one directory for all of its steps.
 */
export const seedDataDir = async (): Promise<DataDir> => {
  const given = process.env.SEEDED_DIR;
  if (given !== undefined) return { dataDir: given, remove: async () => undefined };
  const directory = await createDataDir();
  const service = await startService(directory.dataDir);
  await service.stop();
  return directory;
};

/** Vitest's global setup. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { dataDir, remove } = await seedDataDir();
  project.provide("seededDir", dataDir);
  return remove;
};

/** Creates a data directory for one service: a copy of `seededDir`, or an empty directory without one. The caller removes it. */
export const createSeededDir = async (seededDir: string | undefined): Promise<DataDir> => {
  const directory = await createDataDir();
  if (seededDir !== undefined) await cp(seededDir, directory.dataDir, { recursive: true });
  return directory;
};
