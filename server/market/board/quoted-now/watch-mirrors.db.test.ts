import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { minuteMs } from "@/server/domain/durations";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import {
  eventOf,
  iso,
  moneyline,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { readMirrors } from "@/server/market/board/quoted-now/watch-mirrors";

const turns = 20;

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const games = [
  {},
  { home: "New York Giants", away: "Dallas Cowboys" },
  { home: "New York Jets", away: "Miami Dolphins" },
  { home: "Chicago Bears", away: "Green Bay Packers" },
  { home: "Denver Broncos", away: "Las Vegas Raiders" },
];

/** A book that quotes five games, and changes every price each minute. */
const follow = (book: string, now: number, delayMs: number, offset: number): BookSnapshot[] =>
  Array.from({ length: turns }, (_, turn) => {
    const at = now - (turns - turn) * minuteMs + delayMs;
    const move = offset + turn;
    const events = games.map((teams, game) =>
      eventOf(
        now + 24 * 60 * minuteMs,
        [
          moneyline(-150 - move - game, 130 + move + game),
          totals(47.5, -110 - move, -108 + Math.min(3, turn % 4)),
        ],
        teams,
      ),
    );
    return { ...snapshotOf(book, at, events), recorded_at: iso(at) };
  });

test("books whose recorded prices change together and are the same are one source, and other books are not", async () => {
  const now = Date.now();
  const snapshots = [
    ...follow("draftkings", now, 0, 0),
    ...follow("fanduel", now, 4_000, 0),
    ...follow("bovada", now, 2_000, 5),
    ...follow("betrivers", now, 25_000, 0),
  ];
  await recordSnapshots(testRecorder(store.db), snapshots, { clock: "recorded", now });
  const { groups, sourceOf } = await readMirrors(store.db);
  expect([...groups]).toEqual([
    ["draftkings", ["draftkings", "fanduel"]],
    ["fanduel", ["draftkings", "fanduel"]],
  ]);
  expect(["draftkings", "fanduel", "bovada"].map(sourceOf)).toEqual(["draftkings", "draftkings", "bovada"]);
});
