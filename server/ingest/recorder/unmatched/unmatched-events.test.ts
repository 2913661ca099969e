import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import { finish } from "@/server/ingest/matching/steps";
import {
  maxRowsPerListing,
  type UnmatchedByBook,
  type UnmatchedChanges,
  updateUnmatched,
} from "@/server/ingest/recorder/unmatched/unmatched-events";

const event = (name: string, more: Partial<CheckedEvent> = {}): CheckedEvent => ({
  commenceTime: 1000,
  home: name,
  away: "Some Team",
  inPlay: false,
  markets: [],
  unread: new Set(),
  ...more,
});

const unmatched: EventMatch = {
  kind: "unmatched",
  reason: "unknown_name",
  candidateFixtures: [],
  candidateNewEvents: [],
};
const joined: EventMatch = { kind: "fixture", fixtureId: "f", swapped: false };

const place = (stored: UnmatchedByBook, events: readonly CheckedEvent[], match: EventMatch = unmatched) => {
  const changes: UnmatchedChanges = { seen: new Map(), gone: new Map() };
  const recording = { book: "bookie", sport: "americanfootball_nfl", events };
  const placed = finish(updateUnmatched(stored, { recording, matches: events.map(() => match) }, changes));
  return { ...placed, written: [...changes.seen.values()], removed: [...changes.gone.values()] };
};

const later = (stored: UnmatchedByBook, ms: number): UnmatchedByBook =>
  new Map(
    [...stored].map(([book, rows]) => [
      book,
      new Map([...rows].map(([key, row]) => [key, { ...row, ageMs: row.ageMs + ms }])),
    ]),
  );

const noise = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => event(`${prefix} ${index}`));

test("if a feed lists more unmatched events than the maximum number of rows, a second poll of the same events changes no row", () => {
  const stored: UnmatchedByBook = new Map();
  const events = noise(maxRowsPerListing + 500, "Noise");
  expect(place(stored, events).written).toHaveLength(maxRowsPerListing);
  const again = place(later(stored, 5000), events);
  expect([again.written.length, again.appeared.length, again.removed.length]).toEqual([0, 0, 0]);
  expect(again.unmatched).toHaveLength(events.length);
});

test("at the maximum number of rows, a new event replaces the oldest row, but only if that row was written over an hour ago", () => {
  const stored: UnmatchedByBook = new Map();
  place(stored, noise(maxRowsPerListing, "Noise"));
  expect(place(later(stored, hourMs - minuteMs), [event("New")]).written).toEqual([]);
  const old = later(stored, 2 * hourMs);
  const { written, removed } = place(old, [event("New")]);
  expect([written.map(({ home }) => home), removed.length]).toEqual([["New"], 1]);
  expect(old.get("bookie")?.size).toBe(maxRowsPerListing);
});

test("an unmatched event has one row while its reference stays the same, even if its start or names change", () => {
  const stored: UnmatchedByBook = new Map();
  place(stored, [event("Old Name", { ref: "e-123" })]);
  const moved = place(stored, [event("Old Name", { ref: "e-123", commenceTime: 9000 })]);
  expect([moved.written.length, moved.appeared.length]).toEqual([1, 0]);
  place(stored, [event("New Name", { ref: "e-123", commenceTime: 9000 })]);
  expect([...(stored.get("bookie")?.values() ?? [])].map(({ home }) => home)).toEqual(["New Name"]);
});

test("if a book reuses an unmatched event's reference for another game, the event's row is not removed", () => {
  const stored: UnmatchedByBook = new Map();
  place(stored, [event("First", { ref: "1" })]);
  const { removed } = place(stored, [event("Second", { ref: "1", commenceTime: 9000 })], joined);
  expect(removed).toEqual([]);
});

test("a reference that two events share identifies neither event", () => {
  const stored: UnmatchedByBook = new Map();
  const { written } = place(stored, [event("One", { ref: "1" }), event("Two", { ref: "1" })]);
  expect(written.map(({ ref }) => ref)).toEqual([null, null]);
});

test("an event that a snapshot lists twice is reported once, with the total number of prices in both listings", () => {
  const markets = [
    { key: "h2h", fetchedAt: undefined, outcomes: [{ side: "home", price: { american: 100 } }] },
  ] as unknown as CheckedEvent["markets"];
  const { unmatched: named } = place(new Map(), [event("One", { markets }), event("One", { markets })]);
  expect(named.map(({ prices }) => prices)).toEqual([2]);
});
