import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { SnapshotEvent } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { type Assembled, applyEvent, listOf } from "@/server/market/stream/testing/assemble";
import { readByAll, startInstance, type TestInstance } from "@/server/market/stream/testing/instances";
import {
  openStreamClient,
  type ReceivedEvent,
  type StreamClient,
  StreamRefusedError,
} from "@/server/market/stream/testing/read-events";
import { streamEvent } from "@/server/web/api/stream-schemas";
import { type ScriptedMeter, scriptedMeter } from "@/server/web/http/testing/scripted-meter";

const sport = "americanfootball_nfl";

let database: TestDatabase;
let meter: ScriptedMeter;
let instances: TestInstance[] = [];
const clients: StreamClient[] = [];
/** How far the tests have moved the clock (ms). */
let movedMs = 0;
const clock = (): number => Date.now() + movedMs;

/** Records events, and waits until both instances have them. */
const recordEvents = async (book: string, events: SnapshotEvent[]): Promise<void> => {
  await recordSnapshots(
    { db: database.db, archiveFrom: 0, clock: fixedClock(clock), log: silentLog },
    [snapshotOf(book, clock(), events)],
    { clock: "now", now: clock() },
  );
  await readByAll(database.db, instances);
};

let start = 0;
/** Records a price of the game that all tests share. */
const record = (book: string, price: number): Promise<void> =>
  recordEvents(book, [eventOf(start, [moneyline(price, 120)])]);

beforeAll(async () => {
  database = await testDatabase();
  start = Date.now() + 8 * hourMs;
  meter = scriptedMeter();
  const options = { db: database.db, clock, meter, identifyKey: (key: string) => meter.identifyKey(key) };
  await record("northline", -150);
  await record("harbour", -140);
  instances = [await startInstance(options), await startInstance(options)];
});

beforeEach(() => {
  meter.addKey("growth", "growth");
  meter.addKey("business", "business");
  meter.addKey("free", "free");
});

afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.close();
    await client.ended;
  }
  // The next test begins without streams, so its heartbeats, times and places are its own.
  while (instances.some(({ hub }) => hub.openStreams() > 0)) await turn();
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close(true)));
  await database.close();
});

const instance = (index = 0): TestInstance => {
  const found = instances[index];
  if (found === undefined) throw new Error("no such instance");
  return found;
};

const open = async (
  query = `sports=${sport}`,
  { key = "business", lastEventId, at = 0 }: { key?: string; lastEventId?: string; at?: number } = {},
  onEvent?: (event: ReceivedEvent) => void,
): Promise<StreamClient> => {
  const headers = {
    "x-api-key": key,
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
  };
  const client = await openStreamClient(`${instance(at).url}/v1/odds/stream?${query}`, headers, onEvent);
  clients.push(client);
  return client;
};

const refusalOf = (opening: Promise<StreamClient>): Promise<StreamRefusedError> =>
  opening.then(
    () => {
      throw new Error("the stream was opened");
    },
    (error: unknown) => {
      if (error instanceof StreamRefusedError) return error;
      throw error;
    },
  );

const call = async (path: string, { key = "business", at = 0 } = {}) => {
  const response = await fetch(`${instance(at).url}${path}`, { headers: { "x-api-key": key } });
  return { status: response.status, headers: response.headers, json: await response.json() };
};

const odds = `/v1/sports/${sport}/odds`;
const isNamed = (name: string) => (event: ReceivedEvent) => event.event === name;

test("a stream begins with a comment, open and a snapshot with the items of the sport's odds, and costs one request", async () => {
  const client = await open();
  const snapshot = await client.wait(isNamed("snapshot"));
  expect(client.headers["content-type"]).toBe("text/event-stream");
  expect(client.headers["cache-control"]).toBe("no-store");
  expect(client.headers["x-accel-buffering"]).toBe("no");
  expect(client.headers["x-requests-last"]).toBe("1");
  expect(client.text()).toMatch(/^: /);
  expect(client.events[0]).toMatchObject({
    event: "open",
    data: { plan: "business", streams_used: 1, streams_allowed: 50 },
  });
  const { json, headers } = await call(odds);
  expect(snapshot.data).toEqual({ sport, fixtures: json });
  expect(headers.get("x-odds-cursor")).toHaveLength(47);
  for (const { event, id, data } of client.events)
    expect(streamEvent.safeParse({ event, ...(id !== undefined && { id }), data })).toMatchObject({
      success: true,
    });
});

