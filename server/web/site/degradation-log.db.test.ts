import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "@/db/connect";
import { degradations } from "@/db/schema/degradations";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { createDegradationLog, type DegradationLog } from "@/server/web/site/degradation-log";
import { forgetDegradations } from "@/server/web/site/degradation-rows";

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(() => store.db.execute(sql`delete from degradations`));

/** The test sets the clock and the failing parts. The log observes only when the test calls `observe`. */
const openLog = (db: Database = store.db) => {
  const state = { now: Date.now() - 600_000, failing: [] as string[], warnings: 0 };
  const log = createDegradationLog({
    db,
    clock: () => state.now,
    listFailing: () => state.failing,
    warn: () => {
      state.warnings += 1;
      return true;
    },
    observeEveryMs: 2 ** 31 - 1,
  });
  return { state, log };
};

const observeAt = ({ state, log }: ReturnType<typeof openLog>, at: number, failing: readonly string[]) => {
  state.now = at;
  state.failing = [...failing];
  log.observe();
};

/** On a busy machine, the log may give up a read of the database and return an incomplete list. */
const readComplete = async (log: DegradationLog) => {
  let list = await log.read();
  while (!list.isComplete) list = await log.read();
  return list;
};

const partsOf = async (log: DegradationLog, read = log.read) => {
  const { degradations: list } = await read();
  return list.map(({ part, beganAt, seenAt }) => [part, seenAt - beganAt]);
};

test("after a restart, the log still has each earlier failure with its start and its end", async () => {
  const before = openLog();
  const start = before.state.now;
  observeAt(before, start, ["counter_store"]);
  observeAt(before, start + 5_000, ["counter_store"]);
  await before.log.flush();
  observeAt(before, start + 20_000, ["counter_store", "feed:kalshi"]);
  observeAt(before, start + 25_000, []);
  await before.log.close();
  const after = openLog();
  expect(await readComplete(after.log)).toEqual({
    degradations: [
      { part: "feed:kalshi", beganAt: start + 20_000, seenAt: start + 20_000 },
      { part: "counter_store", beganAt: start, seenAt: start + 20_000 },
    ],
    isComplete: true,
  });
  await after.log.close();
});

test("while no part of the service fails, the log writes nothing to the database", async () => {
  const quiet = openLog();
  observeAt(quiet, quiet.state.now, []);
  await quiet.log.close();
  expect(await store.db.$count(degradations)).toBe(0);
});

test("while the database is unavailable, the log is marked as incomplete, and observations are kept and written later", async () => {
  const disconnected = store.connect();
  await disconnected.$client.end();
  const failing = openLog(disconnected);
  const start = failing.state.now;
  observeAt(failing, start, ["database"]);
  await failing.log.flush();
  expect(failing.state.warnings).toBe(0);
  observeAt(failing, start + 5_000, ["database"]);
  expect((await failing.log.read()).isComplete).toBe(false);
  expect(await partsOf(failing.log)).toEqual([["database", 5_000]]);
  await failing.log.close();

  // A second log cannot reach the database at first. Before this log closes, the database becomes available.
  let isUnavailable = true;
  const flaky = new Proxy(store.db, {
    get: (target, name, receiver) =>
      name === "execute" && isUnavailable
        ? () => Promise.reject(new Error("the database is unavailable"))
        : Reflect.get(target, name, receiver),
  });
  const recovering = openLog(flaky);
  observeAt(recovering, start, ["database"]);
  observeAt(recovering, start + 5_000, []);
  await recovering.log.flush();
  expect(recovering.state.warnings).toBe(1);
  isUnavailable = false;
  await recovering.log.close();
  const reader = openLog();
  expect(await partsOf(reader.log, () => readComplete(reader.log))).toEqual([["database", 0]]);
  await reader.log.close();
});

test("the log keeps at most 200 failures in memory, and in the database only the newest 500 of the last 30 days", async () => {
  const disconnected = store.connect();
  await disconnected.$client.end();
  const flapping = openLog(disconnected);
  const start = flapping.state.now;
  for (let turn = 0; turn < 300; turn++) {
    observeAt(flapping, start + turn * 200_000, ["counter_store"]);
    observeAt(flapping, start + turn * 200_000 + 1, []);
  }
  expect((await flapping.log.read()).degradations.length).toBe(200);
  await flapping.log.close();

  await store.db.execute(sql`
    insert into degradations select 'database', now() - n * interval '1 minute', now() from generate_series(1, 600) as n`);
  await store.db.execute(
    sql`insert into degradations values ('feed:old', now() - interval '31 days', now())`,
  );
  await forgetDegradations(store.db);
  expect(await store.db.$count(degradations)).toBe(500);
  await store.db.execute(sql`delete from degradations where part = 'database'`);
  await store.db.execute(
    sql`insert into degradations values ('feed:old', now() - interval '31 days', now())`,
  );
  await forgetDegradations(store.db);
  expect(await store.db.$count(degradations)).toBe(0);
});
