import { isAhead } from "@/server/clock/clock-skew";
import type { Book } from "@/server/domain/catalogue/books";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { compare, getOrInsert } from "@/server/domain/collections";
import { minuteMs } from "@/server/domain/durations";
import type { StoredNames } from "@/server/domain/players/stored-names";
import type { Outcome } from "@/server/domain/prices/outcome";
import { decodeOutcomes } from "@/server/domain/prices/outcome-text";
import type { BoardFixture, BoardMarket, OwnStart } from "@/server/market/board/board";
import { staleFrom } from "@/server/market/board/fresh-prices";
import { type InversionState, inversionMarkets, noInversion } from "@/server/market/board/inversion-state";
import type { BookRow, CheckRow, FixtureRow, MarketRow } from "@/server/market/board/load-changes";
import { maxLagMs } from "@/server/market/board/position-log";

type StoredPrices = { readonly text: string; readonly outcomes: readonly Outcome[] };

export type BookState = {
  readonly key: string;
  check: CheckRow | undefined;
  ownStart: OwnStart | undefined;
  bookEventId: string | null;
  link: string | null;
  isWithheld: boolean;
  /** The withheld period that was read last. */
  period: string;
  checkedRevision: number;
  readonly inversion: InversionState;
  readonly prices: Map<string, StoredPrices>;
  markets: ReadonlyMap<string, BoardMarket>;
};

export type FixtureState = {
  readonly id: string;
  readonly sportKey: string;
  homeTeam: string;
  awayTeam: string;
  commenceTime: number;
  isReplaced: boolean;
  revision: number;
  contentRevision: number;
  readonly books: Map<string, BookState>;
  readonly sightings: Map<string, number>;
  players: StoredNames;
};

export type SportState = { revision: number; fixtures: readonly BoardFixture[] };

/** Fixtures stay on the board for an hour after their start, in case the start is postponed. */
export const keepStartedMs = 60 * minuteMs;

export const createFixtureState = (row: FixtureRow): FixtureState => ({
  id: row.id,
  sportKey: row.sport_key,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
  isReplaced: row.replaced,
  revision: 0,
  contentRevision: 0,
  books: new Map(),
  sightings: new Map(),
  players: new Map(),
});

export const isSameFixture = (fixture: FixtureState, row: FixtureRow): boolean =>
  fixture.commenceTime === row.start &&
  fixture.isReplaced === row.replaced &&
  fixture.homeTeam === row.home_team &&
  fixture.awayTeam === row.away_team;

export const bookStateOf = (fixture: FixtureState, key: string): BookState => {
  const book = getOrInsert(fixture.books, key, () => ({
    key,
    check: undefined,
    ownStart: undefined,
    bookEventId: null,
    link: null,
    isWithheld: false,
    period: "",
    checkedRevision: 0,
    inversion: noInversion(),
    prices: new Map(),
    markets: new Map(),
  }));
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

/**
 * Whether something that was last seen at `previous` (ms) may have been served as expired before it is seen again: here, or by an instance
 * whose board is behind.
 */
export const mayHaveLapsed = (previous: number, book: Book | undefined, now: number): boolean =>
  staleFrom(previous, book) <= now + maxLagMs;

/**
 * Whether a check changes more than times: it changes what the response says of the book, or prices that may have been served as expired
 * are fresh again.
 */
const changesContent = (
  held: BookState,
  before: CheckRow | undefined,
  row: CheckRow,
  book: Book | undefined,
  now: number,
): boolean => {
  if (before === undefined || before.own_start !== row.own_start) return true;
  if (before.book_event_id !== row.book_event_id || before.link !== row.link) return true;
  if (held.ownStart !== undefined && mayHaveLapsed(held.ownStart.statedAt, book, now)) return true;
  for (const { key, checkedAt } of held.markets.values()) {
    const checked = ownValue(row.market_times, key)?.[0] ?? row.checked;
    if (checked !== checkedAt && mayHaveLapsed(checkedAt, book, now)) return true;
  }
  return false;
};

/** What a check changes: nothing, only the times of prices, or more. */
export type CheckEffect = "nothing" | "times" | "content";

export const applyCheck = (
  held: BookState,
  row: CheckRow,
  book: Book | undefined,
  now: number,
): CheckEffect => {
  const before = held.check;
  held.check = isAhead(row.recorded, now) ? undefined : row;
  if (held.check === undefined) {
    held.ownStart = undefined;
    return before === undefined ? "nothing" : "content";
  }
  if (isSameCheck(before, row)) return "nothing";
  const effect = changesContent(held, before, row, book, now) ? "content" : "times";
  held.ownStart = readOwnStart(row);
  held.bookEventId = row.book_event_id;
  held.link = row.link;
  return effect;
};

/** @returns true if the prices changed. */
export const applyMarket = (book: BookState, row: MarketRow): boolean => {
  if (book.prices.get(row.market_key)?.text === row.outcomes) return false;
  if (row.outcomes === "") return book.prices.delete(row.market_key);
  book.prices.set(row.market_key, { text: row.outcomes, outcomes: decodeOutcomes(row.outcomes) });
  return true;
};

/** Joins a book's prices with the times of its last check. */
export const joinMarkets = (book: BookState): void => {
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
  book.inversion.markets = inversionMarkets(markets);
};

export const readBook = (row: BookRow): Book => ({
  key: row.key,
  title: row.title,
  kind: row.kind,
  updateIntervalSeconds: row.update_interval_seconds,
  lastUpdateMeasured: row.last_update_measured,
});

export const isSameBook = (a: Book | undefined, b: Book): boolean =>
  a?.title === b.title &&
  a.kind === b.kind &&
  a.updateIntervalSeconds === b.updateIntervalSeconds &&
  a.lastUpdateMeasured === b.lastUpdateMeasured;

export const byStart = (a: BoardFixture, b: BoardFixture): number =>
  a.commenceTime - b.commenceTime || compare(a.id, b.id);

export const byKey = (a: Book, b: Book): number => compare(a.key, b.key);
