import { type CsvRow, parseCsv } from "@/server/feeds/parse-csv";
import { rejectedItem } from "@/server/feeds/reader";
import type { Listing } from "@/server/feeds/the-odds-api/listing";
import type { Answer } from "@/server/feeds/the-odds-api/read-answer";
import { readNumber, shown } from "@/server/feeds/untrusted";

/** Our name of a column -> the names that recorders give it. */
const columnNames = {
  id: ["event_id", "id"],
  sport: ["sport_key"],
  commenceTime: ["commence_time"],
  home: ["home_team"],
  away: ["away_team"],
  recordedAt: ["snapshot_time"],
  book: ["bookmaker_key"],
  bookTitle: ["bookmaker_title"],
  lastUpdate: ["last_update", "bookmaker_last_update"],
  marketLastUpdate: ["market_last_update"],
  market: ["market", "market_key"],
  name: ["outcome_name"],
  description: ["description", "outcome_description"],
  price: ["price", "outcome_price"],
  point: ["point", "outcome_point"],
} as const;
type Column = keyof typeof columnNames;

const required = [
  "sport",
  "commenceTime",
  "home",
  "away",
  "book",
  "market",
  "name",
  "price",
] as const satisfies readonly Column[];

const cell = (row: CsvRow, column: Column): string => {
  for (const name of columnNames[column]) {
    const text = row[name];
    if (text !== undefined) return text;
  }
  return "";
};

const cellOr = <T>(row: CsvRow, column: Column, absent: T): string | T => cell(row, column) || absent;

const isWithoutPrice = (row: CsvRow): boolean =>
  cell(row, "book") === "" && cell(row, "market") === "" && cell(row, "price") === "";

/** A recorder writes one row without a book for an event that no book lists. A row that was cut off names no teams. */
const isWithoutBooks = (row: CsvRow): boolean =>
  isWithoutPrice(row) && cell(row, "home") !== "" && cell(row, "away") !== "";

const readRow = (row: CsvRow): Listing => {
  const point = cell(row, "point");
  return {
    id: cellOr(row, "id", undefined),
    sport: cell(row, "sport"),
    commenceTime: cell(row, "commenceTime"),
    home: cell(row, "home"),
    away: cell(row, "away"),
    book: cell(row, "book"),
    bookTitle: cellOr(row, "bookTitle", undefined),
    lastUpdate: cellOr(row, "lastUpdate", null),
    recordedAt: cellOr(row, "recordedAt", undefined),
    markets: [
      {
        key: cell(row, "market"),
        lastUpdate: cellOr(row, "marketLastUpdate", null),
        quotes: [
          {
            name: cell(row, "name"),
            description: cell(row, "description"),
            price: readNumber(cell(row, "price")),
            point: point === "" ? undefined : readNumber(point),
            betLimit: undefined,
          },
        ],
      },
    ],
  };
};

/** An answer that a recorder flattened to CSV, one row an outcome, with the time of the snapshot in each row. */
export const readFlatCsv = (text: string): Answer => {
  const { columns, rows, rejected } = parseCsv(text);
  const missing = required.filter((column) => !columnNames[column].some((name) => columns.has(name)));
  if (missing.length > 0) {
    const names = missing.map((column) => columnNames[column][0]).join(", ");
    return { listings: [], rejected: [rejectedItem("malformed_file", `no column ${names}`)] };
  }
  const quoted = rows.filter((row) => !isWithoutBooks(row));
  const cutOff = quoted.filter(isWithoutPrice).map((row) => rejectedItem("malformed_row", shown(row)));
  return {
    listings: quoted.filter((row) => !isWithoutPrice(row)).map(readRow),
    rejected: [...rejected, ...cutOff],
  };
};
