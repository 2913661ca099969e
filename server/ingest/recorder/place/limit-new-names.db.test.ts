import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotEvent } from "@/server/ingest/feeds/snapshot";
import { maxNewNamesPerDay } from "@/server/ingest/recorder/place/limit-new-names";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { iso, moneyline, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { record, rows } = rig;

/** Names that do not resemble each other. */
const nameOf = (number: number): string => {
  const letters = "bcdfghjklmnpqrstvwxz";
  const word = (value: number): string =>
    [value % 20, Math.floor(value / 20) % 20, Math.floor(value / 400) % 20]
      .map((at) => `${letters[at]}a`)
      .join("");
  return `${word(number * 37 + 5)} ${word(number * 101 + 11)}`;
};

const fight = (number: number): SnapshotEvent => ({
  commence_time: iso(start + number * hourMs),
  home: nameOf(2 * number),
  away: nameOf(2 * number + 1),
  markets: [moneyline(-150, 130)],
});
const fights = (from: number, count: number): SnapshotEvent[] =>
  Array.from({ length: count }, (_, index) => fight(from + index));
const snapshot = (book: string, at: number, events: SnapshotEvent[]): BookSnapshot =>
  snapshotOf(book, at, events, { sport: "mma_mixed_martial_arts" });

const learned = async (): Promise<string[]> =>
  (await rows<{ name: string }>(sql`select name from learned_teams order by name`)).map(({ name }) => name);
const maxFights = maxNewNamesPerDay / 2;

test("a book teaches at most 300 new names of a sport per day, and each event beyond them is counted as unmatched for this reason", async () => {
  const report = await record(snapshot("draftkings", t0, fights(0, maxFights + 20)));
  expect(await learned()).toHaveLength(maxNewNamesPerDay);
  expect(report.events).toMatchObject({ matched: maxFights, unmatched: 20 });
  expect(report.prices).toMatchObject({ changed: 2 * maxFights, unmatched: 40 });
  expect(new Set([...report.unmatchedEvents.values()].map(({ reason }) => reason))).toEqual(
    new Set(["too_many_new_names"]),
  );
});

test("which events a book's limit leaves unmatched does not depend on their order in the snapshot", async () => {
  const events = fights(0, maxFights + 20);
  await record(snapshot("draftkings", t0, events));
  const names = await learned();
  await rig.empty();
  await record(snapshot("draftkings", t0, events.toReversed()));
  expect(await learned()).toEqual(names);
});

test("the limit counts the names of all snapshots of a day, and begins again on the next day", async () => {
  await record(snapshot("draftkings", t0, fights(0, maxFights)));
  await record(snapshot("draftkings", t0 + minuteMs, fights(maxFights, 10)), t0 + minuteMs);
  expect(await learned()).toHaveLength(maxNewNamesPerDay);
  const nextDay = t0 + 12 * hourMs;
  await record(snapshot("draftkings", nextDay, fights(maxFights, 10)), nextDay);
  expect(await learned()).toHaveLength(maxNewNamesPerDay + 20);
});

test("a book that has reached its limit neither limits other books nor loses events of names that others taught", async () => {
  await record(snapshot("draftkings", t0, fights(0, maxFights)));
  await record(snapshot("fanduel", t0 + minuteMs, fights(maxFights, 5)), t0 + minuteMs);
  const report = await record(
    snapshot("draftkings", t0 + 2 * minuteMs, fights(maxFights, 5)),
    t0 + 2 * minuteMs,
  );
  expect(report.events).toMatchObject({ matched: 5, unmatched: 0 });
});
