import { isAhead } from "@/server/clock/clock-skew";
import { type Book, catalogueBooks } from "@/server/domain/catalogue/books";
import { findSport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import type { BoardFixture, BoardSize, MergedFixture } from "@/server/market/board/board";
import { isOpen } from "@/server/market/board/fresh-prices";
import { adoptWithheldPeriod, judgeBooks } from "@/server/market/board/inversion-state";
import type { BoardRows, BookRow, FixtureRow, WithheldRow } from "@/server/market/board/load-changes";
import {
  applyCheck,
  applyMarket,
  type BookState,
  bookStateOf,
  byKey,
  byStart,
  createFixtureState,
  type FixtureState,
  isSameBook,
  isSameFixture,
  joinMarkets,
  keepStartedMs,
  mayHaveLapsed,
  readBook,
  type SportState,
} from "@/server/market/board/state-rows";

type Merge = MergedFixture & { readonly sportKey: string; readonly revision: number };

export type BoardState = {
  /**
   * Applies rows atomically: readers see all of them or none. If a book's prices change, the function also decides whether the book is
   * inverted, before readers see these prices. Applying the same rows again changes nothing. Checks, sightings and withheld periods with a
   * future time are ignored, because a wrong clock dated them. A book whose last check is ignored has no prices.
   * @returns the withheld periods that began or ended. The caller stores them.
   */
  readonly apply: (rows: BoardRows, now: number) => readonly WithheldRow[];
  /** Drops all fixtures, then applies `rows`. */
  readonly replace: (rows: BoardRows, now: number) => readonly WithheldRow[];
  /** Finds a fixture under any id that it ever had. */
  readonly find: (fixtureId: string) => BoardFixture | undefined;
  readonly upcoming: (sportKey: string, now: number) => readonly BoardFixture[];
  /** Fixtures in memory, also those that have started or were replaced, ordered by start, then id. */
  readonly held: (sportKey: string) => readonly BoardFixture[];
  /** The fixtures that were merged after the board had the given revision. */
  readonly mergedSince: (sportKey: string, since: number) => readonly MergedFixture[];
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
  /** By the id of the merged fixture. `into` is the id of the fixture that has its prices. */
  const merged = new Map<string, Merge>();
  const sports = new Map<string, SportState>();
  const books = new Map<string, Book>(catalogueBooks.map((book) => [book.key, book]));
  let sortedBooks: readonly Book[] = [...books.values()].sort(byKey);
  let applied = 0;
  let revision = 0;
  let booksRevision = 0;

  const findBook = (key: string): Book | undefined => books.get(key);

  const sportOf = (key: string): SportState => {
    const sport = getOrInsert(sports, key, () => ({ revision: 0, fixtures: [] }));
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
        if (merged.get(row.id)?.into !== row.merged)
          merged.set(row.id, { id: row.id, into: row.merged, sportKey: row.sport_key, revision: applied });
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

  /** `content`: the fixtures of which more than times has changed. */
  const applyPrices = ({ checks, markets }: BoardRows, now: number) => {
    const changed = new Map<BookState, FixtureState>();
    const content = new Set<FixtureState>();
    for (const row of checks) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined) continue;
      const book = bookStateOf(fixture, row.book_key);
      const effect = applyCheck(book, row, books.get(row.book_key), now);
      if (effect === "nothing") continue;
      changed.set(book, fixture);
      book.checkedRevision = applied;
      if (effect === "content") content.add(fixture);
    }
    for (const row of markets) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined) continue;
      const book = bookStateOf(fixture, row.book_key);
      if (!applyMarket(book, row)) continue;
      changed.set(book, fixture);
      content.add(fixture);
    }
    for (const book of changed.keys()) joinMarkets(book);
    return { changed: new Set(changed.values()), content };
  };

  const applyNames = ({ sightings, players }: BoardRows, now: number) => {
    const changed = new Set<FixtureState>();
    const content = new Set<FixtureState>();
    for (const row of sightings) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined || fixture.sightings.get(row.book_key) === row.checked) continue;
      if (isAhead(row.checked, now)) continue;
      const before = fixture.sightings.get(row.book_key);
      if (before === undefined || mayHaveLapsed(before, books.get(row.book_key), now)) content.add(fixture);
      fixture.sightings.set(row.book_key, row.checked);
      changed.add(fixture);
    }
    const named = new Map<FixtureState, Map<string, Map<string, string | null>>>();
    for (const row of players) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined || fixture.players.get(row.book_key)?.get(row.name) === row.shown_as)
        continue;
      const names = getOrInsert(named, fixture, () => new Map<string, Map<string, string | null>>());
      const ofBook = getOrInsert(names, row.book_key, () => new Map(fixture.players.get(row.book_key)));
      ofBook.set(row.name, row.shown_as);
    }
    for (const [fixture, names] of named) {
      fixture.players = new Map([...fixture.players, ...names]);
      changed.add(fixture);
      content.add(fixture);
    }
    return { changed, content };
  };

  /** Adopts withheld periods that were stored by any instance, including this instance. */
  const applyWithheld = (rows: readonly WithheldRow[], now: number) => {
    const changed = new Set<FixtureState>();
    /** The fixtures of new periods. Another instance may have served other prices until it read the period. */
    const content = new Set<FixtureState>();
    const decided: WithheldRow[] = [];
    for (const row of rows) {
      const fixture = fixtures.get(row.fixture_id);
      if (fixture === undefined || isAhead(row.until ?? row.since, now)) continue;
      const book = bookStateOf(fixture, row.book_key);
      const before = book.inversion.state;
      const period = `${row.since} ${row.until}`;
      if (book.period !== period) content.add(fixture);
      book.period = period;
      const decision = adoptWithheldPeriod(book.inversion, row);
      if (decision !== undefined) decided.push({ ...row, ...decision });
      if (book.inversion.state === before) continue;
      book.isWithheld = book.inversion.state !== null;
      changed.add(fixture);
    }
    return { changed, content, decided };
  };

  const judge = (fixture: FixtureState): readonly WithheldRow[] => {
    const sport = findSport(fixture.sportKey);
    if (sport === undefined) return [];
    const decisions = judgeBooks(fixture.books, sport, findBook);
    for (const key of decisions.keys()) {
      const book = bookStateOf(fixture, key);
      book.isWithheld = book.inversion.state !== null;
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
    if (dropped.size > 0) for (const [id, { into }] of merged) if (!fixtures.has(into)) merged.delete(id);
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
    const renamed = fixturesWith(changedBooks);
    const judged = new Set([...priced.changed, ...withheld.changed, ...renamed]);
    const decided = [...withheld.decided, ...[...judged].flatMap(judge)];
    const dropped = dropStarted(now);
    sortSports(new Set([...moved, ...dropped].map((fixture) => fixture.sportKey)));
    for (const changed of [moved, priced.changed, named.changed, withheld.changed, withheld.content, dropped])
      for (const fixture of changed) {
        fixture.revision = applied;
        sportOf(fixture.sportKey).revision = applied;
        revision = applied;
      }
    const judgedAnew = decided.flatMap(({ fixture_id }) => fixtures.get(fixture_id) ?? []);
    for (const content of [moved, priced.content, named.content, withheld.content, renamed, judgedAnew])
      for (const fixture of content) fixture.contentRevision = applied;
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
    find: (fixtureId) => fixtures.get(merged.get(fixtureId)?.into ?? fixtureId),
    upcoming: (sportKey, now) =>
      (sports.get(sportKey)?.fixtures ?? []).filter((fixture) => isOpen(fixture, now)),
    held: (sportKey) => sports.get(sportKey)?.fixtures ?? [],
    mergedSince: (sportKey, since) =>
      [...merged.values()].filter((merge) => merge.sportKey === sportKey && merge.revision > since),
    all: () => fixtures.values(),
    books: () => sortedBooks,
    findBook,
    sportRevision: (sportKey) => Math.max(sports.get(sportKey)?.revision ?? 0, booksRevision),
    fixtureRevision: (fixture) => Math.max(fixture.revision, booksRevision),
    revision: () => Math.max(revision, booksRevision),
  };
};
