import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import type { WebsiteSession } from "@/server/account/sign-in/find-session";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { hourMs } from "@/server/domain/durations";
import { type PlanName, plans } from "@/server/domain/plans/plans";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { eventOf, moneyline, silentLog, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { createScreen } from "@/server/market/screen/create-screen";
import type { GameView } from "@/server/market/screen/views";
import { readByAll, startInstance, type TestInstance } from "@/server/market/stream/testing/instances";
import {
  openStreamClient,
  type ReceivedEvent,
  type StreamClient,
  StreamRefusedError,
} from "@/server/market/stream/testing/read-events";
import { callScreen } from "@/server/web/http/screen/call-screen";
import { screenStreamPath } from "@/server/web/http/screen/screen-stream-path";
import { createViewingLimit, visitorScreens } from "@/server/web/http/screen/viewing-limit";
import type { ScreenCallServices } from "@/server/web/http/services.types";
import { scriptedMeter } from "@/server/web/http/testing/scripted-meter";

const sport = "americanfootball_nfl";
const clock = Date.now;
const start = Date.now() + 8 * hourMs;

let database: TestDatabase;
let one: TestInstance;
/** Reads the database only when it is told to. */
let lazy: TestInstance;
const sessions = new Map<string, WebsiteSession>();
const clients: StreamClient[] = [];

const record = (book: string, price: number) =>
  recordSnapshots(
    { db: database.db, archiveFrom: 0, clock: fixedClock(clock), log: silentLog },
    [snapshotOf(book, clock(), [eventOf(start, [moneyline(price, 120)])])],
    { clock: "now", now: clock() },
  );
/** Records a price before a test opens its streams. */
const recordFirst = async (book: string, price: number): Promise<void> => {
  await record(book, price);
  await readByAll(database.db, [one]);
};

beforeAll(async () => {
  database = await testDatabase();
  await record("northline", -150);
  const options = {
    db: database.db,
    clock,
    meter: scriptedMeter(),
    identifyKey: async () => undefined,
    screens: {
      findSession: async (cookie: string) => sessions.get(cookie),
      publicSports: new Set([sport]),
      confirmEveryMs: 20,
    },
  };
  one = await startInstance(options);
  lazy = await startInstance({ ...options, meter: scriptedMeter(), pollEveryMs: 3_600_000 });
});
afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.close();
    await client.ended;
  }
  // The places of the streams are free for the next test.
  while (one.hub.openStreams() > 0) await turn();
});
afterAll(async () => {
  await Promise.all([one, lazy].map((instance) => instance.close(true)));
  await database.close();
});

const signIn = (cookie: string, plan: PlanName): string => {
  sessions.set(cookie, { accountId: cookie, email: "a@example.com", plan, sessionId: cookie });
  return `next-auth.session-token=${cookie}`;
};

const fromPage = { "sec-fetch-site": "same-origin" };

const open = async (headers: Readonly<Record<string, string>> = fromPage): Promise<StreamClient> => {
  const client = await openStreamClient(`${one.url}${screenStreamPath}`, headers);
  clients.push(client);
  return client;
};

const statusOf = (opening: Promise<StreamClient>): Promise<number> =>
  opening.then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof StreamRefusedError) return error.status;
      throw error;
    },
  );

const isNamed = (name: string) => (event: ReceivedEvent) => event.event === name;

