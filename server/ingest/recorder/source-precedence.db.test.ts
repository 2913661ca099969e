import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { SourceKind } from "@/server/ingest/recorder/place/source-of";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { activeKind, type LiveSource } from "@/server/ingest/recorder/source-precedence";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();

const send = (kind: SourceKind, now: number, home: number, commence = start, book = "kalshi") => {
  const source: LiveSource = { kind, feed: kind };
  const snapshot = snapshotOf(book, now, [eventOf(commence, [moneyline(home, 130)])]);
  return recordSnapshots(testRecorder(rig.database().db), [snapshot], { clock: "now", now, source });
};
const prices = async () => (await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]);

test("while a book's own feed sends, an aggregator's prices of the book are rejected as other_source", async () => {
  await send("own", t0, -150);
  const report = await send("aggregator", t0 + minuteMs, -140);
  expect(report.rejected).toEqual({ other_source: 2 });
  expect(report).toMatchObject({
    events: { seen: 1, matched: 0, rejected: 1 },
    prices: { seen: 2, changed: 0 },
  });
  expect(await prices()).toEqual(["h-150"]);
});

test("an aggregator's start does not count towards the agreed start while the book's own feed sends", async () => {
  await send("own", t0, -150);
  await send("aggregator", t0 + minuteMs, -140, start + 2 * hourMs);
  expect(
    await rig.rows(sql`select (extract(epoch from commence_time) * 1000)::float8 as at from fixtures`),
  ).toEqual([{ at: start }]);
  expect(await rig.rows(sql`select jsonb_array_length(starts) as count from checks`)).toEqual([{ count: 1 }]);
});

test("once a book's own feed has been silent for three update intervals, the source with the next lower precedence is recorded", async () => {
  await send("own", t0, -150);
  expect((await send("delivery", t0 + 6 * minuteMs - 1, -145)).rejected).toEqual({ other_source: 2 });
  expect((await send("delivery", t0 + 6 * minuteMs, -145)).rejected).toEqual({});
  expect((await send("aggregator", t0 + 7 * minuteMs, -140)).rejected).toEqual({ other_source: 2 });
  expect(await prices()).toEqual(["h-145"]);
  await send("own", t0 + 8 * minuteMs, -155);
  expect(await prices()).toEqual(["h-155"]);
});

test("a delivery has precedence over an aggregator", async () => {
  await send("aggregator", t0, -140);
  expect(await prices()).toEqual(["h-140"]);
  await send("delivery", t0 + minuteMs, -145);
  expect((await send("aggregator", t0 + 2 * minuteMs, -141)).rejected).toEqual({ other_source: 2 });
  expect(await prices()).toEqual(["h-145"]);
});

test("precedence is decided per book: of an aggregator's two books, only the book without its own feed is recorded", async () => {
  await send("own", t0, -150);
  const source: LiveSource = { kind: "aggregator", feed: "the-odds-api" };
  const snapshots = ["draftkings", "kalshi"].map((book) =>
    snapshotOf(book, t0 + minuteMs, [eventOf(start, [moneyline(-140, 120)])]),
  );
  const options = { clock: "now", now: t0 + minuteMs, source } as const;
  const report = await recordSnapshots(testRecorder(rig.database().db), snapshots, options);
  expect(report).toMatchObject({ rejected: { other_source: 2 }, prices: { changed: 2 } });
});

test("a source that sends only unusable prices counts as silent three update intervals after its last usable price", async () => {
  await send("own", t0, -150);
  await send("own", t0 + 2 * minuteMs, Number.NaN);
  expect((await send("aggregator", t0 + 6 * minuteMs, -140)).rejected).toEqual({});
});

test("a source that repeats old prices counts as silent once these prices are no longer fresh", async () => {
  const stuck = snapshotOf("kalshi", t0, [eventOf(start, [moneyline(-150, 130)])]);
  const source: LiveSource = { kind: "delivery", feed: "delivery" };
  for (const now of [t0, t0 + 2 * minuteMs, t0 + 4 * minuteMs, t0 + 6 * minuteMs - 1])
    await recordSnapshots(testRecorder(rig.database().db), [stuck], { clock: "now", now, source });
  expect((await send("aggregator", t0 + 6 * minuteMs - 1, -140)).rejected).toEqual({ other_source: 2 });
  expect((await send("aggregator", t0 + 6 * minuteMs, -140)).rejected).toEqual({});
});

test("an import has no live source and is always recorded", async () => {
  await send("own", t0, -150);
  await rig.record(
    snapshotOf("kalshi", t0 + minuteMs, [eventOf(start, [moneyline(-140, 120)])]),
    t0 + minuteMs,
  );
  expect(await prices()).toEqual(["h-140"]);
});

test("a kind of source that this version does not know has no precedence", () => {
  expect(activeKind([{ kind: "satellite", silentAt: 10 }], 5)).toBeUndefined();
});