test("a price that changes is sent as the whole fixture, with a cursor that every instance continues from", async () => {
  const client = await open();
  await client.wait(isNamed("snapshot"));
  await record("northline", -155);
  const changed = await client.wait(isNamed("fixture"));
  expect(changed.data).toEqual((await call(odds)).json[0]);
  client.close();
  await client.ended;
  await record("northline", -160);
  await record("northline", -165);
  const lastEventId = changed.id ?? "";
  const resumed = await open(undefined, { lastEventId, at: 1 });
  const next = await resumed.wait(isNamed("fixture"));
  expect(resumed.events.map(({ event }) => event)).toEqual(["open", "fixture"]);
  expect(next.data).toEqual((await call(odds, { at: 1 })).json[0]);
  expect(resumed.events[0]?.data.cursor).toBe(lastEventId);
});

test("a check without a change sends only times, and the assembled fixture then equals a fresh response", async () => {
  await record("harbour", -140);
  const assembled: Assembled = new Map();
  const client = await open(undefined, {}, (event) => applyEvent(assembled, event));
  await client.wait(isNamed("snapshot"));
  movedMs += 2_000;
  await record("harbour", -140);
  const checked = await client.wait(isNamed("checked"));
  expect(checked.data.fixtures[0].bookmakers.map(({ key }: { key: string }) => key)).toEqual(["harbour"]);
  expect(client.events.filter(isNamed("fixture"))).toEqual([]);
  expect(listOf(assembled, sport)).toEqual((await call(odds)).json);
});

test("the header Last-Event-ID takes precedence over lastEventId in the query, and both continue", async () => {
  const { headers } = await call(odds);
  const cursor = headers.get("x-odds-cursor") ?? "";
  await record("harbour", -141);
  const byQuery = await open(`sports=${sport}&lastEventId=${cursor}`);
  expect((await byQuery.wait(isNamed("fixture"))).data.id).toContain("buffalo-bills");
  expect(byQuery.events.some(isNamed("snapshot"))).toBe(false);
  const byHeader = await open(`sports=${sport}&lastEventId=nonsense`, { lastEventId: cursor });
  await byHeader.wait(isNamed("fixture"));
  expect(byHeader.events.some(isNamed("reset"))).toBe(false);
});

test.each([
  ["an unknown text", "nonsense"],
  ["a forged position", "0".repeat(47)],
])("%s as a cursor is answered by reset and snapshots", async (_, lastEventId) => {
  const client = await open(undefined, { lastEventId });
  await client.wait(isNamed("snapshot"));
  expect(client.events.map(({ event, data }) => data.reason ?? event)).toEqual([
    "open",
    "too_old",
    "snapshot",
  ]);
});

test("a client that is cut off between a reset and its snapshots gets snapshots when it continues from the id of the reset", async () => {
  const client = await open(undefined, { lastEventId: "nonsense" });
  const { id } = await client.wait(isNamed("reset"));
  const resumed = await open(undefined, { lastEventId: id ?? "", at: 1 });
  await resumed.wait(isNamed("snapshot"));
  expect(resumed.events.map(({ event }) => event)).toEqual(["open", "reset", "snapshot"]);
});

test("a cursor that is older than ten minutes is answered by reset", async () => {
  const { headers } = await call(odds);
  const lastEventId = headers.get("x-odds-cursor") ?? "";
  movedMs += 10 * minuteMs + 1_000;
  await record("northline", -150);
  const client = await open(undefined, { lastEventId });
  expect((await client.wait(isNamed("reset"))).data).toEqual({ reason: "too_old" });
});

