import { describe, expect, test } from "vitest";
import { readAll, snapshotsOf, tallyOf } from "@/server/ingest/feeds/testing/samples";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";

const heading =
  "event_id,sport_key,commence_time,home_team,away_team,snapshot_time,bookmaker_key,bookmaker_title,last_update,market,outcome_name,price,point";
const taken = "2026-04-16T18:59:53.170159+00:00";
const row = (
  market: string,
  name: string,
  price: string,
  point = "",
  more: { updated?: string; taken?: string } = {},
) =>
  `e1,baseball_mlb,2026-04-16T22:11:00Z,Cleveland Guardians,Baltimore Orioles,${more.taken ?? taken},fanduel,FanDuel,${more.updated ?? "2026-04-16T18:59:38Z"},${market},${name},${price},${point}`;
const read = (...rows: string[]) => readAll(theOddsApiFormat, [heading, ...rows].join("\r\n"));

const pair = [row("h2h", "Cleveland Guardians", "1.83"), row("h2h", "Baltimore Orioles", "2.0")];

describe("a flat CSV file of The Odds API", () => {
  test("the rows of one event in a flat CSV file become one event of a snapshot, recorded at the snapshot time", () => {
    const [snapshot, ...others] = snapshotsOf(read(...pair, row("totals", "Over", "1.91", "8.5")));
    expect(others).toEqual([]);
    expect(snapshot).toMatchObject({
      book: "fanduel",
      book_title: "FanDuel",
      recorded_at: taken,
      fetched_at: "2026-04-16T18:59:38Z",
      scope: ["h2h", "totals"],
    });
    expect(snapshot?.events).toHaveLength(1);
    expect(snapshot?.events[0]?.markets.map(({ key, outcomes }) => [key, outcomes])).toEqual([
      [
        "h2h",
        [
          { side: "home", decimal: 1.83 },
          { side: "away", decimal: 2 },
        ],
      ],
      ["totals", [{ side: "over", decimal: 1.91, point: 8.5 }]],
    ]);
  });

  test("in a flat CSV file, a book's markets with the same snapshot time become one snapshot, even if their update times differ", () => {
    // All snapshots of one sport and snapshot time have the same scope: every known market that the file lists for that sport and time. If
    // each update time had its own snapshot, each of these snapshots would withdraw the markets of the others.
    const older = row("totals", "Over", "1.91", "8.5", { updated: "2026-04-16T18:58:00Z" });
    const snapshots = snapshotsOf(read(older, ...pair));
    expect(snapshots).toHaveLength(1);
    expect(snapshots[0]?.fetched_at).toBe("2026-04-16T18:59:38Z");
    expect(snapshots[0]?.events[0]?.markets.map(({ key, fetched_at }) => [key, fetched_at])).toEqual([
      ["totals", "2026-04-16T18:58:00Z"],
      ["h2h", undefined],
    ]);
  });

  test("in a flat CSV file, a book's rows become one snapshot per snapshot time, in order of time", () => {
    const later = row("totals", "Over", "1.91", "8.5", { taken: "2026-04-16T19:30:00+00:00" });
    const snapshots = snapshotsOf(read(later, ...pair));
    expect(snapshots.map(({ recorded_at, scope }) => [recorded_at, scope])).toEqual([
      [taken, ["h2h"]],
      ["2026-04-16T19:30:00+00:00", ["totals"]],
    ]);
  });

  test("unusable rows of a flat CSV file are counted one by one", () => {
    const items = read(
      ...pair,
      row("totals", "Over", "", "8.5"),
      row("totals", "Under", "nan", "8.5"),
      row("spreads", "Cleveland Guardians", "1.9", "x"),
      row("totals", "Toronto Blue Jays", "3.1", "8.5"),
      row("h2h_lay", "Cleveland Guardians", "1.85"),
      "e1,baseball_mlb,2026-04-16T22:11",
      '"open quote',
    );
    expect(tallyOf(items)).toEqual({
      accepted: 2,
      repeated: 0,
      rejected: {
        price_not_finite: 2,
        point_not_finite: 1,
        unknown_outcome: 1,
        unknown_market: 1,
        malformed_row: 2,
      },
    });
  });

  test("a flat CSV row of an event without books yields nothing", () => {
    expect(read("e1,baseball_mlb,2026-04-16T22:11:00Z,A,B,,,,,,,,")).toEqual([]);
  });

  test("a flat CSV file without price columns is rejected as malformed", () => {
    expect(readAll(theOddsApiFormat, "event_id,home_team\ne1,A")).toMatchObject([
      { reason: "malformed_file", prices: 1 },
    ]);
  });
});
