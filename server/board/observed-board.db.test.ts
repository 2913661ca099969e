import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createBoard } from "@/server/board/create-board";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { recordSnapshots } from "@/server/recorder/record-snapshots";
import { recorderRig, start, t0 } from "@/server/recorder/testing/recorder-rig";
import { eventOf, moneyline, silentLog, snapshotOf, testRecorder } from "@/server/recorder/testing/snapshots";

const rig = recorderRig();

type Told = { readonly behind: number[]; readonly visible: number[] };

/** A board that is told of, until `body` ends. `untilRead` resolves when the database has been read once more from its beginning. */
const withBoard = async (
  body: (
    board: Awaited<ReturnType<typeof createBoard>>,
    told: Told,
    untilRead: () => Promise<void>,
  ) => Promise<void>,
): Promise<void> => {
  const told: Told = { behind: [], visible: [] };
  let reads = 0;
  let onRead = (): void => undefined;
  const board = await createBoard(
    rig.database().db,
    silentLog,
    fixedClock(() => t0),
    {
      read: (behind) => {
        told.behind.push(behind);
        reads += 1;
        setImmediate(() => onRead());
      },
      visible: (seconds) => told.visible.push(seconds),
    },
  );
  const untilRead = () =>
    new Promise<void>((resolve) => {
      // The read that is under way may have begun before.
      const enough = reads + 2;
      onRead = () => {
        if (reads >= enough) resolve();
      };
    });
  await body(board, told, untilRead).finally(board.close);
};

const record = (book: string, home: number, away: number) =>
  rig.record(snapshotOf(book, t0, [eventOf(start, [moneyline(home, away)])]));

test("a write of prices is told once, when it can be seen, with the time since it was made", async () => {
  await record("fanduel", -110, -110);
  await withBoard(async (board, told, untilRead) => {
    await untilRead();
    expect(told.visible).toEqual([]);
    const startedAt = performance.now();
    await record("draftkings", -120, 100);
    while (told.visible.length === 0) await untilRead();
    expect(board.measure()).toMatchObject({ fixtures: 1, books: 2, markets: 2 });
    expect(told.visible[0]).toBeGreaterThanOrEqual(0);
    expect(told.visible[0]).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 0.001);
    await untilRead();
    expect(told.visible).toHaveLength(1);
    await record("draftkings", -120, 100);
    await untilRead();
    expect(told.visible).toHaveLength(1);
  });
});

test("a board's size is that of what it holds", async () => {
  await withBoard(async (board) => {
    expect(board.measure()).toEqual({ fixtures: 0, books: 0, markets: 0, priceBytes: 0, answerBytes: 0 });
  });
  await record("fanduel", -110, -110);
  await withBoard(async (board) => {
    const [{ bytes }] = (await rig.rows<{ bytes: number }>(
      sql`select sum(octet_length(outcomes))::int as bytes from current_markets`,
    )) as [{ bytes: number }];
    expect(board.measure()).toEqual({ fixtures: 1, books: 1, markets: 1, priceBytes: bytes, answerBytes: 0 });
  });
});

test("a transaction that stays open shows as lag", async () => {
  const other = rig.database().connect();
  await withBoard(async (_, told, untilRead) => {
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
    // In embedded mode there is one connection to the database: others wait for the transaction.
    if (process.env.TEST_STORE === "postgres") {
      await record("fanduel", -110, -110);
      await untilRead();
      expect(told.behind.at(-1)).toBeGreaterThan(0);
    }
    end();
    await untilRead();
    expect(told.behind.at(-1)).toBe(0);
  });
});

test("what became of each book's snapshots is told book by book, and adds up to the report", async () => {
  const told = new Map<string, { seen: number; rejected: Record<string, number>; isRecorded: boolean }>();
  const recorder = {
    ...testRecorder(rig.database().db),
    observe: (
      book: string,
      { prices, rejected }: { prices: { seen: number }; rejected: Record<string, number> },
      isRecorded: boolean,
    ) => void told.set(book, { seen: prices.seen, rejected, isRecorded }),
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
  expect(Object.fromEntries(told)).toEqual({
    fanduel: { seen: 2, rejected: {}, isRecorded: true },
    draftkings: { seen: 4, rejected: { in_play: 2 }, isRecorded: true },
    "no book at all": { seen: 2, rejected: { malformed_snapshot: 2 }, isRecorded: false },
  });
  expect(report.prices.seen).toBe(8);
  expect(report.rejected).toEqual({ in_play: 2, malformed_snapshot: 2 });
});
