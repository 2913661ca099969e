import type { Side } from "@/server/domain/catalogue/sides";
import { findSport, sports } from "@/server/domain/catalogue/sports";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import { type Cell, type CsvLayout, readCsvRows } from "@/server/ingest/feeds/read-csv-rows";
import { type RecordedFormat, rejectedItem } from "@/server/ingest/feeds/reader";
import { readNumber } from "@/server/ingest/feeds/untrusted";

type PriceColumn = {
  readonly market: "h2h" | "spreads" | "totals";
  readonly side: Side;
  readonly price: string;
  readonly point?: string;
};

const priceColumns: readonly PriceColumn[] = [
  { market: "h2h", side: "home", price: "ml_home" },
  { market: "h2h", side: "away", price: "ml_away" },
  { market: "spreads", side: "home", price: "spread_home_odds", point: "spread_home" },
  { market: "spreads", side: "away", price: "spread_away_odds", point: "spread_away" },
  { market: "totals", side: "over", price: "total_over_odds", point: "total_line" },
  { market: "totals", side: "under", price: "total_under_odds", point: "total_line" },
];

/** In the file, leagues have their short titles, such as NHL. */
const sportsByTitle = new Map(sports.map(({ key, title }) => [title.toUpperCase(), key]));

const sportOf = (league: string): string =>
  findSport(league)?.key ?? sportsByTitle.get(league.toUpperCase()) ?? league;

/** An empty cell is a price that the book did not offer. */
const pricesOf = (cell: Cell): PriceColumn[] => priceColumns.filter(({ price }) => cell(price) !== "");

const pointOf = (cell: Cell, column: string | undefined) => {
  if (column === undefined || cell(column) === "") return {};
  return { point: readNumber(cell(column)) };
};

const gatherRow: CsvLayout["gatherRow"] = (cell, gatherer) => {
  const prices = pricesOf(cell);
  const home = cell("home_team");
  const away = cell("away_team");
  const recordedAt = cell("snapshot_taken_at_utc");
  if (Number.isNaN(parseTime(recordedAt)))
    return [rejectedItem("unusable_time", `${away} at ${home}: recorded at "${recordedAt}"`, prices.length)];
  const add = gatherer.event({
    book: cell("bookmaker"),
    sport: sportOf(cell("sport")),
    recordedAt,
    fetchedAt: cell("bookmaker_last_update_utc") || null,
    ref: cell("game_id") || undefined,
    bookEventId: null,
    commenceTime: cell("commence_time"),
    home,
    away,
  });
  for (const { market, side, price, point } of prices)
    add(market, { side, american: readNumber(cell(price)), ...pointOf(cell, point) });
  return [];
};

const layout: CsvLayout = {
  requiredColumns: ["sport", "commence_time", "home_team", "away_team", "bookmaker"],
  scope: ["h2h", "spreads", "totals"],
  gatherRow,
};

/**
 * A file with one row per game, book and recording time (`snapshot_taken_at_utc`). A row has the moneyline, spread and total as American
 * prices.
 */
export const snapshotsCsvFormat: RecordedFormat = {
  name: "snapshots-csv",
  read: (text) => readCsvRows(text, layout),
};
