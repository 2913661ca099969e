import { cp } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { makeDataDir, startService } from "@/e2e/testing/start-service";

declare module "vitest" {
  export interface ProvidedContext {
    readonly seededDir: string | undefined;
  }
}

/** Lets one service make its data directory for the whole run: each spec starts on a copy of it, which is seconds faster. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { dataDir, remove } = await makeDataDir();
  const service = await startService(dataDir);
  await service.stop();
  project.provide("seededDir", dataDir);
  return remove;
};

/** A directory for one service's data, with the simulated market's past in it where one was made; removed by the caller. */
export const makeSeededDir = async (seededDir: string | undefined): ReturnType<typeof makeDataDir> => {
  const made = await makeDataDir();
  if (seededDir !== undefined) await cp(seededDir, made.dataDir, { recursive: true });
  return made;
};
