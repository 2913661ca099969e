import { Redis } from "ioredis";
import { createBatchedStore } from "@/server/metering/counter/batch-commands";
import { type CounterStore, CounterStoreError, serverKey } from "@/server/metering/counter/counter-store";

/** The namespace of one run of the server. After a restart or a failover it may have an older state, which must not be used. */
const namespaceOf = (info: string): string => /^run_id:(\w{8})/m.exec(info)?.[1] ?? "shared";

/** The counter store on Redis over TCP. */
export const createRedisStore = (url: string): CounterStore => {
  const redis = new Redis(url, {
    // A command that cannot be sent fails at once, and no command is sent twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    connectTimeout: 1_000,
    // Closes a connection that is open and silent.
    socketTimeout: 1_000,
    retryStrategy: (attempts) => Math.min(25 * attempts, 500),
  });
  let namespace: string | undefined;
  let connection = 0;
  redis.on("error", () => undefined);
  redis.on("close", () => {
    connection += 1;
    namespace = undefined;
  });
  redis.on("ready", () => {
    const mine = connection;
    redis.info("server").then(
      (info) => {
        if (mine === connection) namespace = namespaceOf(info);
      },
      () => {
        if (mine === connection) redis.disconnect(true);
      },
    );
  });

  return createBatchedStore({
    send: async (commands) => {
      if (namespace === undefined || redis.status !== "ready") throw new CounterStoreError("not connected");
      const mine = `${namespace}:`;
      const pipeline = redis.pipeline();
      for (const { script, keys, args, whole } of commands) {
        const names = keys.map((key) => serverKey(key, mine));
        if (script === undefined) pipeline.ping();
        else if (whole) pipeline.eval(script.lua, names.length, ...names, ...args);
        else pipeline.evalsha(script.sha, names.length, ...names, ...args);
      }
      const replies = (await pipeline.exec()) ?? [];
      return replies.map(([error, reply]) => (error === null ? { reply } : { fault: error.message }));
    },
    close: () => redis.disconnect(),
  });
};
