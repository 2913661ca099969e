import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { nativeFormat } from "@/server/ingest/feeds/native/read-native";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recorderRig, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";
import { importFiles } from "@/server/ops/import-files";

const rig = recorderRig();
const sport = "mma_mixed_martial_arts";

const bouts = (book: string, at: number, ...opponents: readonly string[]): BookSnapshot =>
  snapshotOf(
    book,
    at,
    opponents.map((away) =>
      eventOf(t0 + 30 * hourMs, [moneyline(-150, 130)], { home: "Ilia Topuria", away }),
    ),
    { sport, complete: true, recorded_at: new Date(at).toISOString() },
  );

const importOf = async (snapshots: readonly BookSnapshot[]) => {
  const folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-settle-"));
  const file = path.join(folder, "bouts.jsonl");
  await writeFile(file, snapshots.map((snapshot) => JSON.stringify(snapshot)).join("\n"));
  try {
    return await importFiles(
      testRecorder(
        rig.database().db,
        0,
        fixedClock(() => t0 + hourMs),
      ),
      { format: nativeFormat, files: [file], clock: "recorded", shift: 0 },
      () => undefined,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};

test("a bout that is replaced later in an import is unmatched in the report, and events still add up", async () => {
  const { events, unmatchedEvents } = await importOf([
    ...["fanduel", "pinnacle"].map((book) => bouts(book, t0, "Arman Tsarukyan")),
    ...["fanduel", "pinnacle", "betmgm"].map((book) => bouts(book, t0 + minuteMs, "Justin Gaethje")),
  ]);
  expect([...unmatchedEvents.values()].map(({ book, away, reason }) => [book, away, reason]).sort()).toEqual([
    ["fanduel", "Arman Tsarukyan", "opponent_replaced"],
    ["pinnacle", "Arman Tsarukyan", "opponent_replaced"],
  ]);
  expect(events).toEqual({ seen: 5, matched: 3, unmatched: 2, rejected: 0 });
});

test("bouts that one book lists side by side stay matched, whatever other books list", async () => {
  const { events, unmatchedEvents } = await importOf([
    bouts("fanduel", t0, "Arman Tsarukyan"),
    bouts("pinnacle", t0, "Arman Tsarukyan", "Justin Gaethje"),
    bouts("betmgm", t0, "Justin Gaethje"),
  ]);
  expect([...unmatchedEvents.values()]).toEqual([]);
  expect(events).toEqual({ seen: 4, matched: 4, unmatched: 0, rejected: 0 });
});

test("a report takes in neither events of an earlier import nor the prices of a live feed", async () => {
  await importOf([
    ...["fanduel", "pinnacle"].map((book) => bouts(book, t0, "Arman Tsarukyan")),
    ...["fanduel", "pinnacle"].map((book) => bouts(book, t0 + minuteMs, "Justin Gaethje")),
  ]);
  const { events, unmatchedEvents } = await importOf([bouts("fanduel", t0 + 2 * minuteMs, "Justin Gaethje")]);
  expect([...unmatchedEvents.values()]).toEqual([]);
  expect(events).toEqual({ seen: 1, matched: 1, unmatched: 0, rejected: 0 });
});

test("an event that a later snapshot of the import matches is not in the report's list, but a repeated import still lists what is unmatched", async () => {
  const unknown = (at: number, away: string): BookSnapshot => bouts("fanduel", at, away);
  const snapshots = [unknown(t0, "TBD"), bouts("pinnacle", t0, "Justin Gaethje")];
  for (let times = 0; times < 2; times++) {
    const { unmatchedEvents } = await importOf(snapshots);
    expect([...unmatchedEvents.values()].map(({ away, reason }) => [away, reason])).toEqual([
      ["TBD", "placeholder"],
    ]);
  }
});
