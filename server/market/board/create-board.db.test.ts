import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listenForPrices } from "@/db/price-notifications";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { mainMarketsQuery } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  silentLog,
  snapshotOf,
  testRecorder,
} from "@/server/ingest/recorder/testing/snapshots";
import { createBoard } from "@/server/market/board/create-board";
import { staleFrom } from "@/server/market/board/fresh-prices";

const rig = recorderRig();

type Observations = { readonly behind: number[]; readonly visible: number[] };

/** Runs `body` with an observed board. `untilRead` waits until the board has begun and completed a new read. */
const withBoard = async (
  body: (
    board: Awaited<ReturnType<typeof createBoard>>,
    observed: Observations,
    untilRead: () => Promise<void>,
  ) => Promise<void>,
): Promise<void> => {
  const observed: Observations = { behind: [], visible: [] };
  let reads = 0;
  let onRead = (): void => undefined;
  const board = await createBoard(
    rig.database().db,
    silentLog,
    fixedClock(() => t0),
    {
      observer: {
        read: (behind) => {
          observed.behind.push(behind);
          reads += 1;
          setImmediate(() => onRead());
        },
        visible: (seconds) => observed.visible.push(seconds),
      },
    },
  );
  const untilRead = () =>
    new Promise<void>((resolve) => {
      // A read may already be running when `untilRead` is called. That read does not count, so two reads must end.
      const enough = reads + 2;
      onRead = () => {
        if (reads >= enough) resolve();
      };
    });
  await body(board, observed, untilRead).finally(board.close);
};

const record = (book: string, home: number, away: number) =>
  rig.record(snapshotOf(book, t0, [eventOf(start, [moneyline(home, away)])]));

test("the board reports each write of changed prices once, with the seconds until the prices are visible", async () => {
  await record("fanduel", -110, -110);
  await withBoard(async (board, observed, untilRead) => {
    await untilRead();
    expect(observed.visible).toEqual([]);
    const startedAt = performance.now();
    await record("draftkings", -120, 100);
    while (observed.visible.length === 0) await untilRead();
    expect(board.measure()).toMatchObject({ fixtures: 1, books: 2, markets: 2 });
    expect(observed.visible[0]).toBeGreaterThanOrEqual(0);
    expect(observed.visible[0]).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 0.001);
    await untilRead();
    expect(observed.visible).toHaveLength(1);
    await record("draftkings", -120, 100);
    await untilRead();
    expect(observed.visible).toHaveLength(1);
  });
});

test("the reported size of a board counts its fixtures, books, markets and bytes", async () => {
  await withBoard(async (board) => {
    expect(board.measure()).toEqual({ fixtures: 0, books: 0, markets: 0, priceBytes: 0, responseBytes: 0 });
  });
  await record("fanduel", -110, -110);
  await withBoard(async (board) => {
    const [{ bytes }] = (await rig.rows<{ bytes: number }>(
      sql`select sum(octet_length(outcomes))::int as bytes from current_markets`,
    )) as [{ bytes: number }];
    expect(board.measure()).toEqual({
      fixtures: 1,
      books: 1,
      markets: 1,
      priceBytes: bytes,
      responseBytes: 0,
    });
  });
});

test("the moment of a list is at most 10 ms ago, and never before a price expired that the list no longer has", async () => {
  await rig.record(snapshotOf("fanduel", t0 + 4, [eventOf(start, [moneyline(-110, -110)])]), t0 + 4);
  let now = t0 + 4;
  const board = await createBoard(
    rig.database().db,
    silentLog,
    fixedClock(() => now),
  );
  try {
    const expiry = staleFrom(t0 + 4, board.findBook("fanduel"));
    expect(expiry % 10).toBe(5);
    for (now = expiry - 15; now < expiry + 15; now++) {
      const { rendered, moment } = await board.oddsListAt("americanfootball_nfl", mainMarketsQuery);
      const hasPrice = Buffer.from(await rendered.bytes("identity")).includes("fanduel");
      expect(hasPrice).toBe(now < expiry);
      expect(moment.at).toBeGreaterThan(now - 10);
      expect(moment.at).toBeLessThanOrEqual(now);
      expect(moment.at < expiry).toBe(hasPrice);
      // Two queries that select the same fixtures share a response, but a fixture of only one of them may have started since.
      const narrowed = { ...mainMarketsQuery, commenceTo: start };
      expect((await board.oddsListAt("americanfootball_nfl", narrowed)).moment.at).toBe(now);
    }
  } finally {
    await board.close();
  }
});

