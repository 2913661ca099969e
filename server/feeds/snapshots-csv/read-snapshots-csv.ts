import { ownValue } from "@/server/catalogue/own-value";
import { findSport, sports } from "@/server/catalogue/sports";
import { createGatherer } from "@/server/feeds/gather-snapshots";
import { type CsvRow, missingColumns, parseCsv } from "@/server/feeds/parse-csv";
import { parseTime } from "@/server/feeds/parse-time";
import { type ReadItem, type RecordedFormat, rejectedItem } from "@/server/feeds/reader";
import { readNumber } from "@/server/feeds/untrusted";
import type { Side } from "@/server/prices/outcome";

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

const required = ["sport", "commence_time", "home_team", "away_team", "bookmaker"];
const scope = ["h2h", "spreads", "totals"];

/** Leagues stand in the file under their short titles, such as NHL. */
const sportsByTitle = new Map(sports.map(({ key, title }) => [title.toUpperCase(), key]));

const sportOf = (league: string): string =>
  findSport(league)?.key ?? sportsByTitle.get(league.toUpperCase()) ?? league;

const cell = (row: CsvRow, column: string): string => ownValue(row, column) ?? "";

/** The prices that a row holds: an empty cell is a price that the book did not offer. */
const pricesOf = (row: CsvRow): PriceColumn[] => priceColumns.filter(({ price }) => cell(row, price) !== "");

const pointOf = (row: CsvRow, column: string | undefined) => {
  if (column === undefined || cell(row, column) === "") return {};
  return { point: readNumber(cell(row, column)) };
};

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
    const prices = pricesOf(row);
    const home = cell(row, "home_team");
    const away = cell(row, "away_team");
    const recordedAt = cell(row, "snapshot_taken_at_utc");
    if (Number.isNaN(parseTime(recordedAt))) {
      yield rejectedItem("unusable_time", `${away} at ${home}: taken at "${recordedAt}"`, prices.length);
      continue;
    }
    const add = gatherer.event({
      book: cell(row, "bookmaker"),
      sport: sportOf(cell(row, "sport")),
      recordedAt,
      fetchedAt: cell(row, "bookmaker_last_update_utc") || null,
      ref: cell(row, "game_id") || undefined,
      commenceTime: cell(row, "commence_time"),
      home,
      away,
    });
    for (const { market, side, price, point } of prices)
      add(market, { side, american: readNumber(cell(row, price)), ...pointOf(row, point) });
  }
  for (const snapshot of gatherer.snapshots()) yield { kind: "snapshot", snapshot };
}

/** Moneyline, spread and total of one book a row, recorded several times a day at `snapshot_taken_at_utc`; American prices. */
export const snapshotsCsvFormat: RecordedFormat = { name: "snapshots-csv", read };
