import { Redis } from "ioredis";
import { type CounterStore, CounterStoreError, serverKey } from "@/server/metering/counter-store";
import { createSendTogether } from "@/server/metering/send-together";

/** Where a server's keys live: a server that was restarted, or that took over from another, may hold an older state than was last seen. */
const namespaceOf = (info: string): string => /^run_id:(\w{8})/m.exec(info)?.[1] ?? "shared";

/** The counter store on Redis over TCP. */
export const createRedisStore = (url: string): CounterStore => {
  const redis = new Redis(url, {
    // What cannot be sent now fails now, and what was sent is never sent again behind our back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    connectTimeout: 1_000,
    // A connection that is open and silent is given up.
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

  return createSendTogether({
    send: async (commands) => {
      if (namespace === undefined || redis.status !== "ready")
        throw new CounterStoreError("not connected", "no");
      const mine = `${namespace}:`;
      const pipeline = redis.pipeline();
      for (const { script, keys, args, whole } of commands) {
        const names = keys.map((key) => serverKey(key, mine));
        if (script === undefined) pipeline.ping();
        else if (whole) pipeline.eval(script.lua, names.length, ...names, ...args);
        else pipeline.evalsha(script.sha, names.length, ...names, ...args);
      }
      const answers = (await pipeline.exec()) ?? [];
      return answers.map(([error, reply]) => (error === null ? { reply } : { fault: error.message }));
    },
    close: () => redis.disconnect(),
  });
};
