import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import pino from "pino";
import { expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { minuteMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotEvent } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import type { RecordReport } from "@/server/ingest/recorder/report";
import { deleteAlias, insertAlias } from "@/server/ingest/recorder/state/team-aliases";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  iso,
  moneyline,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { logUnmatched } from "@/server/ingest/recorder/unmatched/log-unmatched";
import { forgetUnmatched, listUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";

const rig = recorderRig();
const { record, rows } = rig;

const fixture = "americanfootball_nfl-dallas-cowboys-at-new-york-giants-2026-11-21";
const fixtureSnapshot = (book = "draftkings", at = t0) =>
  snapshotOf(book, at, [
    eventOf(start, [moneyline(-150, 130)], { home: "New York Giants", away: "Dallas Cowboys" }),
  ]);
const unknownEvent = (more: Partial<SnapshotEvent> = {}): SnapshotEvent =>
  eventOf(start, [moneyline(-150, 130), totals(47.5, -110, -110)], {
    home: "Gotham Giants",
    away: "Dallas Cowboys",
    ...more,
  });
const unknown = (at: number, more: Partial<SnapshotEvent> = {}) =>
  snapshotOf("fanduel", at, [unknownEvent(more)]);

const listed = () => listUnmatched(rig.database().db, {});
const nfl = findSport("americanfootball_nfl");
const alias = { name: "Gotham Giants", team: "New York Giants" };
const addAlias = async () => nfl && insertAlias(rig.database().db, nfl, alias, new Date());

test("an unmatched event is stored with its book, names, start, reason, number of prices and candidate fixtures", async () => {
  await record(fixtureSnapshot());
  const report = await record(unknown(t0));
  expect(await listed()).toEqual([
    {
      book: "fanduel",
      sport: "americanfootball_nfl",
      home: "Gotham Giants",
      away: "Dallas Cowboys",
      start,
      reason: "unknown_name",
      fixtures: [fixture],
      prices: 4,
      lastSeen: expect.any(Number),
    },
  ]);
  expect([...report.unmatchedEvents.values()]).toMatchObject([
    { book: "fanduel", home: "Gotham Giants", start, reason: "unknown_name", fixtures: [fixture], prices: 4 },
  ]);
});

test("a fixture that a snapshot creates can be a candidate for an unmatched event of the same snapshot", async () => {
  const { events } = fixtureSnapshot();
  await record(snapshotOf("fanduel", t0, [unknownEvent(), ...events]));
  expect((await listed()).map(({ fixtures }) => fixtures)).toEqual([[fixture]]);
});

test("a book gets a sighting on every upcoming fixture that its unmatched event may belong to, and on no other fixture", async () => {
  await record(
    snapshotOf("draftkings", t0, [
      eventOf(start, [moneyline(-150, 130)], { home: "New York Jets", away: "Miami Dolphins" }),
      eventOf(start, [moneyline(-150, 130)], { home: "New York Giants", away: "Dallas Cowboys" }),
    ]),
  );
  const cases: Partial<SnapshotEvent>[] = [
    { home: "New York", away: "Miami Dolphins" },
    { home: "Gotham", away: "Dallas Cowboys" },
    { home: "New York Giants", away: "NY Giants" },
    { home: "Dallas Cowboys", away: "New York Giants", commence_time: iso(start + 48 * 60 * minuteMs) },
  ];
  for (const [index, event] of cases.entries())
    await record(snapshotOf(`book_${index}`, t0, [eventOf(start, [moneyline(-150, 130)], event)]));
  const named = (await listed()).flatMap(({ book, fixtures }) => fixtures.map((id) => `${book} ${id}`));
  const sighted = await rows<{ book_key: string; fixture_id: string }>(
    sql`select book_key, fixture_id from unmatched_notes`,
  );
  expect(named.length).toBeGreaterThan(2);
  expect(new Set(named)).toEqual(
    new Set(sighted.map((sighting) => `${sighting.book_key} ${sighting.fixture_id}`)),
  );
});

test("repeated polls write the row of an unmatched event at most once a minute, but immediately if its reason or start changes", async () => {
  const version = () => rows(sql`select xmin::text, first_seen::text from unmatched_events`);
  await record(unknown(t0));
  const first = await version();
  await record(unknown(t0 + 1000), t0 + 1000);
  expect(await version()).toEqual(first);
  await rig.database().db.execute(sql`update unmatched_events set last_seen = now() - interval '61 seconds'`);
  await record(unknown(t0 + 2000), t0 + 2000);
  expect(
    await rows(sql`select 1 as n from unmatched_events where last_seen > now() - interval '30 seconds'`),
  ).toEqual([{ n: 1 }]);
  const { first_seen } = first[0] ?? {};
  expect((await version())[0]).toMatchObject({ first_seen });
  const ref = "fd-1234";
  await record(unknown(t0 + 3000, { ref }), t0 + 3000);
  await record(unknown(t0 + 4000, { ref, commence_time: iso(start + minuteMs) }), t0 + 4000);
  expect((await listed()).map((row) => row.start)).toEqual([start, start + minuteMs]);
  await record(
    unknown(t0 + 5000, { ref, commence_time: iso(start + minuteMs), home: "New York" }),
    t0 + 5000,
  );
  expect((await listed()).map((row) => row.reason)).toEqual(["unknown_name", "ambiguous_name"]);
});

test("the row of an unmatched event is deleted by the first snapshot in which the event matches a fixture", async () => {
  await record(fixtureSnapshot());
  await record(unknown(t0));
  expect(await listed()).toHaveLength(1);
  await addAlias();
  const report = await record(unknown(t0 + minuteMs), t0 + minuteMs);
  expect([report.events.matched, await listed()]).toEqual([1, []]);
  expect(await rows(sql`select distinct fixture_id from current_markets where book_key = 'fanduel'`)).toEqual(
    [{ fixture_id: fixture }],
  );
});

test("in a listed sport, an alias applies from the next snapshot until the alias is removed", async () => {
  const db = rig.database().db;
  await addAlias();
  expect((await record(unknown(t0))).events).toMatchObject({ matched: 1, unmatched: 0 });
  if (nfl) await deleteAlias(db, nfl, alias);
  const other = { ...unknown(t0 + minuteMs), book: "betmgm" };
  expect((await record(other, t0 + minuteMs)).events).toMatchObject({ matched: 0, unmatched: 1 });
});

test("if a snapshot is recorded again, the report lists its unmatched events, but their rows are not rewritten", async () => {
  const unmatched = unknownEvent({ home: "Metropolis Jets", away: "Miami Dolphins" });
  const mixed = snapshotOf("fanduel", t0, [unmatched, ...fixtureSnapshot().events]);
  await record(mixed, t0, "recorded");
  await rig.database().db.execute(sql`update unmatched_events set last_seen = now() - interval '1 hour'`);
  const before = await rows(sql`select * from unmatched_events`);
  const again = await record(mixed, t0 + minuteMs, "recorded");
  expect([before.length, again.unmatchedEvents.size]).toEqual([1, 1]);
  expect(await rows(sql`select * from unmatched_events`)).toEqual(before);
});

test("unmatched events that were last seen more than seven days ago are not listed, and their rows are deleted", async () => {
  const { db } = rig.database();
  await record(unknown(t0));
  await record(unknown(t0, { home: "Metropolis Jets", away: "Miami Dolphins" }));
  await db.execute(
    sql`update unmatched_events set last_seen = now() - interval '7 days 1 minute' where home = 'Gotham Giants'`,
  );
  expect((await listed()).map(({ home }) => home)).toEqual(["Metropolis Jets"]);
  await forgetUnmatched(db);
  expect(await rows(sql`select home from unmatched_events`)).toEqual([{ home: "Metropolis Jets" }]);
});

test("the list of unmatched events can be filtered by sport and by book, and events that have the same start and the same names are sorted by book", async () => {
  const { db } = rig.database();
  for (const book of ["fanduel", "betmgm"]) await record({ ...unknown(t0), book });
  expect((await listUnmatched(db, {})).map(({ book }) => book)).toEqual(["betmgm", "fanduel"]);
  expect(await listUnmatched(db, { book: "fanduel" })).toHaveLength(1);
  expect(await listUnmatched(db, { sport: "basketball_nba" })).toEqual([]);
});

const logLines = (level: "info" | "debug") => {
  const lines: Record<string, unknown>[] = [];
  const write = (chunk: unknown, _: unknown, done: () => void): void => {
    lines.push(JSON.parse(String(chunk)));
    done();
  };
  return { lines, log: pino({ level, base: null, timestamp: false }, new Writable({ write })) };
};

/** One book's snapshot of `count` events whose home teams no list contains. */
const manyUnknown = (at: number, count: number): BookSnapshot =>
  snapshotOf(
    "fanduel",
    at,
    Array.from({ length: count }, (_, index) =>
      unknownEvent({ home: `Gotham Giants ${index}`, away: "Miami Dolphins" }),
    ),
  );

test("the log has one short line with counts for a poll in which unmatched events appear or their reasons change, and no line for other polls", async () => {
  const { lines, log } = logLines("info");
  const poll = async (snapshots: readonly BookSnapshot[], now: number) => {
    const recorder = { ...testRecorder(rig.database().db), log };
    logUnmatched(log, { feed: "demo" }, await recordSnapshots(recorder, snapshots, { clock: "now", now }));
    return lines.splice(0);
  };
  const line = (unmatched: number, appeared: number) => ({
    level: 30,
    feed: "demo",
    unmatched,
    appeared,
    msg: "unmatched events appeared; `ops unmatched list` prints them",
  });
  const other = { ...unknown(t0), book: "betmgm" };
  expect(await poll([manyUnknown(t0, 30), other], t0)).toEqual([line(31, 31)]);
  expect(await poll([manyUnknown(t0 + minuteMs, 30)], t0 + minuteMs)).toEqual([]);
  await rig
    .database()
    .db.execute(
      sql`update unmatched_events set reason = 'ambiguous_name' where home like 'Gotham Giants 1%'`,
    );
  expect(await poll([manyUnknown(t0 + 2 * minuteMs, 30)], t0 + 2 * minuteMs)).toEqual([line(30, 11)]);
});

test("at the level debug, the log names an unmatched event when it appears and when its reason changes, not at every poll", async () => {
  const { lines, log } = logLines("debug");
  const poll = (snapshot: BookSnapshot, at: number) =>
    recordSnapshots({ ...testRecorder(rig.database().db), log }, [snapshot], { clock: "now", now: at });
  await poll(unknown(t0), t0);
  for (const second of [1, 2, 3]) await poll(unknown(t0 + 1000 * second), t0 + 1000 * second);
  expect(lines).toMatchObject([
    { level: 20, book: "fanduel", events: [{ home: "Gotham Giants", reason: "unknown_name" }] },
  ]);
  await rig.database().db.execute(sql`update unmatched_events set reason = 'ambiguous_name'`);
  await poll(unknown(t0 + minuteMs), t0 + minuteMs);
  expect(lines).toHaveLength(2);
});

test("a report has one entry for each unmatched event of a book, and the entry counts the event's prices in all snapshots", async () => {
  const snapshots = [0, 1, 2].map((minutes) => unknown(t0 + minutes * minuteMs, { ref: "fd-1234" }));
  const report: RecordReport = await recordSnapshots(
    testRecorder(rig.database().db),
    [...snapshots, { ...unknown(t0), book: "betmgm" }],
    { clock: "recorded", now: t0 + 60 * minuteMs },
  );
  const named = [...report.unmatchedEvents.values()];
  expect(named.map(({ book, prices }) => [book, prices])).toEqual(
    expect.arrayContaining([
      ["fanduel", 12],
      ["betmgm", 4],
    ]),
  );
  expect(named).toHaveLength(2);
  expect(named.reduce((sum, { prices }) => sum + prices, 0)).toBe(report.prices.unmatched);
  const { seen, changed, unchanged, repeated, unmatched } = report.prices;
  expect(seen).toBe(changed + unchanged + repeated + unmatched);
});
