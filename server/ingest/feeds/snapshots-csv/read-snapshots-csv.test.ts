import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import { snapshotsCsvFormat } from "@/server/ingest/feeds/snapshots-csv/read-snapshots-csv";
import {
  readAll,
  sampleNames,
  samplesAreAbsent,
  sampleText,
  snapshotsOf,
  tallyOf,
} from "@/server/ingest/feeds/testing/samples";

const columns =
  "date,sport,game_id,commence_time,snapshot_taken_at_utc,bookmaker_last_update_utc,home_team,away_team,bookmaker,ml_home,ml_away,spread_home,spread_home_odds,spread_away,spread_away_odds,total_line,total_over_odds,total_under_odds";
const full = "-155,125,-1.5,154,1.5,-190,6.0,-110.0,-110";
const row = (
  prices: string,
  more: { game?: string; sport?: string; taken?: string; updated?: string } = {},
) =>
  [
    "2026-03-21",
    more.sport ?? "NHL",
    more.game ?? "g1",
    "2026-03-21T17:10:00Z",
    more.taken ?? "2026-03-21T05:08:22Z",
    more.updated ?? "2026-03-21T05:07:42Z",
    "Pittsburgh Penguins",
    "Winnipeg Jets",
    "betmgm",
    prices,
  ].join(",");
const read = (...rows: string[]) => readAll(snapshotsCsvFormat, [columns, ...rows].join("\n"));

test("a snapshots-csv row is one game at one book, with moneyline, spread and total in American prices", () => {
  expect(read(row(full))).toEqual([
    {
      kind: "snapshot",
      snapshot: {
        book: "betmgm",
        sport: "icehockey_nhl",
        fetched_at: "2026-03-21T05:07:42Z",
        recorded_at: "2026-03-21T05:08:22Z",
        scope: ["h2h", "spreads", "totals"],
        events: [
          {
            ref: "g1",
            book_event_id: null,
            commence_time: "2026-03-21T17:10:00Z",
            home: "Pittsburgh Penguins",
            away: "Winnipeg Jets",
            markets: [
              {
                key: "h2h",
                outcomes: [
                  { side: "home", american: -155 },
                  { side: "away", american: 125 },
                ],
              },
              {
                key: "spreads",
                outcomes: [
                  { side: "home", american: 154, point: -1.5 },
                  { side: "away", american: -190, point: 1.5 },
                ],
              },
              {
                key: "totals",
                outcomes: [
                  { side: "over", american: -110, point: 6 },
                  { side: "under", american: -110, point: 6 },
                ],
              },
            ],
          },
        ],
      },
    },
  ]);
});

test("a snapshots-csv row with empty price cells becomes a snapshot that lists the game without prices and covers all three markets", () => {
  const [snapshot] = snapshotsOf(read(row(",,,,,,,,")));
  expect(snapshot?.events[0]?.markets).toEqual([]);
  expect(snapshot?.scope).toEqual(["h2h", "spreads", "totals"]);
  expect(tallyOf(read(row("-155,125,,,,,,,"))).rejected).toEqual({});
});

test("the prices of a repeated snapshots-csv row are counted as repeated", () => {
  expect(tallyOf(read(row(full), row(full)))).toEqual({ accepted: 6, repeated: 6, rejected: {} });
});

test("the league of a snapshots-csv row becomes a sport key, and a row with an unknown league is rejected with its prices", () => {
  const sports = ["NBA", "wnba", "NFL", "icehockey_nhl"].map(
    (sport) => snapshotsOf(read(row(full, { sport })))[0]?.sport,
  );
  expect(sports).toEqual(["basketball_nba", "basketball_wnba", "americanfootball_nfl", "icehockey_nhl"]);
  expect(tallyOf(read(row(full, { sport: "KHL" }))).rejected).toEqual({ unknown_sport: 6 });
});

test("a snapshots-csv row without a recording time is rejected with its prices", () => {
  expect(tallyOf(read(row("-155,125,,,,,,,", { taken: "" }), row(full))).rejected).toEqual({
    unusable_time: 2,
  });
  const withoutColumn = columns.replace("snapshot_taken_at_utc,", "");
  const items = readAll(
    snapshotsCsvFormat,
    `${withoutColumn}\n${row(full).replace("2026-03-21T05:08:22Z,", "")}`,
  );
  expect(tallyOf(items)).toEqual({ accepted: 0, repeated: 0, rejected: { unusable_time: 6 } });
});

test("a snapshots-csv row without an update time becomes a snapshot without a fetch time", () => {
  expect(snapshotsOf(read(row(full, { updated: "" })))[0]?.fetched_at).toBeNull();
});

test("if a snapshots-csv cell is malformed, only the price that needs the cell is rejected, but a moneyline is rejected as a whole", () => {
  expect(tallyOf(read(row("x,125,-1.5,154,,-190,6,-110,50"))).rejected).toEqual({
    price_not_finite: 1,
    line_rejected: 1,
    point_missing: 1,
    price_out_of_range: 1,
  });
});

test("the snapshots-csv reader rejects an empty file and a file with other columns as malformed", () => {
  expect(readAll(snapshotsCsvFormat, "a,b\n1,2")).toMatchObject([{ reason: "malformed_file", prices: 1 }]);
  expect(readAll(snapshotsCsvFormat, "")).toMatchObject([{ reason: "malformed_file", prices: 1 }]);
});

describe.skipIf(samplesAreAbsent)("recorded snapshots-csv files", () => {
  const prices = [
    "ml_home",
    "ml_away",
    "spread_home_odds",
    "spread_away_odds",
    "total_over_odds",
    "total_under_odds",
  ];

  test("in recorded snapshots-csv files, every price from before the start is accepted, and every other price is counted as rejected", () => {
    const expected = { accepted: 0, in_play: 0, unusable_time: 0 };
    const found = { accepted: 0, in_play: 0, unusable_time: 0 };
    for (const name of sampleNames("repeated-snapshots")) {
      const rows: Record<string, string>[] = parse(sampleText(name), { columns: true });
      for (const row of rows) {
        const filled = prices.filter((column) => row[column] !== "").length;
        const taken = row.snapshot_taken_at_utc;
        if (taken === undefined) expected.unusable_time += filled;
        else if (parseTime(row.commence_time) <= parseTime(taken)) expected.in_play += filled;
        else expected.accepted += filled;
      }
      const { accepted, repeated, rejected } = tallyOf(readAll(snapshotsCsvFormat, sampleText(name)));
      const { in_play = 0, unusable_time = 0, ...others } = rejected;
      expect({ name, repeated, others }).toEqual({ name, repeated: 0, others: {} });
      found.accepted += accepted;
      found.in_play += in_play;
      found.unusable_time += unusable_time;
    }
    expect(found).toEqual(expected);
    expect(found).toEqual({ accepted: 9960, in_play: 1242, unusable_time: 612 });
  });
});
