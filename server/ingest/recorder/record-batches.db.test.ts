import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { currentMarkets, empty, fixtureIds, points, record, rows } = rig;

test("recording a batch in any order stores the same prices and history as recording its snapshots one by one", async () => {
  const quote = (book: string, at: number, home: number) =>
    snapshotOf(book, at, [eventOf(start, [moneyline(home, 130)], { ref: `${book}-1` })], { complete: true });
  const gone = snapshotOf("fanduel", t0 + 3 * minuteMs, [], { complete: true });
  const inOrder = [
    quote("draftkings", t0, -150),
    quote("fanduel", t0 + minuteMs, -155),
    quote("draftkings", t0 + 2 * minuteMs, -160),
    gone,
    quote("draftkings", t0 + 4 * minuteMs, -170),
  ];
  const left = async () => [
    await currentMarkets(),
    await points(),
    await rows(
      sql`select fixture_id, book_key, recorded_at::text, checked_at::text, market_times from checks order by 1, 2`,
    ),
  ];
  for (const snapshot of inOrder) await record(snapshot, t0 + hourMs, "recorded");
  const oneByOne = await left();
  for (const order of [inOrder, [...inOrder].reverse()]) {
    await empty();
    await recordSnapshots(testRecorder(rig.database().db), order, { clock: "recorded", now: t0 + hourMs });
    expect((await left()).slice(0, 2)).toEqual(oneByOne.slice(0, 2));
    if (order === inOrder) expect(await left()).toEqual(oneByOne);
  }
});

test("instances that record the same new fixtures at the same time create each fixture once", async () => {
  const books = ["draftkings", "fanduel", "betmgm", "betrivers"];
  const pairs = [
    ["Buffalo Bills", "Kansas City Chiefs"],
    ["Dallas Cowboys", "New York Giants"],
    ["Green Bay Packers", "Chicago Bears"],
    ["Denver Broncos", "Las Vegas Raiders"],
  ] as const;
  await Promise.all(
    books.map(async (book) => {
      const recorder = testRecorder(rig.database().connect());
      for (const [home, away] of pairs) {
        const quote = snapshotOf(book, t0, [eventOf(start, [moneyline(-150, 130)], { home, away })]);
        await recordSnapshots(recorder, [quote], { clock: "now", now: t0 });
      }
    }),
  );
  expect(await fixtureIds()).toHaveLength(pairs.length);
  expect(await currentMarkets()).toHaveLength(pairs.length * books.length);
});

test("the first snapshot of a new book sets the title, and a later batch does not write the book's row", async () => {
  const quote = (at: number | null, book_title: string) =>
    snapshotOf("southline", at, [eventOf(start, [moneyline(-150, 130)])], { book_title });
  const arrive = (snapshots: BookSnapshot[], now: number) =>
    recordSnapshots(testRecorder(rig.database().db), snapshots, { clock: "now", now });
  const read = () =>
    rows(sql`select title, last_update_measured, xmin::text, xmax::text from books where key = 'southline'`);
  await arrive([quote(null, "First"), quote(t0, "Second")], t0);
  const [book] = await read();
  expect(book).toMatchObject({ title: "First", last_update_measured: true, xmax: "0" });
  await arrive([quote(t0 + minuteMs, "Third")], t0 + minuteMs);
  expect(await read()).toEqual([book]);
});

describe("several polls of one book in one batch", () => {
  const quote = (at: number, home: number, more = {}) =>
    snapshotOf("draftkings", at, [eventOf(start, [moneyline(home, 130)])], more);
  const arrive = (snapshots: BookSnapshot[]) =>
    recordSnapshots(testRecorder(rig.database().db), snapshots, { clock: "now", now: t0 + hourMs });
  const currentPrice = async () => (await currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]);

  test("after several polls in one batch, the last price is current, and each change is counted", async () => {
    const report = await arrive(
      [-200, -150, -180, -120].map((home, index) => quote(t0 + index * 1000, home)),
    );
    expect(await currentPrice()).toEqual(["h-120"]);
    expect(report.prices).toMatchObject({ seen: 8, changed: 5, unchanged: 3 });
  });

  test("if the last poll of a batch is a complete snapshot without events, the prices are withdrawn", async () => {
    await arrive([quote(t0, -200), snapshotOf("draftkings", t0 + 1000, [], { complete: true })]);
    expect(await currentPrice()).toEqual([]);
  });

  test("an event that is missing from a book's newest complete snapshot has no current prices, whatever the order of the snapshots in the batch", async () => {
    const gone = snapshotOf("draftkings", t0 + minuteMs, [], { complete: true });
    for (const order of [
      [gone, quote(t0, -200)],
      [quote(t0, -200), gone],
    ]) {
      await rig.empty();
      await recordSnapshots(testRecorder(rig.database().db), order, { clock: "recorded", now: t0 + hourMs });
      expect(await currentPrice()).toEqual([]);
    }
  });
});
