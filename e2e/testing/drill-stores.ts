import { rm } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { postgresDatabase } from "@/db/testing";
import type { DrillStores } from "@/e2e/testing/restore-drill";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { startTestRedis } from "@/server/account/metering/testing/redis-server";

type OpenStores = DrillStores & { readonly close: () => Promise<void> };

/** One service on an embedded database. */
export const embeddedDrillStores = async (): Promise<OpenStores> => {
  const { dataDir, remove } = await createDataDir();
  const running: RunningService[] = [];
  return {
    backupFile: `${dataDir}.backup`,
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

/**
 * Two services on PostgreSQL and Redis. Only the database is destroyed; the counter store keeps the calls that were counted after the
 * backup.
 */
export const realDrillStores = async (): Promise<OpenStores> => {
  const database = await postgresDatabase();
  // A restore would treat an open connection pool as a running server, and fail.
  await database.db.$client.end();
  const redis = await startTestRedis();
  const { dataDir, remove } = await createDataDir();
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
    backupFile: path.join(dataDir, "backup"),
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
