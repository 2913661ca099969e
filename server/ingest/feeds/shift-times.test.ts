import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import { newestFetchTime, shiftSnapshot } from "@/server/ingest/feeds/shift-times";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const snapshot = (more: Partial<BookSnapshot> = {}, marketTime?: string | null): BookSnapshot => ({
  book: "b",
  sport: "icehockey_nhl",
  fetched_at: "2026-03-21T05:00:00Z",
  events: [
    {
      commence_time: "2026-03-21T17:00:00Z",
      home: "A",
      away: "B",
      markets: [{ key: "h2h", outcomes: [], ...(marketTime !== undefined && { fetched_at: marketTime }) }],
    },
  ],
  ...more,
});
const item = (snapshot: BookSnapshot): ReadItem => ({ kind: "snapshot", snapshot });
const newestOf = (...snapshots: BookSnapshot[]): string | null => {
  const newest = newestFetchTime(snapshots.map(item));
  return newest === null ? null : new Date(newest).toISOString();
};

describe("newestFetchTime", () => {
  test("the newest fetch time is found among the fetch times of all books and markets", () => {
    expect(
      newestOf(snapshot(), snapshot({ fetched_at: "2026-03-21T04:00:00Z" }, "2026-03-21T05:30:00+00:00")),
    ).toBe("2026-03-21T05:30:00.000Z");
  });

  test("the newest fetch time is used even if a recording time is later", () => {
    expect(newestOf(snapshot({ recorded_at: "2026-03-21T06:00:00Z" }))).toBe("2026-03-21T05:00:00.000Z");
  });

  test("the newest recording time is used if there is no fetch time", () => {
    expect(newestOf(snapshot({ fetched_at: null, recorded_at: "2026-03-21T06:00:00Z" }))).toBe(
      "2026-03-21T06:00:00.000Z",
    );
  });

  test("a fetch time that is later than its snapshot's recording time is ignored", () => {
    const wrong = snapshot({ fetched_at: "2099-01-01T00:00:00Z", recorded_at: "2026-03-21T06:00:00Z" });
    expect(newestOf(wrong, snapshot())).toBe("2026-03-21T05:00:00.000Z");
  });

  test("the newest fetch time is null if no item has a fetch time or a recording time, and malformed items cause no error", () => {
    expect(newestOf(snapshot({ fetched_at: null }))).toBeNull();
    expect(newestFetchTime([{ kind: "rejected", reason: "r", prices: 1, detail: "" }])).toBeNull();
    fc.assert(
      fc.property(fc.jsonValue(), (events) => {
        const odd = snapshot({ events: events as unknown as BookSnapshot["events"] });
        newestFetchTime([item(odd)]);
        shiftSnapshot(odd, 1000);
      }),
    );
  });
});

describe("shiftSnapshot", () => {
  test("a shift moves all times of a snapshot and changes nothing else", () => {
    const whole = snapshot({ recorded_at: "2026-03-21T05:01:00Z", complete: true }, "2026-03-21T04:59:00Z");
    expect(shiftSnapshot(whole, 3_600_000)).toEqual({
      ...whole,
      fetched_at: "2026-03-21T06:00:00.000Z",
      recorded_at: "2026-03-21T06:01:00.000Z",
      events: [
        {
          ...whole.events[0],
          commence_time: "2026-03-21T18:00:00.000Z",
          markets: [{ key: "h2h", outcomes: [], fetched_at: "2026-03-21T05:59:00.000Z" }],
        },
      ],
    });
  });

  test("a shift adds no times and leaves unreadable times unchanged", () => {
    const bare = snapshot({ fetched_at: null }, null);
    expect(shiftSnapshot(bare, 1000)).toMatchObject({
      fetched_at: null,
      events: [{ markets: [{ fetched_at: null }] }],
    });
    expect(shiftSnapshot(bare, 1000)).not.toHaveProperty("recorded_at");
    expect(shiftSnapshot(snapshot({ fetched_at: "soon" }), 1000).fetched_at).toBe("soon");
  });

  test("a shift does not change the original snapshot", () => {
    const given = snapshot();
    shiftSnapshot(given, 1000);
    expect(given).toEqual(snapshot());
  });
});
