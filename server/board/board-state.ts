import type { BoardFixture, BoardMarket, BoardSize, OwnStart } from "@/server/board/board";
import { adoptPeriod, type BookSides, judgeBooks, noSides, sidesMarkets } from "@/server/board/book-sides";
import { isOpen } from "@/server/board/fresh-prices";
import type {
  BoardRows,
  BookRow,
  CheckRow,
  FixtureRow,
  MarketRow,
  WithheldRow,
} from "@/server/board/load-changes";
import { type Book, catalogueBooks } from "@/server/catalogue/books";
import { ownValue } from "@/server/catalogue/own-value";
import { findSport } from "@/server/catalogue/sports";
import { isAhead } from "@/server/clock/clock-skew";
import type { StoredNames } from "@/server/players/stored-names";
import type { Outcome } from "@/server/prices/outcome";
import { decodeOutcomes } from "@/server/prices/outcome-text";

type StoredPrices = { readonly text: string; readonly outcomes: readonly Outcome[] };

type BookState = {
  readonly key: string;
  check: CheckRow | undefined;
  ownStart: OwnStart | undefined;
  bookEventId: string | null;
  link: string | null;
  isWithheld: boolean;
  readonly sides: BookSides;
  readonly prices: Map<string, StoredPrices>;
  markets: ReadonlyMap<string, BoardMarket>;
};

type FixtureState = {
  readonly id: string;
  readonly sportKey: string;
  homeTeam: string;
  awayTeam: string;
  commenceTime: number;
  isReplaced: boolean;
  revision: number;
  readonly books: Map<string, BookState>;
  readonly notes: Map<string, number>;
  players: StoredNames;
};

type SportState = { revision: number; fixtures: readonly BoardFixture[] };

/** Fixtures stay on the board for an hour after their start, in case the start is postponed. */
const keepStartedMs = 60 * 60_000;

const createFixtureState = (row: FixtureRow): FixtureState => ({
  id: row.id,
  sportKey: row.sport_key,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
  isReplaced: row.replaced,
  revision: 0,
  books: new Map(),
  notes: new Map(),
  players: new Map(),
});

const isSameFixture = (fixture: FixtureState, row: FixtureRow): boolean =>
  fixture.commenceTime === row.start &&
  fixture.isReplaced === row.replaced &&
  fixture.homeTeam === row.home_team &&
  fixture.awayTeam === row.away_team;

const bookStateOf = (fixture: FixtureState, key: string): BookState => {
  const book = fixture.books.get(key) ?? {
    key,
    check: undefined,
    ownStart: undefined,
    bookEventId: null,
    link: null,
    isWithheld: false,
    sides: noSides(),
    prices: new Map(),
    markets: new Map(),
  };
  fixture.books.set(key, book);
  return book;
};

const isSameCheck = (a: CheckRow | undefined, b: CheckRow): boolean =>
  a?.checked === b.checked &&
  a.fetched === b.fetched &&
  a.own_start === b.own_start &&
  a.own_start_stated === b.own_start_stated &&
  a.source === b.source &&
  a.book_event_id === b.book_event_id &&
  a.link === b.link &&
  JSON.stringify(a.market_times) === JSON.stringify(b.market_times);

const readOwnStart = ({ own_start: start, own_start_stated: statedAt }: CheckRow): OwnStart | undefined =>
  start === null || statedAt === null ? undefined : { start, statedAt };

/** @returns true if the prices changed. */
const applyMarket = (book: BookState, row: MarketRow): boolean => {
  if (book.prices.get(row.market_key)?.text === row.outcomes) return false;
  if (row.outcomes === "") return book.prices.delete(row.market_key);
  book.prices.set(row.market_key, { text: row.outcomes, outcomes: decodeOutcomes(row.outcomes) });
  return true;
};

/** Joins a book's prices with the times of its last check. */
const joinMarkets = (book: BookState): void => {
  const { check } = book;
  const markets = new Map<string, BoardMarket>();
  for (const [key, { outcomes }] of book.prices) {
    if (check === undefined) break;
    const [checkedAt, fetched] = ownValue(check.market_times, key) ?? [check.checked, check.fetched];
    // If a source's clock is ahead, the source can state a fetch time that is later than the check.
    const fetchedAt = fetched === null ? null : Math.min(fetched, checkedAt);
    markets.set(key, { key, checkedAt, fetchedAt, outcomes });
  }
  book.markets = markets;
  book.sides.markets = sidesMarkets(markets);
};

const readBook = (row: BookRow): Book => ({
  key: row.key,
  title: row.title,
  kind: row.kind,
  updateIntervalSeconds: row.update_interval_seconds,
  lastUpdateMeasured: row.last_update_measured,
});

const isSameBook = (a: Book | undefined, b: Book): boolean =>
  a?.title === b.title &&
  a.kind === b.kind &&
  a.updateIntervalSeconds === b.updateIntervalSeconds &&
  a.lastUpdateMeasured === b.lastUpdateMeasured;

const byStart = (a: BoardFixture, b: BoardFixture): number =>
  a.commenceTime - b.commenceTime || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const byKey = (a: Book, b: Book): number => (a.key < b.key ? -1 : 1);

