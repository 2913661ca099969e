import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { count } from "drizzle-orm";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { DatabaseAddress } from "@/db/connect";
import { observations } from "@/db/schema/archive";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { reservePort } from "@/server/account/metering/testing/reserve-port";
import { beforeRecording, callsInProgress } from "@/server/clock/calls-in-progress";
import { dayMs } from "@/server/domain/durations";
import { ApiError } from "@/server/domain/errors/api-error";
import { createFeedToken, revokeFeedToken } from "@/server/ingest/delivery/feed-token";
import { createRecordingThread, type RecordingThread } from "@/server/ingest/delivery/recording-thread";
import { forgetRecordings } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";

const start = Date.now() + dayMs;
const sports = ["icehockey_nhl", "basketball_nba", "baseball_mlb", "soccer_epl"];
const perSport = 400;

let database: TestDatabase;
let thread: RecordingThread;
let tokenId: string;
const logged: Record<string, unknown>[] = [];
const recorded: unknown[] = [];
const operations: string[] = [];

const startThread = (address = database.address): RecordingThread =>
  createRecordingThread({
    address,
    archiveFrom: 0,
    logLevel: "silent",
    log: pino({ level: "error" }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    observeRecording: (...recording) => recorded.push(recording),
    observeDatabase: (operation) => operations.push(operation),
  });
const lines = (...snapshots: readonly object[]): string =>
  snapshots.map((one) => `${JSON.stringify(one)}\n`).join("");
const body = (text: string): Uint8Array => Buffer.from(text);
const game = lines(snapshotOf("scraped", null, [eventOf(start, [moneyline(-150, 130)])]));
const record = (text: string) => thread.record({ tokenId, books: new Set(["scraped"]) }, body(text));
const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof ApiError) return thrown;
  throw new Error("the delivery did not fail with an ApiError", { cause: thrown });
};
const countObservations = async (): Promise<number> => {
  const [row] = await database.db.select({ rows: count() }).from(observations);
  return row?.rows ?? 0;
};
const many = sports
  .map((sport) =>
    lines({ book: "scraped", sport, fetched_at: null, complete: true, events: [] }).repeat(perSport),
  )
  .join("");

/** An address of the database that nothing listens on. Once `forward` is called, connections reach the database. */
const unreachable = async (real: DatabaseAddress) => {
  const port = await reservePort();
  const socketPath = path.join(tmpdir(), `oddskeeper-test-${randomUUID()}`);
  const at = "url" in real ? new URL(real.url) : undefined;
  const server = createServer((socket) => {
    const other =
      "socketPath" in real ? connect(real.socketPath) : connect(Number(at?.port || 5432), at?.hostname);
    for (const end of [socket, other]) end.on("error", () => undefined);
    socket.pipe(other).pipe(socket);
  });
  const url = at && Object.assign(new URL(at), { port: String(port) });
  return {
    address: url === undefined ? { socketPath } : { url: url.href },
    forward: async () => {
      await once(server.listen(url === undefined ? socketPath : port), "listening");
      return () => void server.close();
    },
  };
};

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
beforeEach(async () => {
  await forgetRecordings(database.db);
  tokenId = (await createFeedToken(database.db, ["scraped"], new Date())).id;
  for (const list of [logged, recorded, operations]) list.length = 0;
  thread = startThread();
});
afterEach(() => thread.close());

test("a delivery is recorded in a thread, and the process measures its prices and statements before the report arrives", async () => {
  expect(await record(game)).toMatchObject({
    snapshots: 1,
    events: { seen: 1, matched: 1 },
    prices: { seen: 2, changed: 2 },
    rejected: {},
  });
  expect(recorded).toEqual([["scraped", expect.objectContaining({ snapshots: 1 }), true]]);
  expect(operations).toContain("transaction");
});

test("a delivery that fails in the thread fails with the same error as in the process", async () => {
  expect(await failure(record("[]\n"))).toMatchObject({
    code: "BAD_REQUEST",
    message: "Line 1: not a JSON object. Nothing was recorded.",
  });
  expect(await failure(record(game.replace("scraped", "other")))).toMatchObject({ code: "BOOK_NOT_ALLOWED" });
  expect(logged).toEqual([]);
});

test("if a token is revoked while its delivery is recorded, that delivery is completed, and the next is refused", async () => {
  const before = await countObservations();
  const first = record(many);
  while ((await countObservations()) === before) await delay(1);
  await revokeFeedToken(database.db, tokenId, new Date());
  expect(await failure(record(game))).toMatchObject({ code: "INVALID_FEED_TOKEN" });
  expect(await first).toMatchObject({ snapshots: perSport * sports.length });
  expect(await countObservations()).toBe(before + perSport * sports.length);
});

test("the thread waits for calls of the process at each pause, and records a delivery although a call never ends", async () => {
  let end = (): void => undefined;
  const call = beforeRecording(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  try {
    // The thread may wait only while this one stalls, so it records until it is woken. If it never waits, only the test's time limit ends this.
    for (let isWoken = false; !isWoken; ) {
      let isRecorded = false;
      const recording = record(many).finally(() => {
        isRecorded = true;
      });
      while (!isWoken && !isRecorded) {
        isWoken = Atomics.notify(callsInProgress(), 0) > 0;
        await delay(1);
      }
      expect(await recording).toMatchObject({ snapshots: perSport * sports.length, rejected: {} });
    }
  } finally {
    end();
    await call;
  }
});

test("if the thread crashes, its deliveries fail with UNAVAILABLE, the crash is logged, and the next delivery starts a thread that records", async () => {
  await thread.close();
  const { address, forward } = await unreachable(database.address);
  thread = startThread(address);
  const before = await countObservations();
  const failed = await Promise.all([failure(record(game)), failure(record(game))]);
  for (const error of failed) expect(error).toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 5 });
  expect(logged).toMatchObject([
    { err: { message: expect.any(String) }, deliveries: 2, msg: expect.stringMatching(/thread has ended/) },
  ]);
  expect(await countObservations()).toBe(before);
  const end = await forward();
  try {
    expect(await record(game)).toMatchObject({ snapshots: 1, rejected: {} });
  } finally {
    await thread.close();
    end();
  }
});

test("a thread that closes during a delivery leaves whole snapshots only, and refuses later deliveries", async () => {
  const before = await countObservations();
  const first = record(many).then(
    () => "recorded",
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
  while ((await countObservations()) === before) await delay(1);
  await thread.close();
  expect(["recorded", "UNAVAILABLE"]).toContain(await first);
  expect(((await countObservations()) - before) % 16).toBe(0);
  expect(await failure(record(game))).toMatchObject({ code: "UNAVAILABLE" });
  expect(logged).toEqual([]);
});
