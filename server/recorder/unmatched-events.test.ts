import { expect, test } from "vitest";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import type { EventMatch } from "@/server/matching/match-events";
import {
  type KnownListings,
  maxRowsPerListing,
  placeUnmatched,
  type UnmatchedChanges,
} from "@/server/recorder/unmatched-events";

const minute = 60_000;
const hour = 60 * minute;

const event = (name: string, more: Partial<CheckedEvent> = {}): CheckedEvent => ({
  commenceTime: 1000,
  home: name,
  away: "Somebody",
  inPlay: false,
  markets: [],
  unread: new Set(),
  ...more,
});

const unmatched: EventMatch = {
  kind: "unmatched",
  reason: "unknown_name",
  mightHaveMeant: [],
  mightHaveMeantNew: [],
};
const joined: EventMatch = { kind: "fixture", fixtureId: "f", swapped: false };

const place = (known: KnownListings, events: readonly CheckedEvent[], match: EventMatch = unmatched) => {
  const changes: UnmatchedChanges = { seen: new Map(), gone: new Map() };
  const recording = { book: "bookie", sport: "americanfootball_nfl", events };
  const placed = placeUnmatched(known, { recording, matches: events.map(() => match) }, changes);
  return { ...placed, written: [...changes.seen.values()], removed: [...changes.gone.values()] };
};

/** The rows as they would be loaded some time later. */
const later = (known: KnownListings, ms: number): KnownListings =>
  new Map(
    [...known].map(([book, rows]) => [
      book,
      new Map([...rows].map(([key, row]) => [key, { ...row, ageMs: row.ageMs + ms }])),
    ]),
  );

const noise = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => event(`${prefix} ${index}`));

test("a feed of nothing but noise fills its listing once, and polling it again writes and names nothing", () => {
  const known: KnownListings = new Map();
  const events = noise(maxRowsPerListing + 500, "Noise");
  expect(place(known, events).written).toHaveLength(maxRowsPerListing);
  const again = place(later(known, 5000), events);
  expect([again.written.length, again.appeared.length, again.removed.length]).toEqual([0, 0, 0]);
  expect(again.unmatched).toHaveLength(events.length);
});

test("a full listing gives up the row that was not seen for longest, and none that was seen within the hour", () => {
  const known: KnownListings = new Map();
  place(known, noise(maxRowsPerListing, "Noise"));
  expect(place(later(known, hour - minute), [event("New")]).written).toEqual([]);
  const old = later(known, 2 * hour);
  const { written, removed } = place(old, [event("New")]);
  expect([written.map(({ home }) => home), removed.length]).toEqual([["New"], 1]);
  expect(old.get("bookie")?.size).toBe(maxRowsPerListing);
});

test("an event is the same one at another start or under other names where its identifier says so", () => {
  const known: KnownListings = new Map();
  place(known, [event("Old Name", { ref: "e-123" })]);
  const moved = place(known, [event("Old Name", { ref: "e-123", commenceTime: 9000 })]);
  expect([moved.written.length, moved.appeared.length]).toEqual([1, 0]);
  place(known, [event("New Name", { ref: "e-123", commenceTime: 9000 })]);
  expect([...(known.get("bookie")?.values() ?? [])].map(({ home }) => home)).toEqual(["New Name"]);
});

test("an identifier that the book gives to another match later does not remove the first one's row", () => {
  const known: KnownListings = new Map();
  place(known, [event("First", { ref: "1" })]);
  const { removed } = place(known, [event("Second", { ref: "1", commenceTime: 9000 })], joined);
  expect(removed).toEqual([]);
});

test("an identifier that two events carry identifies neither", () => {
  const known: KnownListings = new Map();
  const { written } = place(known, [event("One", { ref: "1" }), event("Two", { ref: "1" })]);
  expect(written.map(({ ref }) => ref)).toEqual([null, null]);
});

test("an event that is listed twice is one row with the prices of both", () => {
  const markets = [
    { key: "h2h", fetchedAt: undefined, outcomes: [{ side: "home", price: { american: 100 } }] },
  ] as unknown as CheckedEvent["markets"];
  const { unmatched: named } = place(new Map(), [event("One", { markets }), event("One", { markets })]);
  expect(named.map(({ prices }) => prices)).toEqual([2]);
});