export type BoardState = {
  /**
   * Applies rows atomically: readers see all of them or none. If a book's prices change, the function also decides whether the book is
   * inverted, before readers see these prices. Applying the same rows again changes nothing. Checks, notes and withheld periods with a
   * future time are ignored, because a wrong clock dated them. A book whose last check is ignored has no prices.
   * @returns the withheld periods that began or ended. The caller stores them.
   */
  readonly apply: (rows: BoardRows, now: number) => readonly WithheldRow[];
  /** Drops all fixtures, then applies `rows`. */
  readonly replace: (rows: BoardRows, now: number) => readonly WithheldRow[];
  /** Finds a fixture under any id that it ever had. */
  readonly find: (fixtureId: string) => BoardFixture | undefined;
  readonly upcoming: (sportKey: string, now: number) => readonly BoardFixture[];
  readonly all: () => Iterable<BoardFixture>;
  readonly books: () => readonly Book[];
  readonly findBook: (key: string) => Book | undefined;
  /** Increases with each change of data that a response about the sport can contain. */
  readonly sportRevision: (sportKey: string) => number;
  /** Increases with each change of data that a response about the fixture can contain. */
  readonly fixtureRevision: (fixture: BoardFixture) => number;
  /** Increases with each change of data that any response can contain. */
  readonly revision: () => number;
  readonly measure: () => Omit<BoardSize, "responseBytes">;
};

