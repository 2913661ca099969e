import { namedCells, type RowReader, scanCsv } from "@/server/ingest/feeds/parse-csv";
import { type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";
import type {
  EventListing,
  SourceMarket,
  SourceQuote,
} from "@/server/ingest/feeds/the-odds-api/event-listing";
import type { ParsedFile } from "@/server/ingest/feeds/the-odds-api/read-json-response";
import { readNumber, shown } from "@/server/ingest/feeds/untrusted";

/** The names that recording tools give to each of our columns. */
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

type Cell = (column: Column) => string;

/**
 * Returns a function that finds a row's cell by column. The names of the column are tried in order. A name is skipped if the heading lacks
 * this name or the row is too short.
 */
const cellsBy = (heading: readonly string[]) => {
  const places = new Map(
    Object.entries(columnNames).map(([column, names]) => [
      column,
      names.map((name) => heading.lastIndexOf(name)).filter((place) => place >= 0),
    ]),
  );
  return (cells: readonly string[], column: Column): string => {
    for (const place of places.get(column) ?? []) {
      const text = cells[place];
      if (text !== undefined) return text;
    }
    return "";
  };
};

const isWithoutPrice = (cell: Cell): boolean =>
  cell("book") === "" && cell("market") === "" && cell("price") === "";

/** A recording tool writes one row without a book for an event that no book lists. Unlike a truncated row, this row has teams. */
const isWithoutBooks = (cell: Cell): boolean =>
  isWithoutPrice(cell) && cell("home") !== "" && cell("away") !== "";

/** Shares equal strings: the parser creates a string for each cell, and most are repeats. */
const createTexts = (): ((text: string) => string) => {
  const texts = new Map<string, string>();
  return (text) => {
    const existing = texts.get(text);
    if (existing === undefined) texts.set(text, text);
    return existing ?? text;
  };
};

const readListing = (cell: Cell): Omit<EventListing, "markets"> => ({
  id: cell("id") || undefined,
  sport: cell("sport"),
  commenceTime: cell("commenceTime"),
  home: cell("home"),
  away: cell("away"),
  book: cell("book"),
  bookTitle: cell("bookTitle") || undefined,
  lastUpdate: cell("lastUpdate") || null,
  recordedAt: cell("recordedAt") || undefined,
});
const listingFields = [
  "id",
  "sport",
  "commenceTime",
  "home",
  "away",
  "book",
  "bookTitle",
  "lastUpdate",
  "recordedAt",
] as const satisfies readonly (Column & keyof EventListing)[];

const isListedAs = (listing: EventListing, cell: Cell): boolean =>
  listingFields.every((field) => (listing[field] ?? "") === cell(field));

const readQuote = (cell: Cell): SourceQuote => {
  const point = cell("point");
  return {
    name: cell("name"),
    description: cell("description"),
    price: readNumber(cell("price")),
    point: point === "" ? undefined : readNumber(point),
    betLimit: undefined,
  };
};

type GrowingMarket = Omit<SourceMarket, "quotes"> & { quotes: SourceQuote[] };
type GrowingListing = Omit<EventListing, "markets"> & { markets: GrowingMarket[] };
type FlatReader = RowReader & {
  readonly missing: readonly string[];
  readonly listings: EventListing[];
  readonly cutOff: readonly RejectedItem[];
};

/** Releases the spare memory of a finished listing's arrays. An array with one item has room for 17, and a file can have 100,000 arrays. */
const trim = (listing: GrowingListing | undefined): void => {
  if (listing === undefined) return;
  listing.markets = listing.markets.slice();
  for (const market of listing.markets) market.quotes = market.quotes.slice();
};

/** Merges adjacent rows of one listing and market. */
const openReader = (heading: readonly string[]): FlatReader => {
  const cellOf = cellsBy(heading);
  const listings: GrowingListing[] = [];
  const cutOff: RejectedItem[] = [];

  const textOf = createTexts();

  const listingOf = (cell: Cell): GrowingListing => {
    const last = listings.at(-1);
    if (last !== undefined && isListedAs(last, cell)) return last;
    trim(last);
    const made = { ...readListing(cell), markets: [] };
    listings.push(made);
    return made;
  };
  const marketOf = ({ markets }: GrowingListing, cell: Cell): GrowingMarket => {
    const key = cell("market");
    const lastUpdate = cell("marketLastUpdate") || null;
    const last = markets.at(-1);
    if (last !== undefined && last.key === key && last.lastUpdate === lastUpdate) return last;
    const made = { key, lastUpdate, quotes: [] };
    markets.push(made);
    return made;
  };
  return {
    missing: required
      .filter((column) => !columnNames[column].some((name) => heading.includes(name)))
      .map((column) => columnNames[column][0]),
    listings,
    cutOff,
    row: (cells) => {
      const cell: Cell = (column) => textOf(cellOf(cells, column));
      if (isWithoutBooks(cell)) return;
      if (isWithoutPrice(cell)) cutOff.push(rejectedItem("malformed_row", shown(namedCells(heading, cells))));
      else marketOf(listingOf(cell), cell).quotes.push(readQuote(cell));
    },
  };
};

/** Reads responses that a recording tool flattened to CSV: one row per outcome, with the time of the snapshot in each row. */
export const readFlatCsv = (text: string): ParsedFile => {
  const { reader, rejected } = scanCsv(text, openReader);
  const { missing, listings, cutOff } = reader;
  return missing.length > 0
    ? { listings: [], rejected: [rejectedItem("malformed_file", `no column ${missing.join(", ")}`)] }
    : { listings, rejected: [...rejected, ...cutOff] };
};