test("a price that expires is sent although nothing was recorded", async () => {
  await record("northline", -150);
  await record("harbour", -140);
  const client = await open();
  await client.wait(isNamed("snapshot"));
  movedMs += 20 * minuteMs;
  const event = await client.wait(isNamed("fixture"));
  expect(event.data.bookmakers).toEqual([]);
  const heartbeat = await client.wait(isNamed("heartbeat"), client.events.indexOf(event));
  expect(heartbeat.data.late).toEqual(["harbour", "northline"]);
  expect(heartbeat.id).toBe(heartbeat.data.cursor);
});

test("a client that was away while a price expired gets the fixture without it", async () => {
  await record("northline", -150);
  await record("harbour", -140);
  movedMs += 10 * minuteMs;
  // Otherwise the board of the cursor's instance may seem to be ten minutes behind the other one, which resets the stream.
  await readByAll(database.db, instances);
  const { headers } = await call(odds, { at: 1 });
  movedMs += 6 * minuteMs;
  await record("harbour", -140);
  const client = await open(undefined, { lastEventId: headers.get("x-odds-cursor") ?? "" });
  const event = await client.wait(isNamed("fixture"));
  expect(event.data.bookmakers.map(({ key }: { key: string }) => key)).toEqual(["harbour"]);
});

test("streams require the Growth plan, and refusals cost nothing", async () => {
  const refusal = await refusalOf(open(undefined, { key: "free" }));
  expect(refusal.status).toBe(403);
  expect(JSON.parse(refusal.text).error).toMatchObject({
    code: "PLAN_REQUIRED",
    current_plan: "free",
    required_plan: "growth",
  });
  expect(refusal.headers["x-requests-used"]).toBe("0");
});

test("one stream too many is refused until another one has ended", async () => {
  const first = await open(undefined, { key: "growth" });
  await open(undefined, { key: "growth" });
  const refusal = await refusalOf(open(undefined, { key: "growth" }));
  expect(refusal.status).toBe(429);
  expect(refusal.headers["retry-after"]).toBe("30");
  expect(refusal.headers["x-requests-used"]).toBe("2");
  first.close();
  await first.ended;
  await expect
    .poll(() =>
      open(undefined, { key: "growth" }).then(
        () => "open",
        () => "refused",
      ),
    )
    .toBe("open");
});

test("a stream of a revoked key ends within a second, with the error of the key", async () => {
  meter.addKey("revoked soon", "growth");
  const client = await open(undefined, { key: "revoked soon" });
  await client.wait(isNamed("snapshot"));
  meter.revoke("revoked soon");
  const error = await client.wait(isNamed("error"));
  expect(error.data).toMatchObject({ code: "INVALID_KEY", request_id: client.headers["x-request-id"] });
  await client.ended;
});

test("a stream of an account that lost its plan ends with PLAN_REQUIRED", async () => {
  const account = meter.addKey("downgraded", "growth");
  const client = await open(undefined, { key: "downgraded" });
  await client.wait(isNamed("snapshot"));
  account.plan = "starter";
  account.version += 1;
  const error = await client.wait(isNamed("error"));
  expect(error.data).toMatchObject({
    code: "PLAN_REQUIRED",
    current_plan: "starter",
    required_plan: "growth",
  });
  await client.ended;
});

test("HEAD checks a call for a stream, costs nothing and opens nothing", async () => {
  const head = (key: string) =>
    fetch(`${instance().url}/v1/odds/stream?sports=${sport}`, {
      method: "HEAD",
      headers: { "x-api-key": key },
    });
  for (let calls = 0; calls < 3; calls++) expect((await head("growth")).status).toBe(200);
  expect((await head("growth")).headers.get("x-requests-used")).toBe("0");
  expect((await head("free")).status).toBe(403);
  expect(instance().hub.openStreams()).toBe(0);
});

test("a path with a stream is not found where the handler cannot write to the connection", async () => {
  const handle = instance().handleV1;
  const response = await handle(new Request("http://localhost/"), {
    address: () => "10.0.0.1",
    target: `/v1/odds/stream?sports=${sport}`,
  });
  expect(response.status).toBe(404);
});

