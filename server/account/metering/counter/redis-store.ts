import { Redis, type RedisOptions } from "ioredis";
import { createBatchedStore, type Transport } from "@/server/account/metering/counter/batch-commands";
import {
  type CounterStore,
  CounterStoreError,
  keyPrefix,
  UnsupportedStoreError,
} from "@/server/account/metering/counter/counter-store";
import type { Words } from "@/server/account/metering/counter/store-client";
import { storeDeadlineMs } from "@/server/account/metering/timing";
import type { SentinelAddress } from "@/server/config";

/** The namespace of one run of the Redis server. After a restart or a failover, Redis may have older data, which must not be used. */
const namespaceOf = (info: string): string => /^run_id:(\w{8})/m.exec(info)?.[1] ?? "shared";

/** Why a server can never be the counter store, or undefined. `info` is its reply to INFO server. */
const findObstacle = (info: string): string | undefined => {
  const mode = /^redis_mode:(\w+)/m.exec(info)?.[1];
  if (mode === "cluster")
    return "this is a Redis Cluster, and one command carries the calls of many accounts, whose keys are on different nodes; use a Redis that is not a cluster, with Sentinel if it must fail over";
  if (mode === "sentinel")
    return "this is a Sentinel, which keeps no counters; set REDIS_SENTINELS and REDIS_SENTINEL_NAME instead of REDIS_URL";
  return undefined;
};

const secretsOf = (address: string | SentinelAddress, used: string | undefined): readonly string[] => {
  const { password, others } =
    typeof address === "string"
      ? { password: new URL(address).password, others: [new URL(address).searchParams.get("password")] }
      : { password: address.password, others: [address.sentinelPassword] };
  return [used, password, ...others].flatMap((secret) => (secret ? [secret] : []));
};

/** An error of the connection in words, without a password. Errors of ioredis also have the AUTH command as a property. */
const describeProblem = (error: Error, secrets: readonly string[]): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), message || code || error.name);
};

const reconnectMs = 25;

const common = {
  // A command that cannot be sent fails at once, and no command is sent twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  disableClientInfo: true,
  connectTimeout: 1_000,
  // Closes a connection that is open but does not respond.
  socketTimeout: 1_000,
  retryStrategy: (attempts) => Math.min(reconnectMs * attempts, 500),
  // A primary that was demoted may keep its connections. A new connection leads to the new primary.
  reconnectOnError: (error) => error.message.includes("READONLY"),
} as const satisfies RedisOptions;

const connect = (address: string | SentinelAddress, replyWithinMs: number): Redis => {
  const options = { ...common, socketTimeout: Math.max(common.socketTimeout, replyWithinMs) };
  if (typeof address === "string") return new Redis(address, options);
  const { sentinels, name, username, password, sentinelPassword, tls } = address;
  const security = tls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {};
  return new Redis({
    ...options,
    ...security,
    sentinels: [...sentinels],
    name,
    username,
    password,
    sentinelPassword,
    // Leaves the old primary as soon as the Sentinels have chosen another one.
    failoverDetector: true,
    sentinelRetryStrategy: common.retryStrategy,
    sentinelCommandTimeout: 1_000,
  });
};

/** The counter store on Redis over TCP: at a URL, or the primary that Sentinels name. */
export const createRedisStore = (
  address: string | SentinelAddress,
  replyWithinMs = storeDeadlineMs,
): CounterStore => {
  const redis = connect(address, replyWithinMs);
  let namespace: string | undefined;
  let obstacle: string | undefined;
  let connection = 0;
  let closed = false;
  const secrets = secretsOf(address, redis.options.password ?? undefined);
  let lastProblem: string | undefined;
  redis.on("error", (error) => {
    lastProblem = describeProblem(error, secrets);
  });
  redis.on("close", () => {
    connection += 1;
    namespace = undefined;
  });
  const reconnect = (): void => {
    // The event "error" reports the cause, and the event "end" starts the next attempt.
    if (!closed) redis.connect().catch(() => undefined);
  };
  // If a Sentinel reports a failover while ioredis is connecting to the old primary, ioredis ends the connection and never reconnects.
  redis.on("end", () => void setTimeout(reconnect, reconnectMs));
  redis.on("ready", () => {
    const mine = connection;
    redis.info("server").then(
      (info) => {
        if (mine !== connection) return;
        obstacle = findObstacle(info);
        lastProblem = undefined;
        namespace = namespaceOf(info);
      },
      (error: Error) => {
        lastProblem = describeProblem(error, secrets);
        if (mine === connection) redis.disconnect(true);
      },
    );
  });

  const run = ([name, ...args]: Words): Promise<{ result: unknown } | { error: string }> =>
    redis.call(String(name), ...args).then(
      (result) => ({ result }),
      (error: Error) => ({ error: error.message }),
    );

  const transport: Transport = {
    // ioredis's pipeline is not used: most batches are one command, so a pipeline costs more than it saves.
    sendAll: (commands) => Promise.all(commands.map(run)),
    keyPrefix: () => {
      if (obstacle !== undefined) throw new UnsupportedStoreError(obstacle);
      if (namespace !== undefined && redis.status === "ready") return `${keyPrefix}${namespace}:`;
      throw new CounterStoreError(
        lastProblem === undefined ? "not connected" : `not connected: ${lastProblem}`,
      );
    },
    giveUp: () => undefined,
    close: () => {
      closed = true;
      redis.disconnect();
    },
  };
  return createBatchedStore(transport, replyWithinMs);
};
