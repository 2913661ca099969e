import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts, usagePeriods } from "@/db/schema";
import { type TestDatabase, testDatabase } from "@/db/testing";
import type { CounterStore } from "@/server/metering/counter-store";
import { createFollower } from "@/server/metering/follow-counters";
import type { Line } from "@/server/metering/ledger";
import { awaitStore } from "@/server/metering/open-meter";
import { createRedisStore } from "@/server/metering/redis-store";
import { createStoreCalls } from "@/server/metering/store-calls";
import { hasRedisServer, startTestRedis, type TestRedis } from "@/server/metering/testing/redis-server";

describe.skipIf(!hasRedisServer)("the ledger's follower", () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let store: CounterStore;
  beforeAll(async () => {
    database = await testDatabase();
    redis = await startTestRedis();
    store = createRedisStore(redis.url);
    await awaitStore(store);
  });
  afterAll(async () => {
    await store?.close();
    await redis?.close();
    await database?.close();
  });

  const addLines = async (number: number): Promise<Line[]> => {
    const now = new Date();
    const ids = Array.from({ length: number }, () => randomUUID());
    const { db } = database;
    await db
      .insert(accounts)
      .values(ids.map((id) => ({ id, email: `${id}@example.com`, plan: "growth", createdAt: now })));
    await db
      .insert(usagePeriods)
      .values(ids.map((id) => ({ accountId: id, periodStart: now, used: 0, epoch: 1 })));
    return ids.map((accountId) => ({ accountId, periodStart: now.getTime() }));
  };

  const follower = () =>
    createFollower(
      database.db,
      createStoreCalls(store, Date.now),
      Date.now,
      () => undefined,
      () => undefined,
    );

  it("has written all that was noted before when a flush ends, of however many accounts", async () => {
    const lines = await addLines(1_200);
    const following = follower();
    for (const line of lines) following.note(line, { epoch: 1, seq: 3, used: 3 });
    await following.flush();
    const written = await database.db.select({ used: usagePeriods.used }).from(usagePeriods);
    await following.close();
    expect(written.map(({ used }) => used)).toEqual(lines.map(() => 3));
  });

  it("ends a flush while more is noted without end", async () => {
    const [line] = await addLines(1);
    if (line === undefined) throw new Error("no line");
    const following = follower();
    let seq = 0;
    let noting = true;
    const noteOn = (): void => {
      if (!noting) return;
      seq += 1;
      following.note(line, { epoch: 1, seq, used: seq });
      setImmediate(noteOn);
    };
    noteOn();
    await following.flush();
    noting = false;
    await following.close();
    const used = await database.db.select({ used: usagePeriods.used }).from(usagePeriods);
    expect(used).toContainEqual({ used: seq });
  });
});
