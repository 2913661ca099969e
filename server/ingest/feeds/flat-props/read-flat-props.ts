import { catalogueBooks } from "@/server/domain/catalogue/books";
import { canonicalMarketKey, findMarket } from "@/server/domain/catalogue/markets";
import type { Side } from "@/server/domain/catalogue/sides";
import { createSportFinder } from "@/server/ingest/feeds/flat-props/find-listed-sport";
import { createGatherer } from "@/server/ingest/feeds/gather-snapshots";
import { parseJson } from "@/server/ingest/feeds/parse-json";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import { type ReadItem, type RecordedFormat, rejectedItem } from "@/server/ingest/feeds/reader";
import type { SnapshotOutcome } from "@/server/ingest/feeds/snapshot";
import { isAbsent, isObject, readNumber, shown, type UntrustedObject } from "@/server/ingest/feeds/untrusted";

const sideOfWord: ReadonlyMap<string, Side> = new Map([
  ["over", "over"],
  ["under", "under"],
  ["yes", "yes"],
  ["no", "no"],
]);

/** Undefined for a title that several books share. */
const bookOfTitle: ReadonlyMap<string, string | undefined> = catalogueBooks.reduce(
  (titles, { title, key }) => {
    const name = title.toLowerCase();
    return titles.set(name, titles.has(name) ? undefined : key);
  },
  new Map<string, string | undefined>(),
);

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const outcomeOf = (row: UntrustedObject, side: Side): SnapshotOutcome => {
  const player = textOf(row.player);
  return {
    side,
    american: readNumber(row.price),
    ...(!isAbsent(row.line) && { point: readNumber(row.line) }),
    ...(player !== "" && { player }),
  };
};

type Props = { readonly recordedAt: string | undefined; readonly rows: readonly unknown[] };

const parseFile = (text: string): Props | string => {
  const file = parseJson(text.replace(/^\uFEFF/, ""));
  if (file === undefined) return "not JSON";
  if (!isObject(file) || !Array.isArray(file.props)) return "no list of props";
  return { recordedAt: textOf(file.last_updated) || undefined, rows: file.props };
};

const marketsOf = (rows: readonly unknown[]): string[] => {
  const keys = rows.map((row) => (isObject(row) ? canonicalMarketKey(textOf(row.market)) : ""));
  return [...new Set(keys)].filter((key) => findMarket(key) !== undefined).sort();
};

function* read(text: string): Generator<ReadItem> {
  const file = parseFile(text);
  if (typeof file === "string") {
    yield rejectedItem("malformed_file", file);
    return;
  }
  const { recordedAt, rows } = file;
  const scope = marketsOf(rows);
  const gatherer = createGatherer(() => scope);
  const sportOf = createSportFinder();
  for (const row of rows) {
    if (!isObject(row)) {
      yield rejectedItem("malformed_row", shown(row));
      continue;
    }
    const home = textOf(row.home_team);
    const away = textOf(row.away_team);
    const book = bookOfTitle.get(textOf(row.bookmaker).toLowerCase());
    const commenceTime = textOf(row.commence_time);
    const start = parseTime(commenceTime);
    const sport = Number.isNaN(start) ? undefined : sportOf(textOf(row.sport_key), home, away, start);
    const side = sideOfWord.get(textOf(row.over_under).toLowerCase());
    const subject = `${away} at ${home}, ${textOf(row.bookmaker)}`;
    if (Number.isNaN(start)) yield rejectedItem("unusable_time", `${subject}: "${commenceTime}"`);
    else if (book === undefined) yield rejectedItem("unknown_book", subject);
    else if (sport === undefined) yield rejectedItem("unknown_sport", subject);
    else {
      const event = {
        book,
        sport: sport.key,
        recordedAt,
        fetchedAt: null,
        ref: textOf(row.game_id) || undefined,
        bookEventId: null,
        commenceTime,
        home,
        away,
      };
      const market = canonicalMarketKey(textOf(row.market));
      if (side !== undefined) gatherer.event(event)(market, outcomeOf(row, side));
      else {
        gatherer.unread(event, market);
        yield rejectedItem("unknown_outcome", `${subject}: ${shown(row.over_under)}`);
      }
    }
  }
  for (const snapshot of gatherer.snapshots()) yield { kind: "snapshot", snapshot };
}

/**
 * Player props, one row per side: `{ last_updated, props: [{ game_id, home_team, away_team, commence_time, bookmaker, market, player,
 * line, price, over_under }] }`. Prices are American, and books are named by title. `last_updated` is the recording time of all rows. The
 * format states no fetch times. A row without a `sport_key` belongs to the sport in season that lists both teams. The row is rejected
 * unless there is exactly one such sport.
 */
export const flatPropsFormat: RecordedFormat = { name: "flat-props", read };
