import { describe, expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import { findLateFeeds, oldestSuccess } from "@/server/ingest/polling/late-feeds";
import { readRetryAfter } from "@/server/ingest/polling/retry-after";
import { backOffMs, intervalByStarts, lateAfter } from "@/server/ingest/polling/schedule";
import { shardsBySportGroup } from "@/server/ingest/polling/shards";

const now = Date.parse("2026-11-22T12:00:00Z");

test("a feed is polled half as often if no game starts within six hours, and every five minutes if no game is upcoming", () => {
  expect(intervalByStarts(60, [now + 6 * hourMs, now + 30 * hourMs], now)).toBe(60);
  expect(intervalByStarts(60, [now + 7 * hourMs], now)).toBe(120);
  expect(intervalByStarts(60, [], now)).toBe(300);
  expect(intervalByStarts(60, [now - hourMs], now)).toBe(300);
});

test("a feed becomes late three intervals after its last success, but not before 90 seconds have passed", () => {
  expect(lateAfter(now, 60)).toBe(now + 180_000);
  expect(lateAfter(now, 10)).toBe(now + 90_000);
});

test("a failed poll is repeated after 15 s ± 20 %; each further failure doubles this delay, up to 5 min; a longer Retry-After is obeyed", () => {
  expect([1, 2, 3, 10, 1000].map((failures) => backOffMs(failures, 0, 0.5))).toEqual([
    15_000, 30_000, 60_000, 300_000, 300_000,
  ]);
  expect([0, 1].map((random) => backOffMs(1, 0, random))).toEqual([12_000, 18_000]);
  expect(backOffMs(1, 600_000, 0.5)).toBe(600_000);
});

test("the sports of one group form one shard, and an unknown sport belongs to no shard", () => {
  expect(shardsBySportGroup(["soccer_epl", "basketball_nba", "soccer_usa_mls", "atlantis"])).toEqual([
    { name: "basketball", sports: ["basketball_nba"] },
    { name: "soccer", sports: ["soccer_epl", "soccer_usa_mls"] },
  ]);
});

describe("late feeds", () => {
  const venues = [
    {
      name: "kalshi",
      shards: [
        { name: "a", sports: [] },
        { name: "b", sports: [] },
      ],
    },
  ] as const;

  test("a feed is late when one of its shards is late", () => {
    const rows = [
      { feed: "kalshi", shard: "a", lateAt: now + 1 },
      { feed: "kalshi", shard: "b", lateAt: now },
    ];
    expect(findLateFeeds(venues, rows, now + hourMs, now)).toEqual(["kalshi"]);
    expect(findLateFeeds(venues, rows, now + hourMs, now - 1)).toEqual([]);
  });

  test("a shard without a stored status is late after a grace period, and the stored status of a removed shard is ignored", () => {
    const rows = [
      { feed: "kalshi", shard: "a", lateAt: now + hourMs },
      { feed: "kalshi", shard: "old", lateAt: now - hourMs },
    ];
    expect(findLateFeeds(venues, rows, now + 1, now)).toEqual([]);
    expect(findLateFeeds(venues, rows, now, now)).toEqual(["kalshi"]);
  });
});

describe("Retry-After", () => {
  const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now);

  test("Retry-After is read as seconds or as a date; a date is compared with the response's `Date`, or else with the current time", () => {
    expect(read({ "retry-after": "7" })).toBe(7_000);
    expect(read({ "retry-after": "Sun, 22 Nov 2026 12:00:30 GMT" })).toBe(30_000);
    expect(
      read({ "retry-after": "Sun, 22 Nov 2026 09:00:30 GMT", date: "Sun, 22 Nov 2026 09:00:00 GMT" }),
    ).toBe(30_000);
    expect(read({ "retry-after": "Sun, 22 Nov 2026 11:00:00 GMT" })).toBe(0);
  });

  test("an absent or unreadable Retry-After states no delay", () => {
    expect([{}, { "retry-after": "soon" }, { "retry-after": "" }].map((headers) => read(headers))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("a feed's last success is the oldest of its shards' last successes, and undefined until every shard has succeeded", () => {
  const venue = {
    name: "kalshi" as const,
    shards: [
      { name: "a", sports: [] },
      { name: "b", sports: [] },
    ],
  };
  const row = (shard: string, lastSuccessAt: number | null) => ({ feed: "kalshi", shard, lastSuccessAt });
  expect(oldestSuccess(venue, [row("a", 20), row("b", 10)])).toBe(10);
  expect(oldestSuccess(venue, [row("a", 20), row("b", null)])).toBeUndefined();
  expect(oldestSuccess(venue, [row("a", 20), { ...row("b", 10), feed: "polymarket" }])).toBeUndefined();
});
