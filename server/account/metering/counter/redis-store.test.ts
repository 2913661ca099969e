import { describe, expect, test } from "vitest";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { awaitStore } from "@/server/account/metering/open-meter";
import { patientMs, responds, untilStoreResponds } from "@/server/account/metering/testing/patient-store";
import { startTestSentinel } from "@/server/account/metering/testing/redis-sentinel";
import { hasRedisServer, startTestRedis } from "@/server/account/metering/testing/redis-server";

/** The message of the first failed ping that states this cause. Earlier pings may come before the connection has failed. */
const messageOf = async (store: CounterStore, cause: RegExp): Promise<string> => {
  let message = "";
  const ping = async (): Promise<string> => {
    message = await store.ping().then(
      () => "it responds",
      (error: Error) => error.message,
    );
    return message;
  };
  await expect.poll(ping).toMatch(cause);
  return message;
};

test.skipIf(!hasRedisServer)("a store that cannot connect says why, without the password", async () => {
  const redis = await startTestRedis();
  try {
    await redis.admin.config("SET", "requirepass", "the-right-password");
    const refused = createRedisStore(redis.url.replace("//", "//:a%2Fwrong-password@"), patientMs);
    const message = await messageOf(refused, /not connected: WRONGPASS/);
    await refused.close();
    expect(message).not.toContain("wrong-password");
    await redis.stop("SIGKILL");
    const absent = createRedisStore(redis.url);
    await messageOf(absent, /not connected: connect ECONNREFUSED/);
    await absent.close();
  } finally {
    await redis.close();
  }
});

test.skipIf(!hasRedisServer)("a store that answers PING but runs no scripts cannot be used", async () => {
  const redis = await startTestRedis();
  const store = createRedisStore(redis.url, patientMs);
  try {
    await untilStoreResponds(store);
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
  const store = createRedisStore(redis.url, patientMs);
  try {
    await untilStoreResponds(store);
    await redis.admin.config("SET", "maxmemory", "1");
    await expect(store.ping()).rejects.toThrow(/^ping: OOM/);
  } finally {
    await store.close();
    await redis.close();
  }
});

describe.skipIf(!hasRedisServer)("a server that can never be the counter store", () => {
  const refusal = async (url: string): Promise<string> => {
    const store = createRedisStore(url, patientMs);
    const start = async (): Promise<string> => {
      // On a busy machine, the server may answer only after the time that a start waits.
      do await awaitStore(store);
      while (!(await responds(store)));
      return "it started";
    };
    return start()
      .catch((error: Error) => `${error.name}: ${error.message}`)
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
        const message = await messageOf(refused, /^not connected: ./);
        await refused.close();
        expect(message).not.toContain("password-of");
        expect(message).not.toContain("wrong-password");
      }
    } finally {
      await servers.close();
    }
  },
);
