import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { migrateDatabase } from "@/db/migrate";
import { type Relay, startRelay } from "@/db/testing/relay";
import { canReplicate, type Replication, startReplication } from "@/e2e/long/testing/replication";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { dayMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { mainMarketsQuery } from "@/server/ingest/recorder/testing/board-rig";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import type { Board } from "@/server/market/board/board";
import { createBoard } from "@/server/market/board/create-board";

if (!canReplicate) process.stderr.write("skipped: failover of PostgreSQL (PostgreSQL is not installed)\n");

const startsAt = Date.now() + dayMs;

/** Records what a book quotes now. */
const quote = async (db: Database, book: string, markets: Parameters<typeof eventOf>[1]): Promise<void> => {
  const clock = await openDatabaseClock(db, silentLog);
  const recorder = { db, archiveFrom: 0, clock, log: silentLog };
  const snapshot = snapshotOf(book, clock.now(), [eventOf(startsAt, markets)]);
  await recordSnapshots(recorder, [snapshot], { clock: "now", now: clock.now() });
};

/** The list of a sport as clients get it, without the times of the last checks. */
const served = async (board: Board): Promise<unknown> => {
  const rendered = await board.oddsList("americanfootball_nfl", mainMarketsQuery);
  return JSON.parse(Buffer.from(await rendered.bytes("identity")).toString(), (key, value) =>
    key === "last_update" ? undefined : value,
  );
};

describe.skipIf(!canReplicate)("a failover to a standby that lacks commits", () => {
  let replication: Replication;
  let relay: Relay;
  const pools: Database[] = [];
  const boards: Board[] = [];
  beforeAll(async () => {
    replication = await startReplication();
    relay = await startRelay(replication.primaryUrl);
  });
  afterAll(async () => {
    for (const board of boards) await board.close();
    for (const pool of pools) await pool.$client.end({ timeout: 0 });
    await relay?.close();
    replication?.close();
  });
  const pool = (url: string): Database => {
    const db = connectDatabase({ url });
    pools.push(db);
    return db;
  };
  const openBoard = async (db: Database): Promise<Board> => {
    const board = await createBoard(db, silentLog, await openDatabaseClock(db, silentLog));
    boards.push(board);
    return board;
  };

  test("After the failover, every running instance serves exactly what a newly started instance serves", async () => {
    await migrateDatabase({ url: replication.primaryUrl });
    const primary = pool(replication.primaryUrl);
    await quote(primary, "fanduel", [moneyline(-125, 110)]);
    await quote(primary, "betmgm", [moneyline(-105, -110)]);
    const running = [await openBoard(pool(relay.url)), await openBoard(pool(relay.url))];
    await replication.catchUp();
    await replication.disconnect();

    // These commits are lost. They also use ids of transactions that the standby will use again.
    await quote(primary, "fanduel", [moneyline(-200, 180), totals(44.5, -110, -110)]);
    for (let n = 0; n < 500; n++) await primary.execute(sql`select pg_current_xact_id()`);
    const lost = await served(await openBoard(primary));
    for (const board of running) await expect.poll(() => served(board), { timeout: 60_000 }).toEqual(lost);

    relay.hangOpen();
    relay.freeze();
    replication.failOver();
    const promoted = pool(replication.standbyUrl);
    // Written before the instances find the new server, with ids below their cursors.
    await quote(promoted, "betmgm", [moneyline(-120, 100)]);
    relay.switchTo(replication.standbyUrl);
    relay.restore();
    // These quotes equal the rows of the promoted standby, so they only renew its checks.
    await quote(promoted, "fanduel", [moneyline(-125, 110)]);
    const fresh = await served(await openBoard(promoted));
    expect(fresh).not.toEqual(lost);
    for (const board of running) {
      await expect.poll(() => board.ready(), { timeout: 60_000 }).toBe(true);
      // `ready` may still describe a read before the failover.
      await expect.poll(() => served(board), { timeout: 60_000 }).toEqual(fresh);
    }
    await quote(promoted, "fanduel", [moneyline(-150, 130)]);
    const last = await served(await openBoard(promoted));
    for (const board of running) await expect.poll(() => served(board), { timeout: 60_000 }).toEqual(last);
  });
});
