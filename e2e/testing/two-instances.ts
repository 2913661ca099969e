import { writeFile } from "node:fs/promises";
import path from "node:path";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import {
  hasRedisServer,
  startTestRedis,
  type TestRedis,
} from "@/server/account/metering/testing/redis-server";
import { startUpstashGateway, type UpstashGateway } from "@/server/account/metering/testing/upstash-gateway";
import { dayMs } from "@/server/domain/durations";

/** Why this machine cannot start instances on real stores; undefined if it can. */
export const missingStores: string | undefined =
  process.env.TEST_DATABASE_URL === undefined
    ? "TEST_DATABASE_URL is not set"
    : hasRedisServer
      ? undefined
      : "redis-server is not installed";

export type RealStores = {
  readonly database: TestDatabase;
  readonly redis: TestRedis;
  readonly gateway: UpstashGateway;
  /** Starts an instance on these stores, with the counter store over TCP or REST. `close` ends it. */
  readonly start: (
    over: "tcp" | "rest",
    environment?: Readonly<Record<string, string>>,
  ) => Promise<RunningService>;
  readonly close: () => Promise<void>;
};

const sport = "icehockey_nhl";
/** A counted call that returns prices. */
export const pricesPath = `/v1/sports/${sport}/odds?markets=h2h`;

const snapshot = (): string => {
  const now = Date.now();
  return JSON.stringify({
    book: "northline",
    book_title: "Northline",
    book_kind: "sportsbook",
    update_interval_seconds: 600,
    sport,
    fetched_at: new Date(now).toISOString(),
    events: [
      {
        ref: "1",
        commence_time: new Date(now + dayMs).toISOString(),
        home: "Boston Bruins",
        away: "New York Rangers",
        markets: [
          {
            key: "h2h",
            outcomes: [
              { side: "home", american: -120 },
              { side: "away", american: 104 },
            ],
          },
        ],
      },
    ],
  });
};

/** Imports the prices of `pricesPath` with the service's command line. */
export const importPrices = async (service: RunningService, dataDir: string): Promise<void> => {
  const file = path.join(dataDir, "prices.jsonl");
  await writeFile(file, snapshot());
  const { code, stderr } = await service.ops("feed", "import", "--format", "native", "--file", file);
  if (code !== 0) throw new Error(`the prices were not imported:\n${stderr}`);
};

/** Creates the stores that the instances share: a database, and Redis with a REST gateway. */
export const openRealStores = async (): Promise<RealStores> => {
  const database = await postgresDatabase();
  const redis = await startTestRedis();
  const gateway = await startUpstashGateway(redis.url);
  const directory = await createDataDir();
  const running: RunningService[] = [];
  const counterStore = {
    tcp: { REDIS_URL: redis.url },
    rest: { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token },
  };
  let imported = false;

  const start: RealStores["start"] = async (over, environment = {}) => {
    if (!("url" in database.address)) throw new Error("the database has no URL");
    const service = await startService(directory.dataDir, {
      DATABASE_URL: database.address.url,
      ...counterStore[over],
      HOST: "127.0.0.1",
      FEEDS: "none",
      AUTH_SECRET: "a secret that both instances share, for tests alone",
      ...environment,
    });
    running.push(service);
    if (!imported) {
      await importPrices(service, directory.dataDir);
      imported = true;
    }
    return service;
  };

  return {
    database,
    redis,
    gateway,
    start,
    close: async () => {
      await Promise.all(running.map((service) => service.stop("SIGKILL")));
      await gateway.close();
      await redis.close();
      await database.close();
      await directory.remove();
    },
  };
};
