import { rm } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { postgresDatabase } from "@/db/testing";
import type { DrillStores } from "@/e2e/testing/restore-drill";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { makeDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { startTestRedis } from "@/server/metering/testing/redis-server";

type OpenStores = DrillStores & { readonly close: () => Promise<void> };

/** One service on an embedded database. @param seededDir a data directory to begin with a copy of. */
export const embeddedDrillStores = async (seededDir?: string): Promise<OpenStores> => {
  const { dataDir, remove } = await makeSeededDir(seededDir);
  const running: RunningService[] = [];
  return {
    file: `${dataDir}.backup`,
    start: async (feeds) => {
      const service = await startService(dataDir, { FEEDS: feeds });
      running.push(service);
      return [service];
    },
    destroy: () => rm(dataDir, { recursive: true }),
    close: async () => {
      await Promise.all(running.map((service) => service.stop("SIGKILL")));
      await rm(`${dataDir}.backup`, { force: true });
      await remove();
    },
  };
};

/** Two services on a PostgreSQL and a Redis. What is destroyed is the database: the counter store has gone on since the backup. */
export const realDrillStores = async (): Promise<OpenStores> => {
  const database = await postgresDatabase();
  // A pool of this process would look like a server that runs.
  await database.db.$client.end();
  const redis = await startTestRedis();
  const { dataDir, remove } = await makeDataDir();
  const running: RunningService[] = [];
  const url = "url" in database.address ? database.address.url : "";
  const startOne = async (feeds: string): Promise<RunningService> => {
    const service = await startService(dataDir, {
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      HOST: "127.0.0.1",
      FEEDS: feeds,
      AUTH_SECRET: "a secret that both instances share, for tests alone",
    });
    running.push(service);
    return service;
  };
  return {
    file: path.join(dataDir, "backup"),
    start: async (feeds) => [await startOne(feeds), await startOne("none")],
    destroy: async () => {
      const admin = postgres(url, { max: 1, onnotice: () => undefined });
      await admin.unsafe("drop schema public cascade; create schema public; drop schema drizzle cascade");
      await admin.end();
    },
    close: async () => {
      await Promise.all(running.map((service) => service.stop("SIGKILL")));
      await redis.close();
      await database.close();
      await remove();
    },
  };
};
