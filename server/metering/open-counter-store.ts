import type { CounterStoreConfig } from "@/server/config";
import type { CounterStore } from "@/server/metering/counter-store";
import { createRedisStore } from "@/server/metering/redis-store";
import { createUpstashStore } from "@/server/metering/upstash-store";

/** Opens the configured counter store; undefined where the database itself is it. */
export const openCounterStore = (config: CounterStoreConfig): CounterStore | undefined => {
  if (config.kind === "redis") return createRedisStore(config.url);
  if (config.kind === "upstash") return createUpstashStore(config.url, config.token);
  return undefined;
};
