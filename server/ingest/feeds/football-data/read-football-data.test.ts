import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { recordedBeforeStartMs } from "@/server/ingest/feeds/football-data/columns";
import { footballDataFormat } from "@/server/ingest/feeds/football-data/read-football-data";
import {
  readAll,
  samplesAreAbsent,
  sampleText,
  snapshotsOf,
  tallyOf,
} from "@/server/ingest/feeds/testing/samples";

const cells = {
  Div: "E0",
  Date: "15/08/2025",
  Time: "20:00",
  HomeTeam: "Liverpool",
  AwayTeam: "Bournemouth",
  FTHG: "4",
  HS: "19",
  PSH: "1.28",
  PSD: "6.56",
  PSA: "9.07",
  MaxH: "1.34",
  AvgH: "1.31",
  "P>2.5": "1.37",
  "P<2.5": "3.26",
  AHh: "-1.5",
  PAHH: "1.9",
  PAHA: "2.03",
  PSCH: "1.29",
  PSCD: "6.55",
  PSCA: "9.75",
  "PC>2.5": "1.41",
  "PC<2.5": "2.95",
  AHCh: "-1.75",
  PCAHH: "2.07",
  PCAHA: "1.85",
};
const csv = (more: Record<string, string> = {}): string => {
  const all = { ...cells, ...more };
  return `${Object.keys(all).join(",")}\n${Object.values(all).join(",")}\n`;
};
const read = (more: Record<string, string> = {}) => readAll(footballDataFormat, csv(more));

test("a football-data row becomes two snapshots per book: a day and a minute before the start", () => {
  const snapshots = snapshotsOf(read());
  expect(
    snapshots.map(({ book, sport, fetched_at, recorded_at }) => [book, sport, fetched_at, recorded_at]),
  ).toEqual([
    ["pinnacle", "soccer_epl", null, "2025-08-14T19:00:00.000Z"],
    ["pinnacle", "soccer_epl", null, "2025-08-15T18:59:00.000Z"],
  ]);
  expect(recordedBeforeStartMs).toEqual({ opening: 86_400_000, closing: 60_000 });
  expect(snapshots.map(({ events }) => events[0]?.markets)).toEqual([
    [
      {
        key: "h2h",
        outcomes: [
          { side: "home", decimal: 1.28 },
          { side: "draw", decimal: 6.56 },
          { side: "away", decimal: 9.07 },
        ],
      },
      {
        key: "totals",
        outcomes: [
          { side: "over", decimal: 1.37, point: 2.5 },
          { side: "under", decimal: 3.26, point: 2.5 },
        ],
      },
      {
        key: "spreads",
        outcomes: [
          { side: "home", decimal: 1.9, point: -1.5 },
          { side: "away", decimal: 2.03, point: 1.5 },
        ],
      },
    ],
    [
      {
        key: "h2h",
        outcomes: [
          { side: "home", decimal: 1.29 },
          { side: "draw", decimal: 6.55 },
          { side: "away", decimal: 9.75 },
        ],
      },
      {
        key: "totals",
        outcomes: [
          { side: "over", decimal: 1.41, point: 2.5 },
          { side: "under", decimal: 2.95, point: 2.5 },
        ],
      },
      {
        key: "spreads",
        outcomes: [
          { side: "home", decimal: 2.07, point: -1.75 },
          { side: "away", decimal: 1.85, point: 1.75 },
        ],
      },
    ],
  ]);
});

test("a football-data match without a time of day is rejected with all its prices", () => {
  expect(tallyOf(read({ Time: "" }))).toEqual({ accepted: 0, repeated: 0, rejected: { unusable_time: 14 } });
});

test("an empty football-data cell is not a price, and a handicap price without a line is rejected", () => {
  expect(tallyOf(read({ PSH: "", PSD: "", PSA: "", AHh: "" }))).toEqual({
    accepted: 9,
    repeated: 0,
    rejected: { point_missing: 2 },
  });
});

test("a football-data match result with a price of 1 is rejected as a whole, but only the unreadable price of a total is rejected", () => {
  expect(tallyOf(read({ PSH: "1", "P>2.5": "#N/A" })).rejected).toEqual({
    price_out_of_range: 1,
    line_rejected: 2,
    price_not_finite: 1,
  });
});

test("a football-data match result without a price of the draw is rejected as a whole", () => {
  expect(tallyOf(read({ PSD: "" })).rejected).toEqual({ draw_missing: 2 });
});

test.each(["EC", "constructor", "__proto__"])(
  "the football-data reader rejects the unknown division %s",
  (Div) => {
    expect(tallyOf(read({ Div })).rejected).toEqual({ unknown_sport: 14 });
  },
);

test("the prices of Paddy Power and Sky Bet are read", () => {
  const prices = { PPH: "1.3", PPD: "6", PPA: "9", SKBCH: "1.31", SKBCD: "6.1", SKBCA: "9.1" };
  expect(snapshotsOf(read(prices)).map(({ book }) => book)).toEqual([
    "paddypower",
    "pinnacle",
    "pinnacle",
    "skybet",
  ]);
});

test("each price of a book whose columns are unknown is counted as unknown_book", () => {
  const prices = { NEWH: "1.3", NEWD: "6", NEWA: "", "NEWC>2.5": "1.4", "NEWC<2.5": "2.9", NEWAHH: "1.9" };
  expect(tallyOf(read(prices))).toEqual({ accepted: 14, repeated: 0, rejected: { unknown_book: 4 } });
});

test("the football-data reader rejects a CSV file with unknown columns as malformed", () => {
  expect(readAll(footballDataFormat, "a,b\n1,2")).toMatchObject([{ reason: "malformed_file", prices: 1 }]);
});

describe.skipIf(samplesAreAbsent)("a recorded football-data season", () => {
  const prefixes = ["B365", "BFD", "BMGM", "BV", "BW", "CL", "LB", "PS", "BFE"];
  const text = samplesAreAbsent ? "" : sampleText("football_data_2025_26_open_close.csv");

  test("a recorded season yields every price of every book without rejections", () => {
    const rows: Record<string, string>[] = parse(text, { columns: true });
    const expected = rows
      .flatMap((row) =>
        prefixes.flatMap((prefix) =>
          ["", "C"].flatMap((mark) => {
            const other = prefix === "PS" ? "P" : prefix;
            return [
              ...["H", "D", "A"].map((side) => row[`${prefix}${mark}${side}`]),
              ...[">2.5", "<2.5", "AHH", "AHA"].map((side) => row[`${other}${mark}${side}`]),
            ];
          }),
        ),
      )
      .filter((price) => price !== undefined && price !== "");
    expect(expected).toHaveLength(9824);
    const items = readAll(footballDataFormat, text);
    expect(tallyOf(items)).toEqual({ accepted: 9824, repeated: 0, rejected: {} });
    const prices = snapshotsOf(items).flatMap(({ events }) =>
      events.flatMap(({ markets }) =>
        markets.flatMap(({ outcomes }) =>
          outcomes.map((outcome) => ("decimal" in outcome ? outcome.decimal : 0)),
        ),
      ),
    );
    expect(prices.sort((a, b) => a - b)).toEqual(expected.map(Number).sort((a, b) => a - b));
  });

  test("the snapshots of a recorded season are in order of recording time", () => {
    const times = snapshotsOf(readAll(footballDataFormat, text)).map(({ recorded_at }) => recorded_at ?? "");
    expect(times).toEqual(times.toSorted());
  });
});