test("a client that pauses has the current prices when it reads again", async () => {
  await record("northline", -150);
  const assembled: Assembled = new Map();
  const many = await open(undefined, {}, (event) => applyEvent(assembled, event));
  await many.wait(isNamed("snapshot"));
  many.pause();
  for (let price = 110; price < 140; price++) await record("northline", -price);
  many.resume();
  await expect.poll(() => JSON.stringify(listOf(assembled, sport))).toContain("-139");
  expect(listOf(assembled, sport)).toEqual((await call(odds)).json);
});

test("an instance that stops tells its clients to reconnect at random moments, and they get snapshots", async () => {
  const options = { db: database.db, clock, meter, identifyKey: (key: string) => meter.identifyKey(key) };
  const stopping = await startInstance(options);
  instances.push(stopping);
  const client = await open(undefined, { at: 2 });
  await client.wait(isNamed("snapshot"));
  await stopping.close();
  instances.pop();
  await client.ended;
  expect(client.events.at(-1)).toMatchObject({ event: "reset", data: { reason: "shutdown" } });
  const retryMs = client.retryMs() ?? 0;
  expect(retryMs).toBeGreaterThanOrEqual(500);
  expect(retryMs).toBeLessThanOrEqual(10_000);
  const next = await open(undefined, { lastEventId: client.lastEventId() ?? "" });
  expect((await next.wait(isNamed("snapshot"))).data.fixtures).toEqual((await call(odds)).json);
});

test("changes since a cursor cost one request only if a fixture changed or is gone", async () => {
  await record("northline", -150);
  const first = await call(`/v1/odds/changes?sports=${sport}`);
  expect(first.headers.get("x-requests-last")).toBe("1");
  expect(first.json).toMatchObject({ gone: [], checked: [], reset: false });
  const since = (cursor: string, at = 0) => call(`/v1/odds/changes?sports=${sport}&since=${cursor}`, { at });
  // An instance whose board read a change later than the cursor's instance lists it again (decision 0068), so the same instance is asked.
  const second = await since(first.json.cursor);
  expect(second.headers.get("x-requests-last")).toBe("0");
  expect(second.json).toMatchObject({ changed: [], gone: [], reset: false });
  await record("northline", -151);
  await expect
    .poll(async () => (await since(second.json.cursor)).json.changed.length, { interval: 100 })
    .toBe(1);
  const third = await since(second.json.cursor, 1);
  expect(third.headers.get("x-requests-last")).toBe("1");
  expect(third.json.changed).toEqual((await call(odds, { at: 1 })).json);
});

test("an unchanged list of changes needs one request left, as a 304 does", async () => {
  const { headers } = await call(odds);
  meter.addKey("spent", "free", { allowance: 1, used: 1 });
  const path = `/v1/odds/changes?sports=${sport}&since=${headers.get("x-odds-cursor")}`;
  expect((await call(path, { key: "spent" })).json.error.code).toBe("ALLOWANCE_SPENT");
});

test("a fixture that starts is gone, with the reason, for streams and for changes", async () => {
  await record("northline", -150);
  await record("harbour", -140);
  // A game of its own, because the game of the other tests must not start.
  const jets = { home: "New York Jets", away: "Miami Dolphins" };
  const markets = [moneyline(-150, 120), totals(47.5, -110, -110)];
  await recordEvents("northline", [eventOf(clock() + 5 * minuteMs, markets, jets)]);
  const client = await open();
  await client.wait(isNamed("snapshot"));
  const { headers, json: before } = await call(odds);
  expect(before).toHaveLength(2);
  movedMs += 5 * minuteMs;
  const gone = await client.wait(isNamed("gone"));
  expect(gone.data).toMatchObject({ sport, id: before[0].id, reason: "started" });
  const { json } = await call(`/v1/odds/changes?sports=${sport}&since=${headers.get("x-odds-cursor")}`);
  expect(json).toMatchObject({ changed: [], gone: [gone.data], reset: false });
  expect((await call(odds)).json.map(({ id }: { id: string }) => id)).toEqual([before[1].id]);
});
