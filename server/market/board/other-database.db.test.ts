import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { watchConnections } from "@/db/connections";
import { migrateDatabase } from "@/db/migrate";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { type Relay, startRelay } from "@/db/testing/relay";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { mainMarketsQuery, type ServedFixture } from "@/server/ingest/recorder/testing/board-rig";
import { start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  testRecorder,
} from "@/server/ingest/recorder/testing/snapshots";
import type { Board } from "@/server/market/board/board";
import { createBoard } from "@/server/market/board/create-board";
import { isAnotherHistory, loadBoard, loadChanges } from "@/server/market/board/load-changes";

const urlOf = ({ address }: TestDatabase): string => ("url" in address ? address.url : "");

const record = (db: Database, book: string, home: number, away: number) =>
  recordSnapshots(testRecorder(db), [snapshotOf(book, t0, [eventOf(start, [moneyline(home, away)])])], {
    clock: "now",
    now: t0,
  });

/** The first price of each book. */
const pricesOf = async (board: Board): Promise<Record<string, unknown>> => {
  const rendered = await board.oddsList("americanfootball_nfl", mainMarketsQuery);
  const list: readonly ServedFixture[] = JSON.parse(Buffer.from(await rendered.bytes("identity")).toString());
  const books = list.flatMap(({ bookmakers }) => bookmakers);
  return Object.fromEntries(books.map(({ key, markets }) => [key, markets[0]?.outcomes[0]]));
};

// On PostgreSQL only: the embedded database belongs to the process that reads it, which ends with it.
describe.skipIf(process.env.TEST_STORE !== "postgres")("a board on PostgreSQL", () => {
  let database: TestDatabase;
  let other: TestDatabase;
  let relay: Relay;
  let db: Database;
  let board: Board | undefined;
  beforeAll(async () => {
    database = await postgresDatabase();
    other = await postgresDatabase();
  });
  afterAll(async () => {
    await database.close();
    await other.close();
  });
  beforeEach(async () => {
    for (const each of [database, other])
      await each.db.execute(sql`truncate fixtures, checks, current_markets, last_writes cascade`);
    relay = await startRelay(urlOf(database));
    db = connectDatabase({ url: relay.url });
  });
  afterEach(async () => {
    await board?.close();
    board = undefined;
    await db.$client.end({ timeout: 0 });
    await relay.close();
  });
  const open = async (): Promise<Board> => {
    board = await createBoard(
      db,
      silentLog,
      fixedClock(() => t0),
      { maxReadSilenceMs: 1_000 },
    );
    return board;
  };

  test("a board whose database drops all packets is not ready, and reads again once new connections work", async () => {
    await record(database.db, "fanduel", -110, -110);
    // Every connection of the pool hangs, not only the one that reads. The sleep never ends by itself.
    const hung = Promise.allSettled(Array.from({ length: 9 }, () => db.execute(sql`select pg_sleep(3600)`)));
    await expect.poll(() => relay.openConnections()).toBe(9);
    const opened = await open();
    expect(relay.openConnections()).toBe(10);
    const endWatch = watchConnections(db, 1_000, () => db.execute(sql`select 1`).catch(() => undefined));
    relay.freeze();
    await expect.poll(() => opened.ready()).toBe(false);
    expect((await hung).filter(({ status }) => status === "rejected")).toHaveLength(9);
    endWatch();
    await record(database.db, "fanduel", -120, 100);
    const stale = await pricesOf(opened);
    relay.restore();
    await expect.poll(() => opened.ready()).toBe(true);
    expect(await pricesOf(opened)).not.toEqual(stale);
    expect((await db.execute(sql`select 1 as one`))[0]).toEqual({ one: 1 });
  });

  test("a board whose address leads to another database serves exactly the prices of that database", async () => {
    await record(database.db, "fanduel", -110, -110);
    await record(database.db, "betmgm", -105, -115);
    await record(other.db, "fanduel", -200, 170);
    const opened = await open();
    expect(Object.keys(await pricesOf(opened)).sort()).toEqual(["betmgm", "fanduel"]);
    const openSeveral = () =>
      Promise.allSettled(Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.1)`)));
    await openSeveral();
    relay.switchTo(urlOf(other));
    // One connection still leads to the earlier database.
    relay.cutAllButOne();
    await openSeveral();
    await openSeveral();
    await expect.poll(async () => Object.keys(await pricesOf(opened))).toEqual(["fanduel"]);
    const fresh = await createBoard(
      other.db,
      silentLog,
      fixedClock(() => t0),
    );
    expect(await pricesOf(opened)).toEqual(await pricesOf(fresh));
    await fresh.close();
    await expect.poll(() => opened.ready()).toBe(true);
  });

  test("after rows were copied from another server, the first start makes reads of changes find nothing", async () => {
    await record(database.db, "fanduel", -110, -110);
    // A dump keeps the ids of the other server's transactions.
    for (const table of ["fixtures", "checks", "current_markets", "books", "last_writes"])
      await database.db.execute(sql.raw(`update ${table} set changed_xid = '900000000000'::xid8`));
    const countRead = async (): Promise<number> => {
      const { cursor } = await loadBoard(database.db, t0);
      const { books, fixtures, checks, markets } = await loadChanges(database.db, cursor);
      return [books, fixtures, checks, markets].flat().length;
    };
    expect(await countRead()).toBeGreaterThan(0);
    await migrateDatabase(database.address);
    // Transactions of other databases on the server keep the cursor back for a moment.
    await expect.poll(countRead).toBe(0);
    const [row] = await database.db.execute<{ before: string }>(
      sql`select max(changed_xid)::text as before from current_markets`,
    );
    await migrateDatabase(database.address);
    const [again] = await database.db.execute<{ before: string }>(
      sql`select max(changed_xid)::text as before from current_markets`,
    );
    expect(again).toEqual(row);
  });
});

test("a read belongs to another history if its server differs or if its transaction ids go back", () => {
  const before = { cursor: "1000", origin: "1/00000001/16400" };
  const sameServer = { ...before, next: "1000" };
  expect(isAnotherHistory(before, sameServer)).toBe(false);
  expect(isAnotherHistory(before, { ...sameServer, next: "999" })).toBe(true);
  expect(isAnotherHistory(before, { ...sameServer, origin: "2/00000001/16400" })).toBe(true);
  expect(isAnotherHistory(before, { ...sameServer, origin: "1/00000002/16400" })).toBe(true);
});
