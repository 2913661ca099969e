import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { postgresDatabase, type TestDatabase, testDatabase } from "@/db/testing";
import { startRelay } from "@/db/testing/relay";
import { createIdentifyKey } from "@/server/account/keys/identify-key";
import { createRedisStore } from "@/server/account/metering/counter/redis-store";
import { createMeter } from "@/server/account/metering/create-meter";
import { awaitStore } from "@/server/account/metering/open-meter";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { startTestRedis, testsCounterStores } from "@/server/account/metering/testing/redis-server";
import { createWatchedLog } from "@/server/account/metering/testing/watched-log";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { hourMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { eventOf, moneyline, silentLog, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { type Assembled, applyEvent, listOf } from "@/server/market/stream/testing/assemble";
import { startInstance } from "@/server/market/stream/testing/instances";
import {
  openStreamClient,
  type ReceivedEvent,
  StreamRefusedError,
} from "@/server/market/stream/testing/read-events";
import { scriptedMeter } from "@/server/web/http/testing/scripted-meter";

const sport = "americanfootball_nfl";
const path = `/v1/odds/stream?sports=${sport}`;
const clock = Date.now;
const start = Date.now() + 8 * hourMs;

const record = (db: Database, book: string, price: number) =>
  recordSnapshots(
    { db, archiveFrom: 0, clock: fixedClock(clock), log: silentLog },
    [snapshotOf(book, clock(), [eventOf(start, [moneyline(price, 120)])])],
    { clock: "now", now: clock() },
  );

const isNamed = (name: string) => (event: ReceivedEvent) => event.event === name;

/** What a test has opened, in the order in which it must be closed. */
const closing: (() => Promise<unknown>)[] = [];
const closeLater = (close: () => Promise<unknown>): void => void closing.unshift(close);
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.skipIf(!testsCounterStores)("streams while the counter store is away", () => {
  test("open streams go on, a new one opens within the limit of its process, and places count for all again once the store is back", async () => {
    const database: TestDatabase = await testDatabase();
    closeLater(() => database.close());
    const redis = await startTestRedis();
    closeLater(() => redis.close());
    await record(database.db, "northline", -150);
    const account = await addMeteredAccount(database.db, { plan: "growth" });
    const openInstance = async () => {
      const store = createRedisStore(redis.url);
      await awaitStore(store);
      const meter = createMeter({ db: database.db, store, log: createWatchedLog(), clock });
      closeLater(() => meter.close());
      const instance = await startInstance({
        db: database.connect(),
        clock,
        meter,
        identifyKey: createIdentifyKey(meter),
      });
      closeLater(() => instance.close(true));
      return { url: instance.url, meter };
    };
    const [one, two] = [await openInstance(), await openInstance()];
    const open = ({ url }: { readonly url: string }) =>
      openStreamClient(`${url}${path}`, { "x-api-key": account.key });
    const first = await open(one);
    await first.wait(isNamed("snapshot"));

    redis.freeze();
    await record(database.db, "northline", -145);
    await first.wait(isNamed("fixture"));
    const second = await open(one);
    await second.wait(isNamed("snapshot"));
    expect((await second.wait(isNamed("open"))).data.streams_used).toBe(2);
    await expect(open(one)).rejects.toMatchObject({ status: 429 });

    redis.thaw();
    while (two.meter.degraded().length > 0 || one.meter.degraded().length > 0) await delay(20);
    const openBriefly = (): Promise<number> =>
      open(two).then(
        async (client) => {
          client.close();
          await client.ended;
          return client.status;
        },
        (error: unknown) => (error instanceof StreamRefusedError ? error.status : 0),
      );
    // On a stalled machine, the store may be late again, and then each process counts its own streams.
    await expect
      .poll(async () => {
        await one.meter.streamPlaces.renew();
        return openBriefly();
      })
      .toBe(429);
    await record(database.db, "northline", -140);
    for (const client of [first, second]) {
      await client.wait((event) => JSON.stringify(event.data).includes("-140"));
      client.close();
    }
  });
});

// The embedded database belongs to the process that reads it.
describe.skipIf(process.env.TEST_STORE !== "postgres")("streams on PostgreSQL", () => {
  test("if the address of the database leads to another one, such as a promoted standby, open streams get reset and its prices", async () => {
    const database = await postgresDatabase();
    closeLater(() => database.close());
    const other = await postgresDatabase();
    closeLater(() => other.close());
    const urlOf = ({ address }: TestDatabase): string => ("url" in address ? address.url : "");
    const relay = await startRelay(urlOf(database));
    closeLater(() => relay.close());
    await record(database.db, "northline", -150);
    await record(database.db, "harbour", -140);
    await record(other.db, "northline", -200);
    const meter = scriptedMeter();
    meter.addKey("business", "business");
    const db = connectDatabase({ url: relay.url });
    closeLater(() => db.$client.end({ timeout: 0 }));
    const instance = await startInstance({
      db,
      clock,
      meter,
      identifyKey: meter.identifyKey,
    });
    closeLater(() => instance.close(true));
    const assembled: Assembled = new Map();
    const client = await openStreamClient(
      `${instance.url}${path}`,
      { "x-api-key": "business" },
      (event) => void applyEvent(assembled, event),
    );
    await client.wait(isNamed("snapshot"));
    const before = client.lastEventId();

    const openSeveral = () =>
      Promise.allSettled(Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.1)`)));
    await openSeveral();
    relay.switchTo(urlOf(other));
    // One connection still leads to the earlier database.
    relay.cutAllButOne();
    await openSeveral();
    await openSeveral();
    const reset = await client.wait(isNamed("reset"));
    expect(reset.data).toEqual({ reason: "restarted" });
    const from = client.events.indexOf(reset);
    await client.wait(isNamed("snapshot"), from);
    const response = await fetch(`${instance.url}/v1/sports/${sport}/odds`, {
      headers: { "x-api-key": "business" },
    });
    expect(listOf(assembled, sport)).toEqual(await response.json());
    client.close();

    const returning = await openStreamClient(`${instance.url}${path}`, {
      "x-api-key": "business",
      "last-event-id": before ?? "",
    });
    expect((await returning.wait(isNamed("reset"))).data).toEqual({ reason: "restarted" });
    returning.close();
  });
});
