import { ownValue } from "@/server/domain/catalogue/own-value";
import { findSport } from "@/server/domain/catalogue/sports";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import type { SidesVerdict } from "@/server/domain/prices/inverted/judge-sides";
import { nextSidesState, type SidesState } from "@/server/domain/prices/inverted/sides-state";
import { judgeQuotes } from "@/server/domain/prices/inverted/testing/judge-quotes";
import { decodeOutcomes } from "@/server/domain/prices/outcome-text";
import type { TableImage } from "@/server/market/board/testing/table-image";

/*
 * A naive judge for tests. It decides which books are withheld because they seem to have swapped home and away. It is slow and simple on
 * purpose: it judges every book of every fixture after every write.
 */

const judgedMarkets = ["h2h", "h2h_3_way", "spreads"] as const;

const verdictsOn = (image: TableImage, fixtureId: string, sportKey: string): Map<string, SidesVerdict> => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`there is no sport ${sportKey}`);
  const quoted = image.markets
    .filter(({ fixture_id, market_key, outcomes }) => {
      const isJudged = (judgedMarkets as readonly string[]).includes(market_key);
      return fixture_id === fixtureId && isJudged && outcomes !== "";
    })
    .flatMap((market) => {
      const check = image.checks.find(
        (row) => row.fixture_id === fixtureId && row.book_key === market.book_key,
      );
      if (check === undefined) return [];
      return [
        { ...market, check, checked: ownValue(check.market_times, market.market_key)?.[0] ?? check.checked },
      ];
    });
  const newest = Math.max(...quoted.map(({ checked }) => checked));
  const comparable = quoted.filter(({ book_key, check, checked }) => {
    const book = image.books.find(({ key }) => key === book_key);
    const isFresh = checked >= newest - priceLifeMs(book?.update_interval_seconds ?? null);
    return isFresh && !(check.own_start !== null && check.own_start <= newest);
  });
  const quotes = new Map(
    comparable.map(({ book_key }) => [
      book_key,
      Object.fromEntries(
        comparable
          .filter((market) => market.book_key === book_key)
          .map(({ market_key, outcomes }) => [market_key, decodeOutcomes(outcomes)]),
      ),
    ]),
  );
  const sourceOf = (bookKey: string): string =>
    image.checks.find((row) => row.fixture_id === fixtureId && row.book_key === bookKey)?.source ?? bookKey;
  return new Map(judgeQuotes(quotes, sport, sourceOf));
};

const nameOf = (fixtureId: string, bookKey: string): string => `${fixtureId} ${bookKey}`;

/** The books that the tables list as withheld from fixtures on the board. Each item is `fixtureId bookKey`. */
export const storedAsWithheld = (image: TableImage, isOnBoard: (fixtureId: string) => boolean): string[] =>
  image.withheld
    .filter(({ fixture_id, until }) => until === null && isOnBoard(fixture_id))
    .map(({ fixture_id, book_key }) => nameOf(fixture_id, book_key))
    .sort();

/**
 * Creates a judge that decides which books to withhold. In a test where only one board writes its decisions to the tables, the board must
 * withhold the same books as the judge.
 */
export const createPlainJudge = () => {
  const states = new Map<string, SidesState>();
  return {
    /**
     * To be called after each write. When a fixture leaves the board, the judge drops the states of the fixture's books, as the board does.
     * If the judge has no state of a book yet, but the tables list the book as withheld, the judge withholds the book too.
     */
    judge: (image: TableImage, isOnBoard: (fixtureId: string) => boolean): void => {
      for (const { fixture_id, book_key, since, until } of image.withheld) {
        const name = nameOf(fixture_id, book_key);
        if (until === null && !states.has(name))
          states.set(name, { since, lastJudgedAt: since, fittingChecks: 0 });
      }
      for (const { id, sport_key } of image.fixtures) {
        for (const [bookKey, verdict] of verdictsOn(image, id, sport_key)) {
          const name = nameOf(id, bookKey);
          const check = image.checks.find((row) => row.fixture_id === id && row.book_key === bookKey);
          states.set(name, nextSidesState(states.get(name) ?? null, verdict, check?.recorded ?? 0));
        }
        if (!isOnBoard(id))
          for (const name of states.keys()) if (name.startsWith(`${id} `)) states.delete(name);
      }
    },
    withheld: (): string[] => [...states].flatMap(([name, state]) => (state === null ? [] : [name])).sort(),
  };
};
