import { ownValue } from "@/server/catalogue/own-value";
import {
  recordedBeforeStartMs,
  type Source,
  sources,
  sportOfDivision,
} from "@/server/feeds/football-data/columns";
import { kickOff } from "@/server/feeds/football-data/kick-off";
import { createGatherer, type Gatherer } from "@/server/feeds/gather-snapshots";
import { type CsvRow, missingColumns, parseCsv } from "@/server/feeds/parse-csv";
import { type ReadItem, type RecordedFormat, rejectedItem } from "@/server/feeds/reader";
import { readNumber } from "@/server/feeds/untrusted";
import type { Side } from "@/server/prices/outcome";

type Moment = keyof typeof recordedBeforeStartMs;

type PriceCell = {
  readonly market: "h2h" | "spreads" | "totals";
  readonly side: Side;
  readonly decimal: number;
  readonly point?: number;
};

const required = ["Div", "Date", "HomeTeam", "AwayTeam"];
const scope = ["h2h", "spreads", "totals"];
const totalGoals = 2.5;

const cell = (row: CsvRow, column: string): string => ownValue(row, column) ?? "";

/** The line of the home team; the away team's is its negative. An empty line leaves its prices without a point. */
const handicap = (row: CsvRow, column: string, factor: 1 | -1) => {
  const line = cell(row, column);
  return line === "" ? {} : { point: factor * readNumber(line) };
};

/** The prices that a row holds of one source, opening or closing: closing columns carry a C behind the prefix. */
const pricesOf = (row: CsvRow, source: Source, moment: Moment): PriceCell[] => {
  const mark = moment === "closing" ? "C" : "";
  const winner = `${source.prefix}${mark}`;
  const other = `${source.totalsPrefix ?? source.prefix}${mark}`;
  const line = `AH${mark}h`;
  const columns = [
    { column: `${winner}H`, market: "h2h", side: "home" },
    { column: `${winner}D`, market: "h2h", side: "draw" },
    { column: `${winner}A`, market: "h2h", side: "away" },
    { column: `${other}>2.5`, market: "totals", side: "over", point: totalGoals },
    { column: `${other}<2.5`, market: "totals", side: "under", point: totalGoals },
    { column: `${other}AHH`, market: "spreads", side: "home", ...handicap(row, line, 1) },
    { column: `${other}AHA`, market: "spreads", side: "away", ...handicap(row, line, -1) },
  ] as const;
  return columns
    .filter(({ column }) => cell(row, column) !== "")
    .map(({ column, ...price }) => ({ ...price, decimal: readNumber(cell(row, column)) }));
};

const gatherRow = (row: CsvRow, start: number, gatherer: Gatherer): void => {
  for (const { book, title, ...source } of sources)
    for (const moment of ["opening", "closing"] as const) {
      const prices = pricesOf(row, { book, title, ...source }, moment);
      if (prices.length === 0) continue;
      const add = gatherer.event({
        book,
        bookTitle: title,
        sport: sportOfDivision.get(cell(row, "Div")) ?? cell(row, "Div"),
        recordedAt: new Date(start - recordedBeforeStartMs[moment]).toISOString(),
        fetchedAt: null,
        commenceTime: new Date(start).toISOString(),
        home: cell(row, "HomeTeam"),
        away: cell(row, "AwayTeam"),
      });
      for (const { market, ...outcome } of prices) add(market, outcome);
    }
};

const countPrices = (row: CsvRow): number =>
  sources.reduce(
    (sum, source) => sum + pricesOf(row, source, "opening").length + pricesOf(row, source, "closing").length,
    0,
  );

function* read(text: string): Generator<ReadItem> {
  const file = parseCsv(text);
  const missing = missingColumns(file, required);
  if (missing.length > 0) {
    yield rejectedItem("malformed_file", `no column ${missing.join(", ")}`);
    return;
  }
  yield* file.rejected;
  const gatherer = createGatherer(() => scope);
  for (const row of file.rows) {
    const start = kickOff(cell(row, "Date"), cell(row, "Time"));
    if (start !== null) gatherRow(row, start, gatherer);
    else {
      const match = `${cell(row, "HomeTeam")} - ${cell(row, "AwayTeam")}`;
      const kickOffText = `${cell(row, "Date")} ${cell(row, "Time")}`;
      yield rejectedItem("unusable_time", `${match}: "${kickOffText}"`, countPrices(row));
    }
  }
  for (const snapshot of gatherer.snapshots()) yield { kind: "snapshot", snapshot };
}

/**
 * Season files of football-data.co.uk: soccer matches with each source's opening and closing decimal prices. Each price becomes two
 * records, at the times of `recordedBeforeStartMs`.
 */
export const footballDataFormat: RecordedFormat = { name: "football-data", read };
