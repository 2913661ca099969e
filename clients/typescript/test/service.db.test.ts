import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { readByAll, startInstance, type TestInstance } from "@/server/market/stream/testing/instances";
import { type ScriptedMeter, scriptedMeter } from "@/server/web/http/testing/scripted-meter";
import type { Board } from "../src/board";
import { Oddskeeper } from "../src/client";
import type { Fetch } from "../src/exchange";

const sport = "americanfootball_nfl";
const games = [
  ["Buffalo Bills", "Kansas City Chiefs"],
  ["New York Jets", "Miami Dolphins"],
  ["Chicago Bears", "Green Bay Packers"],
] as const;
const books = ["northline", "harbour", "lateral"] as const;
const CUTS = Number(process.env.CLIENT_CUTS ?? 40);

let database: TestDatabase;
let meter: ScriptedMeter;
let instances: TestInstance[] = [];
const start = Date.now() + 8 * 3_600_000;
const clock = (): number => Date.now();

/** Records new prices of all games at one book. */
const record = async (book: string, price: number): Promise<void> => {
  const events = games.map(([home, away], game) =>
    eventOf(start + game * 60_000, [moneyline(price + game, -price - 30), totals(44.5, -110, -110)], {
      home,
      away,
    }),
  );
  await recordSnapshots(
    { db: database.db, archiveFrom: 0, clock: fixedClock(clock), log: silentLog },
    [snapshotOf(book, clock(), events)],
    { clock: "now", now: clock() },
  );
};
const startOne = (): Promise<TestInstance> =>
  startInstance({ db: database.connect(), clock, meter, identifyKey: (key) => meter.identifyKey(key) });

beforeAll(async () => {
  database = await testDatabase();
  meter = scriptedMeter();
  meter.addKey("business", "business", { allowance: 1e9 });
  meter.addKey("free", "free", { allowance: 1e9 });
  for (const book of books) await record(book, 120);
  instances = [await startOne(), await startOne(), await startOne()];
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close(true)));
  await database?.close();
});

const figures = { cuts: 0, comparisons: 0, restarts: 0, boards: 0 };

/** Sends each request to a random instance, and cuts streams at random bytes. */
const cutting: Fetch = async (url, init) => {
  const { pathname, search } = new URL(url);
  const instance = instances[Math.floor(Math.random() * instances.length)];
  const response = await fetch(`${instance?.url}${pathname}${search}`, init);
  if (pathname !== "/v1/odds/stream" || !response.ok || response.body === null) return response;
  const reader = response.body.getReader();
  let left = Math.floor(Math.random() * 40_000);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("retry: 1\n\n")),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      const isCut = figures.cuts < CUTS && value.byteLength > left;
      controller.enqueue(isCut ? value.subarray(0, left) : value);
      left -= value.byteLength;
      if (!isCut) return;
      figures.cuts += 1;
      await reader.cancel();
      controller.error(new TypeError("cut"));
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: response.status, headers: response.headers });
};

const fresh = async (): Promise<unknown> => {
  const client = new Oddskeeper({ apiKey: "business", baseUrl: instances[0]?.url, cacheBytes: 0 });
  return client.odds.list({ sport });
};

it("after random cuts on three instances, with restarts, the assembled board equals a fresh response", async () => {
  const client = new Oddskeeper({ apiKey: "business", baseUrl: "http://service", fetch: cutting });
  const stream = client.odds.stream({ sports: [sport] });
  let board: Board | undefined;
  const reading = (async () => {
    for await (const next of stream) {
      board = next;
      figures.boards += 1;
    }
  })();
  const compare = async (): Promise<void> => {
    await readByAll(database.db, instances);
    const expected = await fresh();
    // `checked` comes 5 s later.
    await expect.poll(() => board?.sport(sport)).toEqual(expected);
    figures.comparisons += 1;
  };
  for (let round = 1; figures.cuts < CUTS; round += 1) {
    for (const book of books) await record(book, 120 + ((round * 7) % 90));
    if (round % 40 === 0) await compare();
    if (round % 100 === 0) {
      const index = (round / 100) % instances.length;
      const old = instances[index];
      instances[index] = await startOne();
      await old?.close(round % 200 === 0);
      figures.restarts += 1;
    }
  }
  await compare();
  stream.close();
  await reading;
  process.stdout.write(`client: ${JSON.stringify(figures)}\n`);
  expect(figures.cuts).toBe(CUTS);
});

it("an account without streams follows the same changes by polling", async () => {
  const client = new Oddskeeper({ apiKey: "free", baseUrl: instances[0]?.url });
  let price = 150;
  for await (const board of client.odds.stream({ sports: [sport] }, { pollEveryMs: 5 })) {
    expect(board.source).toBe("changes");
    const shown = board.fixtures[0]?.bookmakers.find(({ key }) => key === "northline");
    if (shown?.markets[0]?.outcomes[0]?.price === price && price > 160) break;
    price += 5;
    await record("northline", price);
    await readByAll(database.db, instances);
  }
});