test("while a transaction stays open, the board reports the number of transactions since that transaction began", async () => {
  const other = rig.database().connect();
  await withBoard(async (_, observed, untilRead) => {
    let end = (): void => undefined;
    const isOpen = new Promise<void>((resolve, reject) => {
      const transaction = other.transaction(async (tx) => {
        await tx.execute(sql`select pg_current_xact_id()`);
        resolve();
        await new Promise<void>((ended) => {
          end = ended;
        });
      });
      transaction.catch(reject);
    });
    await isOpen;
    // The embedded database runs one transaction at a time, so `record` would wait.
    if (process.env.TEST_STORE === "postgres") {
      await record("fanduel", -110, -110);
      await untilRead();
      expect(observed.behind.at(-1)).toBeGreaterThan(0);
    }
    end();
    // The number includes transactions of other tests on the same server, so it may reach 0 only after several reads.
    do await untilRead();
    while (observed.behind.at(-1) !== 0);
  });
});

// The embedded database delivers no notifications through its socket.
test.skipIf(process.env.TEST_STORE !== "postgres")(
  "a notification makes the board read before its next regular read is due, even after the listening connection was cut off",
  async () => {
    const { address } = rig.database();
    if (!("url" in address)) throw new Error("the database has no URL");
    let notifications = 0;
    const listen = (onWritten: () => void) =>
      listenForPrices(
        address.url,
        () => {
          notifications += 1;
          onWritten();
        },
        () => undefined,
      );
    const clock = fixedClock(() => t0);
    const board = await createBoard(rig.database().db, silentLog, clock, { listen, pollEveryMs: hourMs });
    const until = async (isDone: () => boolean): Promise<void> => {
      while (!isDone()) await delay(5);
    };
    const books = () => board.measure().books;
    try {
      await until(() => notifications > 0);
      await record("fanduel", -110, -110);
      await until(() => books() === 1);
      await rig.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'oddskeeper % notifications'`);
      // The notification of this write may be lost. The board then reads as soon as it listens again.
      await record("draftkings", -120, 100);
      await until(() => books() === 2);
      const before = notifications;
      await record("betmgm", -120, 100);
      await until(() => books() === 3);
      // The board may read the write before its notification arrives, because an earlier notification is still due.
      await until(() => notifications > before);
    } finally {
      await board.close();
    }
  },
);

test("the recorder's counts for each book add up to the counts in the final report", async () => {
  const observed = new Map<string, { seen: number; rejected: Record<string, number>; isRecorded: boolean }>();
  const recorder = {
    ...testRecorder(rig.database().db),
    observe: (
      book: string,
      { prices, rejected }: { prices: { seen: number }; rejected: Record<string, number> },
      isRecorded: boolean,
    ) => void observed.set(book, { seen: prices.seen, rejected, isRecorded }),
  };
  const snapshots = [
    snapshotOf("fanduel", t0, [eventOf(start, [moneyline(-110, -110)])]),
    snapshotOf("draftkings", t0, [
      eventOf(start, [moneyline(-110, -110)]),
      eventOf(t0 - 1, [moneyline(-110, -110)]),
    ]),
    snapshotOf("no book at all", t0, [eventOf(start, [moneyline(-110, -110)])]),
  ];
  const report = await recordSnapshots(recorder, snapshots, { clock: "now", now: t0 });
  expect(Object.fromEntries(observed)).toEqual({
    fanduel: { seen: 2, rejected: {}, isRecorded: true },
    draftkings: { seen: 4, rejected: { in_play: 2 }, isRecorded: true },
    "no book at all": { seen: 2, rejected: { malformed_snapshot: 2 }, isRecorded: false },
  });
  expect(report.prices.seen).toBe(8);
  expect(report.rejected).toEqual({ in_play: 2, malformed_snapshot: 2 });
});

const sport = "americanfootball_nfl";

test.each([
  ["ten hours", 10 * hourMs],
  ["40 days", 40 * 24 * hourMs],
])(
  "fixtures that were dropped while the clock was %s ahead are listed again after the clock is set back",
  async (_, ahead) => {
    await rig.record(snapshotOf("draftkings", t0, [eventOf(start, [moneyline(-150, 130)])]));
    let now = t0 + minuteMs;
    const board = await createBoard(
      rig.database().db,
      silentLog,
      fixedClock(() => now),
    );
    const offered = () => [...board.booksByMarket().keys()];
    try {
      expect(offered()).toEqual(["h2h"]);
      now = t0 + ahead;
      while (offered().length > 0) await delay(10);
      now = t0 + 2 * minuteMs;
      while (offered().length === 0) await delay(10);
      expect(board.upcoming(sport, now)).toHaveLength(1);
    } finally {
      await board.close();
    }
  },
);
