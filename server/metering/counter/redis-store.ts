import { Redis } from "ioredis";
import {
  type Command,
  type CommandReply,
  createBatchedStore,
} from "@/server/metering/counter/batch-commands";
import { type CounterStore, CounterStoreError, serverKey } from "@/server/metering/counter/counter-store";

/** The namespace of one run of the Redis server. After a restart or a failover, Redis may have older data, which must not be used. */
const namespaceOf = (info: string): string => /^run_id:(\w{8})/m.exec(info)?.[1] ?? "shared";

/** The password as ioredis uses it, and as the URL spells it. */
const secretsOf = (url: string, used: string | undefined): readonly string[] => {
  const { password, searchParams } = new URL(url);
  return [used, password, searchParams.get("password")].flatMap((secret) => (secret ? [secret] : []));
};

/** An error of the connection in words, without the password. Errors of ioredis also have the AUTH command as a property. */
const describeProblem = (error: Error, secrets: readonly string[]): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), message || code || error.name);
};

/** The counter store on Redis over TCP. */
export const createRedisStore = (url: string): CounterStore => {
  const redis = new Redis(url, {
    // A command that cannot be sent fails at once, and no command is sent twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disableClientInfo: true,
    connectTimeout: 1_000,
    // Closes a connection that is open but does not respond.
    socketTimeout: 1_000,
    retryStrategy: (attempts) => Math.min(25 * attempts, 500),
  });
  let namespace: string | undefined;
  let connection = 0;
  const secrets = secretsOf(url, redis.options.password ?? undefined);
  let lastProblem: string | undefined;
  redis.on("error", (error) => {
    lastProblem = describeProblem(error, secrets);
  });
  redis.on("close", () => {
    connection += 1;
    namespace = undefined;
  });
  redis.on("ready", () => {
    const mine = connection;
    lastProblem = undefined;
    redis.info("server").then(
      (info) => {
        if (mine === connection) namespace = namespaceOf(info);
      },
      () => {
        if (mine === connection) redis.disconnect(true);
      },
    );
  });

  const run = async ({ script, keys, args, whole }: Command, mine: string): Promise<CommandReply> => {
    const names = keys.map((key) => serverKey(key, mine));
    try {
      if (script === undefined) return { reply: await redis.ping() };
      if (whole) return { reply: await redis.eval(script.lua, names.length, ...names, ...args) };
      return { reply: await redis.evalsha(script.sha, names.length, ...names, ...args) };
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) };
    }
  };

  return createBatchedStore({
    send: async (commands) => {
      if (namespace === undefined || redis.status !== "ready")
        throw new CounterStoreError(
          lastProblem === undefined ? "not connected" : `not connected: ${lastProblem}`,
        );
      const mine = `${namespace}:`;
      // ioredis's pipeline is not used: most batches are one command, so a pipeline costs more than it saves.
      return Promise.all(commands.map((command) => run(command, mine)));
    },
    close: () => redis.disconnect(),
  });
};
