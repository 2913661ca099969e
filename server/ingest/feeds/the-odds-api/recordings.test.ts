import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import {
  readAll,
  samplesAreAbsent,
  sampleText,
  snapshotsOf,
  tallyOf,
} from "@/server/ingest/feeds/testing/samples";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";

const read = (name: string) => readAll(theOddsApiFormat, sampleText(name));

type Priced = { events: { markets: { outcomes: object[] }[] }[] };
const pricesOf = (snapshots: readonly Priced[], notation: string): number[] =>
  snapshots
    .flatMap(({ events }) => events.flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes)))
    .map((outcome) => (outcome as Record<string, number>)[notation] ?? Number.NaN)
    .sort((a, b) => a - b);

const pricesIn = (text: string): number[] =>
  [...text.matchAll(/"price": ?(-?[\d.]+)/g)].map(([, price]) => Number(price)).sort((a, b) => a - b);

describe.skipIf(samplesAreAbsent)("recorded responses of The Odds API", () => {
  test("a file of recorded NHL moneylines is read as 15 events at 14 books, with the decimal prices of the file", () => {
    const name = "toa_odds_nhl_2024-03-21.json";
    const items = read(name);
    const snapshots = snapshotsOf(items);
    expect(new Set(snapshots.map(({ book }) => book)).size).toBe(14);
    expect(new Set(snapshots.flatMap(({ events }) => events.map(({ ref }) => ref))).size).toBe(15);
    expect(pricesOf(snapshots, "decimal")).toEqual(pricesIn(sampleText(name)));
    expect(tallyOf(items)).toEqual({ accepted: 340, repeated: 0, rejected: {} });
    expect(new Set(snapshots.flatMap(({ scope }) => scope))).toEqual(new Set(["h2h"]));
  });

  test("an NFL history response is read as 19 snapshots with the response's American prices, recorded at the response's `timestamp`", () => {
    const name = "toa_historical_nfl_2021-11-25.json";
    const items = read(name);
    const snapshots = snapshotsOf(items);
    expect(snapshots).toHaveLength(19);
    expect(new Set(snapshots.map(({ recorded_at }) => recorded_at))).toEqual(
      new Set(["2021-11-25T11:55:00Z"]),
    );
    expect(pricesOf(snapshots, "american")).toEqual(pricesIn(sampleText(name)));
    expect(tallyOf(items)).toEqual({ accepted: 1606, repeated: 0, rejected: { unknown_market: 30 } });
  });

  test("the fetch time of a recorded ladder of alternate spreads is the market's `last_update`", () => {
    const [snapshot, ...others] = snapshotsOf(read("toa_historical_event_alternate_spreads.json"));
    expect(others).toEqual([]);
    expect(snapshot).toMatchObject({
      recorded_at: "2023-10-10T12:10:39Z",
      fetched_at: "2023-10-10T12:10:29Z",
      scope: ["alternate_spreads"],
    });
    expect(snapshot?.events[0]?.markets[0]?.outcomes).toHaveLength(6);
  });

  test("in recorded baseball prices, in-play and lay prices are rejected, and three books with the same title stay separate", () => {
    const name = "toa_flat_mlb_64books_2026-04-16.csv";
    const rows: Record<string, string>[] = parse(sampleText(name), { columns: true });
    const started = (row: Record<string, string>) =>
      parseTime(row.commence_time) <= parseTime(row.snapshot_time);
    const open = rows.filter((row) => !started(row));
    const lays = open.filter(({ market }) => market === "h2h_lay");
    expect([rows.length, rows.length - open.length]).toEqual([3332, 1266]);

    const items = read(name);
    const snapshots = snapshotsOf(items);
    expect(new Set(snapshots.map(({ book }) => book)).size).toBe(64);
    expect(
      new Set(snapshots.filter(({ book_title }) => book_title === "Betfair").map(({ book }) => book)).size,
    ).toBe(3);
    expect(tallyOf(items)).toEqual({
      accepted: open.length - lays.length,
      repeated: 0,
      rejected: { in_play: 1266, unknown_market: lays.length },
    });
  });

  test("in recorded responses without prices, each entry is rejected", () => {
    expect(tallyOf(read("toa_events_nhl_2024-03-21.json"))).toEqual({
      accepted: 0,
      repeated: 0,
      rejected: { malformed_event: 15 },
    });
    expect(tallyOf(read("toa_sports.json")).rejected).toEqual({ malformed_event: 102 });
  });
});
