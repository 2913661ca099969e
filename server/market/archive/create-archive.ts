import type { Database } from "@/db/connect";
import type { Book } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { prepareStoredNames, type ShowName } from "@/server/domain/players/stored-names";
import { decodeOutcomes } from "@/server/domain/prices/outcome-text";
import type { Rendered } from "@/server/domain/serialize/rendered";
import { renderText } from "@/server/domain/serialize/rendered";
import { serializeFixture, serializeOutcome, toWireTime } from "@/server/domain/serialize/serialize";
import type { Archive } from "@/server/market/archive/archive";
import {
  type History,
  type HistoryPart,
  type HistoryPoint,
  loadHistory,
} from "@/server/market/archive/load-history";
import type { PriceQuery } from "@/server/market/board/board";

export type ArchiveOptions = {
  readonly db: Database;
  /** ms since the epoch: the start of the archive. */
  readonly archiveFrom: number;
  readonly findBook: (key: string) => Book | undefined;
  readonly clock: () => number;
};

const movementOf = (points: readonly HistoryPoint[]): string => {
  if (points.length === 0) return "not_recorded";
  return points.length === 1 ? "no_movement" : "recorded";
};

/** Caches a function's results by argument. This saves work, because a book has few different prices, and many points share one time. */
const memoize = <K, V>(compute: (key: K) => V): ((key: K) => V) => {
  const cache = new Map<K, V>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
};

const pointWriter = (fixture: FixtureRecord, query: PriceQuery, showName: ShowName) => {
  const writeOutcomes = memoize((bookKey: string) =>
    memoize((text: string) =>
      JSON.stringify(
        decodeOutcomes(text).map((outcome) =>
          serializeOutcome(outcome, fixture, query.oddsFormat, (player) => showName(bookKey, player)),
        ),
      ),
    ),
  );
  const writeTime = memoize((at: number) => JSON.stringify(toWireTime(at, query.dateFormat)));
  return (bookKey: string, { at, text }: HistoryPoint): string =>
    `"recorded_at":${writeTime(at)},"outcomes":${writeOutcomes(bookKey)(text)}`;
};

/** Renders every requested market of each book, even a market without points. @param writeMarket renders a market's JSON members after `key`. */
const writeBooks = (
  history: History,
  query: PriceQuery,
  findBook: ArchiveOptions["findBook"],
  writeMarket: (bookKey: string, points: readonly HistoryPoint[]) => string,
): string => {
  const keys = [...query.markets].sort();
  const books = history.bookKeys.map((bookKey) => {
    const points = history.points.get(bookKey);
    const markets = keys.map(
      (key) => `{"key":${JSON.stringify(key)},${writeMarket(bookKey, points?.get(key) ?? [])}}`,
    );
    const title = findBook(bookKey)?.title ?? bookKey;
    return `{"key":${JSON.stringify(bookKey)},"title":${JSON.stringify(title)},"markets":[${markets.join(",")}]}`;
  });
  return books.join(",");
};

const writeResponse = (head: object, books: string, { unmatched }: History): Rendered =>
  renderText(
    `${JSON.stringify(head).slice(0, -1)},"bookmakers":[${books}],"unmatched_bookmakers":${JSON.stringify(unmatched)}}`,
  );

const movesQuery = { bookmakers: undefined, oddsFormat: "decimal", dateFormat: "iso" } as const;

/** Reads history from the database, without a cache. */
export const createArchive = ({ db, archiveFrom, findBook, clock }: ArchiveOptions): Archive => {
  const load = (fixture: FixtureRecord, query: PriceQuery, part: HistoryPart) =>
    loadHistory(db, fixture, query, part, { archiveFrom, now: clock() });

  const renderEnds = async (
    fixture: FixtureRecord,
    query: PriceQuery,
    history: History,
  ): Promise<Rendered> => {
    const writePoint = pointWriter(fixture, query, await prepareStoredNames(fixture, history.players));
    const books = writeBooks(history, query, findBook, (bookKey, [point]) =>
      point === undefined
        ? '"status":"not_recorded","recorded_at":null,"outcomes":[]'
        : `"status":"recorded",${writePoint(bookKey, point)}`,
    );
    return writeResponse(serializeFixture(fixture, query.dateFormat), books, history);
  };

  return {
    series: async (fixture, query) => {
      const history = await load(fixture, query, "series");
      const writePoint = pointWriter(fixture, query, await prepareStoredNames(fixture, history.players));
      const books = writeBooks(history, query, findBook, (bookKey, points) => {
        const written = points.map((point) => `{${writePoint(bookKey, point)}}`);
        return `"movement":"${movementOf(points)}","points":[${written.join(",")}]`;
      });
      const head = {
        ...serializeFixture(fixture, query.dateFormat),
        archive_from: toWireTime(archiveFrom, query.dateFormat),
      };
      return writeResponse(head, books, history);
    },
    openers: async (fixture, query) => renderEnds(fixture, query, await load(fixture, query, "opener")),
    closing: async (fixture, query) => {
      const history = await load(fixture, query, "closing");
      // There is no closing price before the start.
      const started = fixture.commenceTime <= clock();
      return renderEnds(fixture, query, started ? history : { ...history, points: new Map() });
    },
    lastChanges: async (fixture, marketKey) => {
      // Successive rows with the same prices are one point, dated by the first of these rows.
      const { points } = await load(fixture, { ...movesQuery, markets: [marketKey] }, "closing");
      return new Map(
        [...points].flatMap(([book, markets]) => {
          const at = markets.get(marketKey)?.[0]?.at;
          return at === undefined ? [] : [[book, at] as const];
        }),
      );
    },
    moves: async (fixture, marketKey) => {
      const query = { ...movesQuery, markets: [marketKey] };
      const { points } = await load(fixture, query, "series");
      return [...points].map(([book, markets]) => ({
        book,
        states: (markets.get(marketKey) ?? []).map(({ at, text }) => ({
          at,
          outcomes: decodeOutcomes(text),
        })),
      }));
    },
  };
};
