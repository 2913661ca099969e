import type { BoardFixture, BoardMarket } from "@/server/board/board";
import type { BoardRows, CheckRow, FixtureRow } from "@/server/board/load-changes";
import { type Book, catalogueBooks } from "@/server/catalogue/books";
import type { Outcome } from "@/server/prices/outcome";
import { decodeOutcomes } from "@/server/prices/outcome-text";

type HeldBook = {
  readonly key: string;
  check: CheckRow | undefined;
  readonly outcomes: Map<string, readonly Outcome[]>;
  markets: Map<string, BoardMarket>;
};

type HeldFixture = {
  readonly id: string;
  readonly sportKey: string;
  homeTeam: string;
  awayTeam: string;
  commenceTime: number;
  readonly books: Map<string, HeldBook>;
  readonly notes: Map<string, number>;
  readonly players: Map<string, Set<string>>;
};

/** Started fixtures are kept a little: a start that moves back must not find them gone. */
const keepStartedMs = 60 * 60_000;

const holdFixture = (row: FixtureRow): HeldFixture => ({
  id: row.id,
  sportKey: row.sport_key,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
  books: new Map(),
  notes: new Map(),
  players: new Map(),
});

const holdBook = (fixture: HeldFixture, key: string): HeldBook => {
  const held = fixture.books.get(key) ?? { key, check: undefined, outcomes: new Map(), markets: new Map() };
  fixture.books.set(key, held);
  return held;
};

/** Joins a book's outcomes with the times of its last check. */
const joinMarkets = (book: HeldBook): void => {
  const { check } = book;
  if (check === undefined) return;
  book.markets = new Map(
    [...book.outcomes.keys()].sort().map((key) => {
      const [checkedAt, fetchedAt] = check.market_times[key] ?? [check.checked, check.fetched];
      return [key, { key, checkedAt, fetchedAt, outcomes: book.outcomes.get(key) ?? [] }];
    }),
  );
};

const byStart = (a: BoardFixture, b: BoardFixture): number =>
  a.commenceTime - b.commenceTime || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export type BoardState = {
  /** Applies rows in one go: a reader never sees a part of them. Applying the same rows again changes nothing. */
  readonly apply: (rows: BoardRows, now: number) => void;
  readonly holds: (fixtureId: string) => boolean;
  readonly find: (fixtureId: string) => BoardFixture | undefined;
  readonly upcoming: (sportKey: string, now: number) => readonly BoardFixture[];
  readonly all: () => Iterable<BoardFixture>;
  readonly books: () => readonly Book[];
  readonly findBook: (key: string) => Book | undefined;
};

/** The board's memory: fixtures that have not started, with the newest known prices of every book. */
export const createBoardState = (): BoardState => {
  const fixtures = new Map<string, HeldFixture>();
  const bySport = new Map<string, BoardFixture[]>();
  const books = new Map<string, Book>(catalogueBooks.map((book) => [book.key, book]));
  let sortedBooks: readonly Book[] = [...books.values()];

  const sortSport = (sportKey: string): void => {
    const ofSport = [...fixtures.values()].filter((fixture) => fixture.sportKey === sportKey);
    bySport.set(sportKey, ofSport.sort(byStart));
  };

  const applyFixtures = (rows: readonly FixtureRow[], now: number): Set<string> => {
    const touched = new Set<string>();
    for (const row of rows) {
      const held = fixtures.get(row.id);
      if (held === undefined && row.start <= now - keepStartedMs) continue;
      const fixture = held ?? holdFixture(row);
      fixture.commenceTime = row.start;
      fixtures.set(row.id, fixture);
      touched.add(row.sport_key);
    }
    return touched;
  };

  const applyPrices = ({ checks, markets, notes, players }: BoardRows): void => {
    const changed = new Set<HeldBook>();
    for (const row of checks) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined) continue;
      const book = holdBook(fixture, row.book_key);
      book.check = row;
      changed.add(book);
    }
    for (const row of markets) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined) continue;
      const book = holdBook(fixture, row.book_key);
      if (row.outcomes === "") book.outcomes.delete(row.market_key);
      else book.outcomes.set(row.market_key, decodeOutcomes(row.outcomes));
      changed.add(book);
    }
    for (const book of changed) joinMarkets(book);
    for (const row of notes) fixtures.get(row.fixture_id)?.notes.set(row.book_key, row.checked);
    for (const row of players) {
      const names = fixtures.get(row.fixture_id)?.players;
      names?.set(row.book_key, (names.get(row.book_key) ?? new Set()).add(row.name));
    }
  };

  const dropStarted = (now: number): Set<string> => {
    const touched = new Set<string>();
    for (const fixture of fixtures.values()) {
      if (fixture.commenceTime > now - keepStartedMs) continue;
      fixtures.delete(fixture.id);
      touched.add(fixture.sportKey);
    }
    return touched;
  };

  return {
    apply: (rows, now) => {
      for (const row of rows.books)
        books.set(row.key, {
          key: row.key,
          title: row.title,
          kind: row.kind,
          updateIntervalSeconds: row.update_interval_seconds,
          lastUpdateMeasured: row.last_update_measured,
        });
      if (rows.books.length > 0) sortedBooks = [...books.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      const touched = applyFixtures(rows.fixtures, now);
      applyPrices(rows);
      for (const sportKey of dropStarted(now)) touched.add(sportKey);
      for (const sportKey of touched) sortSport(sportKey);
    },
    holds: (fixtureId) => fixtures.has(fixtureId),
    find: (fixtureId) => fixtures.get(fixtureId),
    upcoming: (sportKey, now) =>
      (bySport.get(sportKey) ?? []).filter((fixture) => fixture.commenceTime > now),
    all: () => fixtures.values(),
    books: () => sortedBooks,
    findBook: (key) => books.get(key),
  };
};
