import type { Database } from "@/db/connect";
import type { Archive } from "@/server/archive/archive";
import {
  type History,
  type HistoryPart,
  type HistoryPoint,
  loadHistory,
} from "@/server/archive/load-history";
import type { FixtureRecord, PriceQuery, Rendered } from "@/server/board/board";
import { renderJson } from "@/server/board/rendered";
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

/** Every book in scope with every market asked for, recorded or not. */
const renderBooks = <T>(
  history: History,
  query: PriceQuery,
  findBook: ArchiveOptions["findBook"],
  renderMarket: (bookKey: string, marketKey: string, points: readonly HistoryPoint[]) => T,
) => {
  const markets = [...query.markets].sort();
  return history.bookKeys.map((bookKey) => ({
    key: bookKey,
    title: findBook(bookKey)?.title ?? bookKey,
    markets: markets.map((key) => renderMarket(bookKey, key, history.points.get(bookKey)?.get(key) ?? [])),
  }));
};

const outcomesOf = (fixture: FixtureRecord, query: PriceQuery, history: History) => {
  // Most answers hold no player: names are joined when the first one is met.
  let joined: ReturnType<typeof namePlayers> | undefined;
  const shownName = (bookKey: string, player: string): string => {
    joined ??= namePlayers(history.players);
    return joined(bookKey, player);
  };
  return (bookKey: string, point: HistoryPoint) =>
    decodeOutcomes(point.text).map((outcome) =>
      wireOutcome(outcome, fixture, query.oddsFormat, (player) => shownName(bookKey, player)),
    );
};

/** Reads history from the database; nothing of it is kept in memory. */
export const createArchive = ({ db, archiveFrom, findBook, clock }: ArchiveOptions): Archive => {
  const load = (fixture: FixtureRecord, query: PriceQuery, part: HistoryPart) =>
    loadHistory(db, fixture, query, part, archiveFrom);

  const renderEnds = (fixture: FixtureRecord, query: PriceQuery, history: History): Rendered => {
    const outcomes = outcomesOf(fixture, query, history);
    return renderJson({
      ...wireFixture(fixture, query.dateFormat),
      bookmakers: renderBooks(history, query, findBook, (bookKey, key, [point]) => ({
        key,
        status: point === undefined ? "not_recorded" : "recorded",
        recorded_at: point === undefined ? null : wireTime(point.at, query.dateFormat),
        outcomes: point === undefined ? [] : outcomes(bookKey, point),
      })),
      unmatched_bookmakers: history.unmatched,
    });
  };

  return {
    series: async (fixture, query) => {
      const history = await load(fixture, query, "series");
      const outcomes = outcomesOf(fixture, query, history);
      return renderJson({
        ...wireFixture(fixture, query.dateFormat),
        archive_from: wireTime(archiveFrom, query.dateFormat),
        bookmakers: renderBooks(history, query, findBook, (bookKey, key, points) => ({
          key,
          movement: movementOf(points),
          points: points.map((point) => ({
            recorded_at: wireTime(point.at, query.dateFormat),
            outcomes: outcomes(bookKey, point),
          })),
        })),
        unmatched_bookmakers: history.unmatched,
      });
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
