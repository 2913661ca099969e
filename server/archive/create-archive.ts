import type { Database } from "@/db/connect";
import type { Archive } from "@/server/archive/archive";
import {
  type History,
  type HistoryPart,
  type HistoryPoint,
  loadHistory,
} from "@/server/archive/load-history";
import type { FixtureRecord, PriceQuery, Rendered } from "@/server/board/board";
import { renderText } from "@/server/board/rendered";
import { wireFixture, wireOutcome, wireTime } from "@/server/board/wire";
import type { Book } from "@/server/catalogue/books";
import { namePlayers } from "@/server/matching/name-players";
import { decodeOutcomes } from "@/server/prices/outcome-text";

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

/** `make`, once for equal keys: books stand at few different prices, and many points share their time. */
const remembering = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
};

/** How the points of one answer become JSON. */
const pointWriter = (fixture: FixtureRecord, query: PriceQuery, history: History) => {
  // Most answers hold no player: names are joined when the first one is met.
  let joined: ReturnType<typeof namePlayers> | undefined;
  const shownName = (bookKey: string, player: string): string => {
    joined ??= namePlayers(history.players);
    return joined(bookKey, player);
  };
  const writeOutcomes = remembering((bookKey: string) =>
    remembering((text: string) =>
      JSON.stringify(
        decodeOutcomes(text).map((outcome) =>
          wireOutcome(outcome, fixture, query.oddsFormat, (player) => shownName(bookKey, player)),
        ),
      ),
    ),
  );
  const writeTime = remembering((at: number) => JSON.stringify(wireTime(at, query.dateFormat)));
  return (bookKey: string, { at, text }: HistoryPoint): string =>
    `"recorded_at":${writeTime(at)},"outcomes":${writeOutcomes(bookKey)(text)}`;
};

/** Every book in scope with every market asked for, recorded or not. @param writeMarket what follows a market's key, as JSON. */
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

const writeAnswer = (head: object, books: string, { unmatched }: History): Rendered =>
  renderText(
    `${JSON.stringify(head).slice(0, -1)},"bookmakers":[${books}],"unmatched_bookmakers":${JSON.stringify(unmatched)}}`,
  );

/** Reads history from the database; nothing of it is kept in memory. */
export const createArchive = ({ db, archiveFrom, findBook, clock }: ArchiveOptions): Archive => {
  const load = (fixture: FixtureRecord, query: PriceQuery, part: HistoryPart) =>
    loadHistory(db, fixture, query, part, { archiveFrom, now: clock() });

  const renderEnds = (fixture: FixtureRecord, query: PriceQuery, history: History): Rendered => {
    const writePoint = pointWriter(fixture, query, history);
    const books = writeBooks(history, query, findBook, (bookKey, [point]) =>
      point === undefined
        ? '"status":"not_recorded","recorded_at":null,"outcomes":[]'
        : `"status":"recorded",${writePoint(bookKey, point)}`,
    );
    return writeAnswer(wireFixture(fixture, query.dateFormat), books, history);
  };

  return {
    series: async (fixture, query) => {
      const history = await load(fixture, query, "series");
      const writePoint = pointWriter(fixture, query, history);
      const books = writeBooks(history, query, findBook, (bookKey, points) => {
        const written = points.map((point) => `{${writePoint(bookKey, point)}}`);
        return `"movement":"${movementOf(points)}","points":[${written.join(",")}]`;
      });
      const head = {
        ...wireFixture(fixture, query.dateFormat),
        archive_from: wireTime(archiveFrom, query.dateFormat),
      };
      return writeAnswer(head, books, history);
    },
    openers: async (fixture, query) => renderEnds(fixture, query, await load(fixture, query, "opener")),
    closing: async (fixture, query) => {
      const history = await load(fixture, query, "closing");
      // Until the start the last price is not a closing price.
      const started = fixture.commenceTime <= clock();
      return renderEnds(fixture, query, started ? history : { ...history, points: new Map() });
    },
  };
};