/** Holds fixtures in memory until an hour after their start, with the latest prices of every book. */
export const createBoardState = (): BoardState => {
  const fixtures = new Map<string, FixtureState>();
  /** Id of a merged fixture -> the id of the fixture that has its prices. */
  const merged = new Map<string, string>();
  const sports = new Map<string, SportState>();
  const books = new Map<string, Book>(catalogueBooks.map((book) => [book.key, book]));
  let sortedBooks: readonly Book[] = [...books.values()].sort(byKey);
  let applied = 0;
  let revision = 0;
  let booksRevision = 0;

  const findBook = (key: string): Book | undefined => books.get(key);

  const sportOf = (key: string): SportState => {
    const sport = sports.get(key) ?? { revision: 0, fixtures: [] };
    sports.set(key, sport);
    return sport;
  };

  /** @returns the keys of the changed books. */
  const applyBooks = (rows: readonly BookRow[]): readonly string[] => {
    const changed = rows.map(readBook).filter((book) => !isSameBook(books.get(book.key), book));
    if (changed.length === 0) return [];
    for (const book of changed) books.set(book.key, book);
    sortedBooks = [...books.values()].sort(byKey);
    booksRevision = applied;
    return changed.map(({ key }) => key);
  };

  /** @returns the new and changed fixtures. */
  const applyFixtures = (rows: readonly FixtureRow[], now: number): Set<FixtureState> => {
    const changed = new Set<FixtureState>();
    for (const row of rows) {
      const existing = fixtures.get(row.id);
      if (row.merged !== null) {
        merged.set(row.id, row.merged);
        if (existing === undefined) continue;
        fixtures.delete(row.id);
        changed.add(existing);
        continue;
      }
      if (existing === undefined && row.start <= now - keepStartedMs) continue;
      if (existing !== undefined && isSameFixture(existing, row)) continue;
      const fixture = existing ?? createFixtureState(row);
      fixture.homeTeam = row.home_team;
      fixture.awayTeam = row.away_team;
      fixture.commenceTime = row.start;
      fixture.isReplaced = row.replaced;
      fixtures.set(row.id, fixture);
      changed.add(fixture);
    }
    return changed;
  };

  /** @returns true if the check changed. */
  const applyCheck = (book: BookState, row: CheckRow, now: number): boolean => {
    const previous = book.check;
    book.check = isAhead(row.recorded, now) ? undefined : row;
    if (book.check === undefined) {
      book.ownStart = undefined;
      return previous !== undefined;
    }
    if (isSameCheck(previous, row)) return false;
    book.ownStart = readOwnStart(row);
    book.bookEventId = row.book_event_id;
    book.link = row.link;
    return true;
  };

  const applyPrices = ({ checks, markets }: BoardRows, now: number): Set<FixtureState> => {
    const changed = new Map<BookState, FixtureState>();
    for (const row of checks) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined) continue;
      const book = bookStateOf(fixture, row.book_key);
      if (applyCheck(book, row, now)) changed.set(book, fixture);
    }
    for (const row of markets) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined) continue;
      const book = bookStateOf(fixture, row.book_key);
      if (applyMarket(book, row)) changed.set(book, fixture);
    }
    for (const book of changed.keys()) joinMarkets(book);
    return new Set(changed.values());
  };

  const applyNames = ({ notes, players }: BoardRows, now: number): Set<FixtureState> => {
    const changed = new Set<FixtureState>();
    for (const row of notes) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined || fixture.notes.get(row.book_key) === row.checked) continue;
      if (isAhead(row.checked, now)) continue;
      fixture.notes.set(row.book_key, row.checked);
      changed.add(fixture);
    }
    const named = new Map<FixtureState, Map<string, Map<string, string | null>>>();
    for (const row of players) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined || fixture.players.get(row.book_key)?.get(row.name) === row.shown_as)
        continue;
      const names = named.get(fixture) ?? new Map<string, Map<string, string | null>>();
      named.set(fixture, names);
      const ofBook = names.get(row.book_key) ?? new Map(fixture.players.get(row.book_key));
      names.set(row.book_key, ofBook.set(row.name, row.shown_as));
    }
    for (const [fixture, names] of named) {
      fixture.players = new Map([...fixture.players, ...names]);
      changed.add(fixture);
    }
    return changed;
  };

  /** Adopts withheld periods that were stored by any instance, including this instance. */
  const applyWithheld = (rows: readonly WithheldRow[], now: number) => {
    const changed = new Set<FixtureState>();
    const decided: WithheldRow[] = [];
    for (const row of rows) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined || isAhead(row.until ?? row.since, now)) continue;
      const book = bookStateOf(fixture, row.book_key);
      const before = book.sides.state;
      const decision = adoptPeriod(book.sides, row);
      if (decision !== undefined) decided.push({ ...row, ...decision });
      if (book.sides.state === before) continue;
      book.isWithheld = book.sides.state !== null;
      changed.add(fixture);
    }
    return { changed, decided };
  };

  const judge = (fixture: FixtureState): readonly WithheldRow[] => {
    const sport = findSport(fixture.sportKey);
    if (sport === undefined) return [];
    const decisions = judgeBooks(fixture.books, sport, findBook);
    for (const key of decisions.keys()) {
      const book = bookStateOf(fixture, key);
      book.isWithheld = book.sides.state !== null;
    }
    return [...decisions].map(([book_key, period]) => ({ fixture_id: fixture.id, book_key, ...period }));
  };

  const fixturesWith = (bookKeys: readonly string[]): readonly FixtureState[] =>
    bookKeys.length === 0
      ? []
      : [...fixtures.values()].filter((fixture) => bookKeys.some((key) => fixture.books.has(key)));

  const dropStarted = (now: number): Set<FixtureState> => {
    const dropped = new Set<FixtureState>();
    for (const fixture of fixtures.values()) {
      if (fixture.commenceTime > now - keepStartedMs) continue;
      fixtures.delete(fixture.id);
      dropped.add(fixture);
    }
    if (dropped.size > 0) for (const [id, into] of merged) if (!fixtures.has(into)) merged.delete(id);
    return dropped;
  };

  const sortSports = (keys: ReadonlySet<string>): void => {
    if (keys.size === 0) return;
    const listed = new Map<string, BoardFixture[]>([...keys].map((key) => [key, []]));
    for (const fixture of fixtures.values()) listed.get(fixture.sportKey)?.push(fixture);
    for (const [key, ofSport] of listed) sportOf(key).fixtures = ofSport.sort(byStart);
  };

  const measure = (): Omit<BoardSize, "responseBytes"> => {
    const quoting = new Set<string>();
    let markets = 0;
    let priceBytes = 0;
    for (const fixture of fixtures.values())
      for (const book of fixture.books.values()) {
        if (book.prices.size > 0) quoting.add(book.key);
        markets += book.prices.size;
        for (const { text } of book.prices.values()) priceBytes += text.length;
      }
    return { fixtures: fixtures.size, books: quoting.size, markets, priceBytes };
  };

  const apply: BoardState["apply"] = (rows, now) => {
    applied += 1;
    const changedBooks = applyBooks(rows.books);
    const moved = applyFixtures(rows.fixtures, now);
    const priced = applyPrices(rows, now);
    const named = applyNames(rows, now);
    const withheld = applyWithheld(rows.withheld, now);
    const judged = new Set([...priced, ...withheld.changed, ...fixturesWith(changedBooks)]);
    const decided = [...withheld.decided, ...[...judged].flatMap(judge)];
    const dropped = dropStarted(now);
    sortSports(new Set([...moved, ...dropped].map((fixture) => fixture.sportKey)));
    for (const changed of [moved, priced, named, withheld.changed, dropped])
      for (const fixture of changed) {
        fixture.revision = applied;
        sportOf(fixture.sportKey).revision = applied;
        revision = applied;
      }
    return decided;
  };

  return {
    measure,
    apply,
    replace: (rows, now) => {
      fixtures.clear();
      merged.clear();
      const decided = apply(rows, now);
      for (const sport of sports.values()) sport.revision = applied;
      revision = applied;
      sortSports(new Set(sports.keys()));
      return decided;
    },
    find: (fixtureId) => fixtures.get(merged.get(fixtureId) ?? fixtureId),
    upcoming: (sportKey, now) =>
      (sports.get(sportKey)?.fixtures ?? []).filter((fixture) => isOpen(fixture, now)),
    all: () => fixtures.values(),
    books: () => sortedBooks,
    findBook,
    sportRevision: (sportKey) => Math.max(sports.get(sportKey)?.revision ?? 0, booksRevision),
    fixtureRevision: (fixture) => Math.max(fixture.revision, booksRevision),
    revision: () => Math.max(revision, booksRevision),
  };
};