test("the website's stream names the fixtures in which a price has changed, without prices", async () => {
  await recordFirst("northline", -150);
  const client = await open({ ...fromPage, cookie: signIn("names", "free") });
  expect(client.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  expect(client.headers["access-control-allow-origin"]).toBeUndefined();
  const live = await client.wait(isNamed("live"));
  expect(live.data.sports).toContain("basketball_nba");
  await record("northline", -145);
  await readByAll(database.db, [one]);
  const [fixture] = one.board.fixturesInMemory(sport);
  const changed = await client.wait(isNamed("changed"));
  expect(changed.data).toEqual({ changes: [{ sport, ids: [fixture?.id] }] });
  expect(changed.id).toEqual(expect.any(String));
  expect(JSON.stringify(client.events)).not.toContain("145");
});

test("a check that only moves times is announced by sport", async () => {
  await recordFirst("northline", -145);
  const client = await open();
  await client.wait(isNamed("live"));
  const from = client.events.length;
  await record("northline", -145);
  const checked = await client.wait(isNamed("checked"), from);
  expect(checked.data).toEqual({ sports: [sport] });
});

test("a view that is read with the cursor of a notice has the change, even on an instance that has not read it yet", async () => {
  const client = await open();
  await client.wait(isNamed("live"));
  await record("northline", -135);
  const { id: cursor } = await client.wait(isNamed("changed"));
  const { board, cursors } = lazy;
  const services = {
    board,
    cursors,
    now: clock,
    screen: createScreen(board, clock),
    publicSports: new Set([sport]),
    log: silentLog,
  } as unknown as ScreenCallServices;
  const [fixture] = one.board.fixturesInMemory(sport);
  // The clock stands still, because the view waits only 700 ms for the instance's read.
  vi.useFakeTimers({ toFake: ["performance"] });
  const reply = await callScreen(services, createViewingLimit(clock), {
    view: "game",
    input: { sport, event: fixture?.id ?? "" },
    visitor: undefined,
    address: "192.0.2.1",
    cursor,
  }).finally(() => vi.useRealTimers());
  if (reply.kind === "error") throw reply.error;
  const view = JSON.parse(Buffer.from(await reply.rendered.bytes("identity")).toString()) as GameView;
  expect(view.quotes[0]?.outcomes[0]?.price).toEqual({ american: -135 });
});

test("a visitor's stream covers only the sports that are open to visitors", async () => {
  const client = await open();
  expect((await client.wait(isNamed("live"))).data.sports).toEqual([sport]);
});

test("only pages of this site can open the stream, and an API key is no credential", async () => {
  for (const headers of [
    {},
    { "x-api-key": "business" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
  ])
    expect([headers, await statusOf(open(headers))]).toEqual([headers, 404]);
  const posted = await fetch(`${one.url}${screenStreamPath}`, { method: "POST", headers: fromPage });
  expect(posted.status).toBe(405);
});

test("a plan has a place for each of its browsers, one browser more is refused, and a closed stream frees its place", async () => {
  const headers = { ...fromPage, cookie: signIn("two-browsers", "free") };
  const browsers: StreamClient[] = [];
  for (let browser = 0; browser < plans.free.screens; browser++) browsers.push(await open(headers));
  expect(await statusOf(open(headers))).toBe(429);
  browsers[0]?.close();
  await browsers[0]?.ended;
  await expect.poll(() => statusOf(open(headers))).toBe(200);
});

test("visitors of one network share their places, and other networks have their own", async () => {
  for (let browser = 0; browser < visitorScreens; browser++) await open();
  expect(await statusOf(open())).toBe(429);
  expect(await statusOf(open({ ...fromPage, cookie: signIn("beside-visitors", "free") }))).toBe(200);
});

test("the stream of a session ends after the session has ended, and after its account's plan has changed", async () => {
  const cookie = signIn("ends", "growth");
  const headers = { ...fromPage, cookie };
  const first = await open(headers);
  sessions.delete("ends");
  await first.ended;
  signIn("ends", "growth");
  const second = await open(headers);
  signIn("ends", "scale");
  await second.ended;
  const third = await open(headers);
  expect((await third.wait(isNamed("live"))).data.sports.length).toBeGreaterThan(1);
});

test("an instance that stops tells the website's streams to reset, and ends them", async () => {
  const instance = await startInstance({
    db: database.db,
    clock,
    meter: scriptedMeter(),
    identifyKey: async () => undefined,
    screens: { findSession: async () => undefined, publicSports: new Set([sport]) },
  });
  const client = await openStreamClient(`${instance.url}${screenStreamPath}`, fromPage);
  await client.wait(isNamed("live"));
  await instance.close();
  await client.ended;
  expect(client.events.at(-1)).toMatchObject({ event: "reset", data: { reason: "shutdown" } });
});
