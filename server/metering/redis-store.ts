import { Redis } from "ioredis";
import {
  type CounterStore,
  CounterStoreError,
  type Reply,
  type Script,
  serverKey,
  storeDeadlineMs,
} from "@/server/metering/counter-store";
import { startDeadline } from "@/server/metering/deadline";
import { readReply } from "@/server/metering/read-reply";

const answeredInTime = <T>(answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = startDeadline(storeDeadlineMs, () => reject(new Error("no answer in time")));
    answer.then(resolve, reject).finally(stop);
  });

const notConnected = () => new CounterStoreError("not connected", "no");

/** Where a server's keys live: a server that was restarted, or that took over from another, may hold an older state than was last seen. */
const namespaceOf = (info: string): string => /^run_id:(\w{8})/m.exec(info)?.[1] ?? "shared";

/** The counter store on Redis over TCP. Commands of one turn of the event loop go out together. */
export const createRedisStore = (url: string): CounterStore => {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
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
    answeredInTime(redis.info("server")).then(
      (info) => {
        if (mine === connection) namespace = namespaceOf(info);
      },
      () => {
        if (mine === connection) redis.disconnect(true);
      },
    );
  });

  const evaluate = async (script: Script, keys: readonly string[], args: readonly (string | number)[]) => {
    try {
      return await answeredInTime(redis.evalsha(script.sha, keys.length, ...keys, ...args));
    } catch (error) {
      if (!String(error).includes("NOSCRIPT")) throw error;
      return await answeredInTime(redis.eval(script.lua, keys.length, ...keys, ...args));
    }
  };

  const run = async (
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<Reply> => {
    if (namespace === undefined || redis.status !== "ready") throw notConnected();
    const mine = `${namespace}:`;
    let reply: unknown;
    try {
      reply = await evaluate(
        script,
        keys.map((key) => serverKey(key, mine)),
        args,
      );
    } catch (error) {
      throw new CounterStoreError(`${script.name} failed`, "unknown", error);
    }
    return readReply(script.name, reply);
  };

  return {
    run,
    ping: async () => {
      if (namespace === undefined || redis.status !== "ready") throw notConnected();
      try {
        await answeredInTime(redis.ping());
      } catch (error) {
        throw new CounterStoreError("ping failed", "no", error);
      }
    },
    close: async () => redis.disconnect(),
  };
};
