import { describe, expect, test } from "vitest";
import { readKalshi } from "@/server/ingest/feeds/kalshi/read-kalshi";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import { snapshotsOf, tallyOf } from "@/server/ingest/feeds/testing/samples";
import { venueFile, venuesAreAbsent } from "@/server/ingest/feeds/testing/venue-files";
import { isObject } from "@/server/ingest/feeds/untrusted";

const recording = (name: string): Record<string, unknown> =>
  venueFile("kalshi", name) as Record<string, unknown>;

/** Concatenates the lists in an object. */
const listed = (lists: unknown): unknown[] => (isObject(lists) ? Object.values(lists).flat() : []);

type Recording = {
  readonly name: string;
  readonly fetchedAt: string;
  /** Extracts the response bodies from the recorded file. */
  readonly bodies: (file: Record<string, unknown>) => unknown[];
  readonly accepted: number;
  readonly rejected: Readonly<Record<string, number>>;
};

const whole = (file: Record<string, unknown>): unknown[] => [file];

const recordings: readonly Recording[] = [
  {
    name: "events_sports_nested_2026-08-07.json",
    fetchedAt: "2026-08-07T03:33:00Z",
    bodies: whole,
    accepted: 108,
    rejected: { unknown_series: 75, unknown_start: 199 },
  },
  {
    name: "events_mlb_spread_total_2026-08-20T2126Z.json",
    fetchedAt: "2026-08-20T21:26:16Z",
    bodies: ({ kalshi }) => [listed(kalshi)],
    accepted: 202,
    rejected: {},
  },
  {
    name: "events_mlb_props_nested_2026-08-15.json",
    fetchedAt: "2026-08-15T16:59:47Z",
    bodies: ({ events_by_series }) => [listed(events_by_series)],
    accepted: 310,
    rejected: {},
  },
  {
    name: "events_nfl_preseason_2026-08-09.json",
    fetchedAt: "2026-08-09T21:23:44Z",
    bodies: whole,
    accepted: 0,
    rejected: { unknown_start: 20 },
  },
  {
    name: "market_single_2026-08-09.json",
    fetchedAt: "2026-08-09T07:17:29Z",
    bodies: ({ single, nested, orderbook }) => [single, [nested], orderbook],
    accepted: 0,
    rejected: { malformed_book: 1, unknown_start: 1 },
  },
  {
    name: "markets_settled_2026-08-08.json",
    fetchedAt: "2026-08-08T23:30:25Z",
    bodies: whole,
    accepted: 0,
    rejected: { in_play: 4, unknown_start: 8 },
  },
  {
    name: "combo_orderbooks_2026-08.json",
    fetchedAt: "2026-08-09T00:00:00Z",
    bodies: whole,
    accepted: 0,
    rejected: { unknown_series: 20 },
  },
  {
    name: "events_KXNBAGAME_2026-01-09.json",
    fetchedAt: "2026-01-09T20:13:00Z",
    bodies: whole,
    accepted: 0,
    rejected: { unknown_start: 27 },
  },
  {
    name: "milestones_list_2026-01.json",
    fetchedAt: "2026-01-15T14:02:18Z",
    bodies: ({ response }) => [response],
    accepted: 0,
    rejected: {},
  },
  {
    name: "orderbook_old_shape_2026-01.json",
    fetchedAt: "2026-01-12T22:08:10Z",
    bodies: ({ response }) => [response],
    accepted: 0,
    rejected: { malformed_book: 1 },
  },
  {
    name: "milestone_and_event_ncaaf_2026-09-17.json",
    fetchedAt: "2026-09-17T22:15:46Z",
    bodies: ({ milestone, event }) => [{ milestone }, { event }],
    accepted: 0,
    rejected: { malformed_event: 1 },
  },
  {
    name: "markets_ncaaf_halves_quarters_2026-09-17.json",
    fetchedAt: "2026-09-17T22:10:33Z",
    bodies: whole,
    accepted: 0,
    rejected: { unknown_start: 12 },
  },
  {
    name: "ws_orderbook_stream_2026-08-07.json",
    fetchedAt: "2026-08-07T06:46:00Z",
    bodies: whole,
    accepted: 0,
    rejected: { malformed_file: 1 },
  },
  {
    name: "series_fee_fields_2026-08-20.json",
    fetchedAt: "2026-08-20T17:37:36Z",
    bodies: whole,
    accepted: 0,
    rejected: { malformed_file: 1 },
  },
  {
    name: "sports_coverage_2026-08.json",
    fetchedAt: "2026-08-07T03:32:59Z",
    bodies: whole,
    accepted: 0,
    rejected: { malformed_file: 1 },
  },
  {
    name: "occurrence_datetime_probe_2026-08-08.json",
    fetchedAt: "2026-08-08T06:00:00Z",
    bodies: whole,
    accepted: 0,
    rejected: { malformed_file: 1 },
  },
];

const read = ({ name, fetchedAt, bodies }: Recording): ReadItem[] =>
  readKalshi(bodies(recording(name)), Date.parse(fetchedAt));

describe.skipIf(venuesAreAbsent)("recorded responses of Kalshi", () => {
  test.each(recordings)("the prices of $name are accepted, or rejected with a reason", (one) => {
    const items = read(one);
    expect(tallyOf(items)).toEqual({ accepted: one.accepted, repeated: 0, rejected: one.rejected });
    for (const { complete } of snapshotsOf(items)) expect(complete).toBeUndefined();
  });
});
