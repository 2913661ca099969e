import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  iso,
  moneyline,
  snapshotOf,
  testRecorder,
} from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();

type Match = readonly [home: string, away: string, start: number, ref?: string];

const threeWay = {
  key: "h2h",
  outcomes: [
    { side: "home" as const, decimal: 2.5 },
    { side: "away" as const, decimal: 2.8 },
    { side: "draw" as const, decimal: 3.3 },
  ],
};

const listing = (sport: string, book: string, at: number, matches: readonly Match[], more = {}) =>
  snapshotOf(
    book,
    at,
    matches.map(([home, away, start, ref]) =>
      eventOf(start, [sport.startsWith("soccer") ? threeWay : moneyline(-150, 130)], {
        home,
        away,
        ...(ref === undefined ? {} : { ref }),
      }),
    ),
    { sport, ...more },
  );

const list = (sport: string, book: string, at: number, matches: readonly Match[], more = {}) =>
  rig.record(listing(sport, book, at, matches, more), at);

const served = async (sport: string, now: number) =>
  (await serve(rig.database().db, sport, now)).list.map(
    ({ commence_time, home_team, bookmakers, unmatched_bookmakers }) => [
      home_team,
      (Date.parse(commence_time) - t0) / hourMs,
      bookmakers.map(({ key }) => key),
      unmatched_bookmakers,
    ],
  );

const mlb = "baseball_mlb";
const yankeesAtSox = (start: number): Match => ["Boston Red Sox", "New York Yankees", start];

test("a delayed first game and the second game of a doubleheader never share a fixture", async () => {
  const [first, delayed, second] = [t0 + 6 * hourMs, t0 + 7.7 * hourMs, t0 + 9.5 * hourMs];
  await list(mlb, "fanduel", t0, [yankeesAtSox(first)]);
  await list(mlb, "pinnacle", t0 + 1000, [yankeesAtSox(delayed)]);
  await list(mlb, "betmgm", t0 + 2000, [yankeesAtSox(first), yankeesAtSox(second)]);
  expect(await served(mlb, t0 + 3000)).toEqual([
    ["Boston Red Sox", 6, ["betmgm", "fanduel"], ["pinnacle"]],
    ["Boston Red Sox", 9.5, ["betmgm"], []],
  ]);
});

test("if the first book states a game's start in local time, the other books share a fixture with the correct start", async () => {
  const start = t0 + 9 * hourMs;
  await list(mlb, "fanduel", t0, [yankeesAtSox(start - 5 * hourMs)]);
  for (const book of ["pinnacle", "betmgm"]) await list(mlb, book, t0 + 1000, [yankeesAtSox(start)]);
  expect((await served(mlb, t0 + 2000)).at(-1)).toEqual(["Boston Red Sox", 9, ["betmgm", "pinnacle"], []]);
});

test("a book keeps its prices of a game if its next poll lists only a later game of the same teams", async () => {
  const [first, second] = [t0 + 6 * hourMs, t0 + 9.5 * hourMs];
  for (const book of ["pinnacle", "betmgm", "draftkings", "fanduel"])
    await list(mlb, book, t0, [yankeesAtSox(first)]);
  await list(mlb, "fanduel", t0 + 1000, [yankeesAtSox(second)]);
  expect((await served(mlb, t0 + 2000))[0]).toEqual([
    "Boston Red Sox",
    6,
    ["betmgm", "draftkings", "fanduel", "pinnacle"],
    [],
  ]);
});

