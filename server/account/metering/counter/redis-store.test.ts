import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { awaitStore } from "@/server/account/metering/open-meter";
import { startTestSentinel } from "@/server/account/metering/testing/redis-sentinel";
import { hasRedisServer, startTestRedis } from "@/server/account/metering/testing/redis-server";

/** The message of the first failed ping that states a cause. The first pings may be sent before the connection has failed. */
const causeOf = async (store: CounterStore): Promise<string> => {
  for (;;) {
    const message = await store.ping().then(
      () => "it responds",
      (error: Error) => error.message,
    );
    if (message !== "not connected") return message;
    await delay(10);
  }
};

test.skipIf(!hasRedisServer)("a store that cannot connect says why, without the password", async () => {
  const redis = await startTestRedis();
  try {
    await redis.admin.config("SET", "requirepass", "the-right-password");
    const refused = createRedisStore(redis.url.replace("//", "//:a%2Fwrong-password@"));
    const message = await causeOf(refused);
    await refused.close();
    expect(message).toContain("not connected: WRONGPASS");
    expect(message).not.toContain("wrong-password");
    await redis.stop("SIGKILL");
    const absent = createRedisStore(redis.url);
    expect(await causeOf(absent)).toContain("not connected: connect ECONNREFUSED");
    await absent.close();
  } finally {
    await redis.close();
  }
});

test.skipIf(!hasRedisServer)("a store that answers PING but runs no scripts cannot be used", async () => {
  const redis = await startTestRedis();
  const store = createRedisStore(redis.url);
  try {
    await awaitStore(store);
    await store.ping();
    await redis.admin.call("ACL", "SETUSER", "default", "-evalsha", "-eval");
    await expect(store.ping()).rejects.toThrow(/^ping: NOPERM/);
    await redis.admin.call("ACL", "SETUSER", "default", "+evalsha", "+eval");
    await store.ping();
  } finally {
    await store.close();
    await redis.close();
  }
});

test.skipIf(!hasRedisServer)("a store that runs scripts but refuses to write cannot be used", async () => {
  const redis = await startTestRedis();
  const store = createRedisStore(redis.url);
  try {
    await awaitStore(store);
    await redis.admin.config("SET", "maxmemory", "1");
    await expect(store.ping()).rejects.toThrow(/^ping: OOM/);
  } finally {
    await store.close();
    await redis.close();
  }
});

describe.skipIf(!hasRedisServer)("a server that can never be the counter store", () => {
  const refusal = async (url: string): Promise<string> => {
    const store = createRedisStore(url);
    return awaitStore(store)
      .then(
        () => "it started",
        (error: Error) => `${error.name}: ${error.message}`,
      )
      .finally(store.close);
  };

  test("a Redis Cluster prevents startup, with one line that says why and what to use instead", async () => {
    const cluster = await startTestRedis(["--cluster-enabled", "yes"]);
    try {
      expect(await refusal(cluster.url)).toMatch(
        /^UnsupportedStoreError: REDIS_URL: this is a Redis Cluster, .*; use .*$/,
      );
    } finally {
      await cluster.close();
    }
  });

  test("a Sentinel's port in REDIS_URL prevents startup, with one line that names the variables of Sentinels", async () => {
    const servers = await startTestSentinel();
    try {
      const line = await refusal(servers.sentinelUrl);
      expect(line).toMatch(/^UnsupportedStoreError: REDIS_URL: this is a Sentinel, .*REDIS_SENTINELS.*$/);
      expect(line).not.toContain(servers.address.sentinelPassword);
    } finally {
      await servers.close();
    }
  });
});

test.skipIf(!hasRedisServer)(
  "a Sentinel that cannot be reached or rejects the password is named as the cause, without a password",
  async () => {
    const servers = await startTestSentinel();
    try {
      for (const secrets of [{ sentinelPassword: "wrong-password" }, { password: "wrong-password" }]) {
        const refused = createRedisStore({ ...servers.address, ...secrets });
        const message = await causeOf(refused);
        await refused.close();
        expect(message).toMatch(/^not connected: ./);
        expect(message).not.toContain("password-of");
        expect(message).not.toContain("wrong-password");
      }
    } finally {
      await servers.close();
    }
  },
);
