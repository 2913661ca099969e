import type { Side } from "@/server/domain/catalogue/sides";
import { getOrInsert } from "@/server/domain/collections";
import {
  type BookColumns,
  bookColumns,
  recordedBeforeStartMs,
  sportOfDivision,
} from "@/server/ingest/feeds/football-data/columns";
import { kickOff } from "@/server/ingest/feeds/football-data/kick-off";
import { type Cell, type CsvLayout, readCsvRows } from "@/server/ingest/feeds/read-csv-rows";
import { type RecordedFormat, type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";
import { readNumber } from "@/server/ingest/feeds/untrusted";

type Moment = keyof typeof recordedBeforeStartMs;

type PriceCell = {
  readonly market: "h2h" | "spreads" | "totals";
  readonly side: Side;
  readonly decimal: number;
  readonly point?: number;
};

const totalGoals = 2.5;

/** `column` has the home team's line. The away team's line is its negative. */
const handicap = (cell: Cell, column: string, factor: 1 | -1) => {
  const line = cell(column);
  return line === "" ? {} : { point: factor * readNumber(line) };
};

/** One book's opening or closing prices of one match. Closing columns have a C after the prefix. */
const pricesOf = (cell: Cell, book: BookColumns, moment: Moment): PriceCell[] => {
  const mark = moment === "closing" ? "C" : "";
  const winner = `${book.prefix}${mark}`;
  const other = `${book.lineMarketPrefix ?? book.prefix}${mark}`;
  const line = `AH${mark}h`;
  const columns = [
    { column: `${winner}H`, market: "h2h", side: "home" },
    { column: `${winner}D`, market: "h2h", side: "draw" },
    { column: `${winner}A`, market: "h2h", side: "away" },
    { column: `${other}>2.5`, market: "totals", side: "over", point: totalGoals },
    { column: `${other}<2.5`, market: "totals", side: "under", point: totalGoals },
    { column: `${other}AHH`, market: "spreads", side: "home", ...handicap(cell, line, 1) },
    { column: `${other}AHA`, market: "spreads", side: "away", ...handicap(cell, line, -1) },
  ] as const;
  return columns
    .filter(({ column }) => cell(column) !== "")
    .map(({ column, ...price }) => ({ ...price, decimal: readNumber(cell(column)) }));
};

const countPrices = (cell: Cell): number =>
  bookColumns.reduce(
    (sum, book) => sum + pricesOf(cell, book, "opening").length + pricesOf(cell, book, "closing").length,
    0,
  );

/** The endings of the columns of one book's prices. A book's columns of a market occur together. */
const endings = [
  ["H", "D", "A"],
  [">2.5", "<2.5"],
  ["AHH", "AHA"],
] as const;
/** The highest and the average price over all books. */
const aggregate = /^(?:Max|Avg|Bb)/;

const knownPrefixes = new Set(
  bookColumns.flatMap(({ prefix, lineMarketPrefix = prefix }) =>
    [prefix, lineMarketPrefix].flatMap((known) => [known, `${known}C`]),
  ),
);

/** The price columns of books that are not in `bookColumns`. */
const findUnknownColumns = (columns: ReadonlySet<string>): readonly string[] =>
  endings.flatMap(([first, ...others]) =>
    [...columns]
      .filter((column) => column.endsWith(first))
      .map((column) => column.slice(0, -first.length))
      .filter((prefix) => prefix !== "" && !knownPrefixes.has(prefix) && !aggregate.test(prefix))
      .map((prefix) => [first, ...others].map((ending) => `${prefix}${ending}`))
      .filter((group) => group.every((column) => columns.has(column)))
      .flat(),
  );

const unknownColumnsOf = new WeakMap<ReadonlySet<string>, readonly string[]>();

const rejectUnknownBooks = (cell: Cell, columns: ReadonlySet<string>): readonly RejectedItem[] => {
  const unknown = getOrInsert(unknownColumnsOf, columns, () => findUnknownColumns(columns));
  const filled = unknown.filter((column) => cell(column) !== "");
  return filled.length === 0
    ? []
    : [rejectedItem("unknown_book", `columns ${filled.join(", ")}`, filled.length)];
};

const gatherRow: CsvLayout["gatherRow"] = (cell, gatherer, allColumns) => {
  const unknownBooks = rejectUnknownBooks(cell, allColumns);
  const start = kickOff(cell("Date"), cell("Time"));
  if (start === null) {
    const match = `${cell("HomeTeam")} - ${cell("AwayTeam")}`;
    const detail = `${match}: "${cell("Date")} ${cell("Time")}"`;
    return [...unknownBooks, rejectedItem("unusable_time", detail, countPrices(cell))];
  }
  for (const columns of bookColumns)
    for (const moment of ["opening", "closing"] as const) {
      const prices = pricesOf(cell, columns, moment);
      if (prices.length === 0) continue;
      const add = gatherer.event({
        book: columns.book,
        bookTitle: columns.title,
        sport: sportOfDivision.get(cell("Div")) ?? cell("Div"),
        recordedAt: new Date(start - recordedBeforeStartMs[moment]).toISOString(),
        fetchedAt: null,
        commenceTime: new Date(start).toISOString(),
        home: cell("HomeTeam"),
        away: cell("AwayTeam"),
      });
      for (const { market, ...outcome } of prices) add(market, outcome);
    }
  return unknownBooks;
};

const layout: CsvLayout = {
  requiredColumns: ["Div", "Date", "HomeTeam", "AwayTeam"],
  scope: ["h2h", "spreads", "totals"],
  gatherRow,
};

/**
 * Season files of football-data.co.uk: soccer matches with each book's opening and closing prices, in decimal notation. Opening and closing
 * prices become separate snapshots.
 */
export const footballDataFormat: RecordedFormat = {
  name: "football-data",
  read: (text) => readCsvRows(text, layout),
};