test("a fixture is hidden while most books list another match of one of its teams near its start, and is served again once that match is moved to another day", async () => {
  const cup = "soccer_fa_cup";
  const saturday = t0 + 20 * hourMs;
  await list(cup, "fanduel", t0, [["Chelsea", "Arsenal", saturday]]);
  for (const book of ["pinnacle", "betmgm"])
    await list(cup, book, t0 + 1000, [["Liverpool", "Chelsea", saturday + 2 * hourMs, "LC1001"]]);
  expect((await served(cup, t0 + 2000)).map(([home]) => home)).toEqual(["Liverpool"]);
  for (const book of ["pinnacle", "betmgm"])
    await list(cup, book, t0 + 3000, [["Liverpool", "Chelsea", saturday + 72 * hourMs, "LC1001"]]);
  await list(cup, "fanduel", t0 + 4000, [["Chelsea", "Arsenal", saturday]]);
  expect((await served(cup, t0 + 5000)).map(([home]) => home)).toEqual(["Chelsea", "Liverpool"]);
});

test("two matches of one team on successive days are both listed if every book lists both", async () => {
  const handball = "handball_germany_bundesliga";
  const weekend: Match[] = [
    ["THW Kiel", "SG Flensburg-Handewitt", t0 + 10 * hourMs],
    ["SC Magdeburg", "THW Kiel", t0 + 33 * hourMs],
  ];
  for (const book of ["pinnacle", "betmgm"]) await list(handball, book, t0, weekend);
  expect(await served(handball, t0)).toHaveLength(2);
});

test("a book that states a start in the past stays in unmatched_bookmakers while the book is polled", async () => {
  const nba = "basketball_nba";
  const celtics = (start: number): Match => ["Boston Celtics", "New York Knicks", start];
  for (const book of ["pinnacle", "betmgm"]) await list(nba, book, t0, [celtics(t0 + 5 * hourMs)]);
  for (let at = t0; at < t0 + 20 * minuteMs; at += minuteMs)
    await list(nba, "fanduel", at, [celtics(t0 + 2 * minuteMs)]);
  const [fixture] = await served(nba, t0 + 19.5 * minuteMs);
  expect(fixture?.[3]).toEqual(["fanduel"]);
});

test("many books that state midnight for a match are not overruled by one book that states an earlier time", async () => {
  const nba = "basketball_nba";
  const midnight = Date.UTC(2026, 10, 22);
  const books = ["bet365", "betmgm", "draftkings", "pinnacle"];
  for (const book of books) await list(nba, book, t0, [["Boston Celtics", "New York Knicks", midnight]]);
  await list(nba, "fanduel", t0 + 1000, [["Boston Celtics", "New York Knicks", midnight - 8 * hourMs]]);
  expect((await served(nba, t0 + 2000))[0]?.[1]).toBe(12);
});

test("a midnight that a book has listed next to other starts keeps its vote if the book then lists the game alone, whatever the order of the snapshots", async () => {
  const nba = "basketball_nba";
  const midnight = Date.UTC(2026, 10, 22);
  const bulls: Match = ["Los Angeles Lakers", "Chicago Bulls", midnight + 2 * hourMs];
  const celtics = (start: number): Match => ["Boston Celtics", "New York Knicks", start];
  const snapshots = [
    listing(nba, "pinnacle", t0, [celtics(midnight), bulls], { recorded_at: iso(t0) }),
    listing(nba, "betmgm", t0 + 1000, [celtics(midnight - 3 * hourMs), bulls], {
      recorded_at: iso(t0 + 1000),
    }),
    listing(nba, "pinnacle", t0 + 2000, [celtics(midnight)], { recorded_at: iso(t0 + 2000) }),
  ] as const;
  const [a, b, c] = snapshots;
  const starts: unknown[] = [];
  for (const order of [
    [a, b, c],
    [c, b, a],
    [a, c, b],
    [b, a, c],
  ]) {
    await rig.empty();
    for (const snapshot of order) await rig.record(snapshot, t0 + minuteMs, "recorded");
    starts.push((await served(nba, t0 + 3000))[0]?.[1]);
  }
  await rig.empty();
  await recordSnapshots(testRecorder(rig.database().db), snapshots, {
    clock: "recorded",
    now: t0 + minuteMs,
  });
  starts.push((await served(nba, t0 + 3000))[0]?.[1]);
  expect(new Set(starts)).toEqual(new Set([12]));
});
