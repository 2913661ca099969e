import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CounterStore } from "@/server/metering/counter/counter-store";
import { createRedisStore } from "@/server/metering/counter/redis-store";
import { hasRedisServer, startTestRedis } from "@/server/metering/testing/redis-server";

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
