import type { Book } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import type { StoredNames } from "@/server/domain/players/stored-names";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { OddsFormat } from "@/server/domain/prices/price";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { DateFormat } from "@/server/domain/serialize/serialize";
import type { Moment, Position } from "@/server/market/board/position";
import type { FoundPosition } from "@/server/market/board/position-log";
import type { Coverage, SportCoverage } from "@/server/market/board/quoted-now/coverage";
import type { Mirrors } from "@/server/market/board/quoted-now/watch-mirrors";

/*
 * A revision (`revision`, `contentRevision`, `checkedRevision`, `sportRevision`) counts changes that this process has applied. Only this process
 * can compare it. A `Position` is a place in the database's commit order, which all processes share. A `Moment` is a position at a time.
 */

/** A fixture that was merged into another one. */
export type MergedFixture = { readonly id: string; readonly into: string };

/** The last recorded state of a market at a book. Times are in ms since the epoch. */
export type BoardMarket = {
  readonly key: string;
  /** When the market was last checked. The freshness of the prices depends on this time. No response contains this time. */
  readonly checkedAt: number;
  readonly fetchedAt: number | null;
  readonly outcomes: readonly Outcome[];
};

/** The start that a book states, and when the book last stated it. Both in ms since the epoch. */
export type OwnStart = { readonly start: number; readonly statedAt: number };

export type BoardBook = {
  readonly key: string;
  readonly ownStart: OwnStart | undefined;
  /** The book's own id of the event and its link to the event. Null if no source states them. */
  readonly bookEventId: string | null;
  readonly link: string | null;
  /** Whether the book is withheld because its sides look inverted. */
  readonly isWithheld: boolean;
  /** The board's revision at the book's last check. */
  readonly checkedRevision: number;
  /** Any change creates a new map. */
  readonly markets: ReadonlyMap<string, BoardMarket>;
};

export type BoardFixture = FixtureRecord & {
  /**
   * Whether another fixture is listed in its place: because the opponent has changed, or because more sources list it under similar names.
   * Lists do not contain a replaced fixture. A request for the replaced fixture itself returns no prices.
   */
  readonly isReplaced: boolean;
  /** Changes whenever another property of the fixture changes. */
  readonly revision: number;
  /** Like `revision`, but does not change if a check changes only the times of prices. */
  readonly contentRevision: number;
  readonly books: ReadonlyMap<string, BoardBook>;
  /** Book key -> when the book last quoted an unmatched event that may be this fixture, in ms since the epoch. */
  readonly sightings: ReadonlyMap<string, number>;
  /** The spellings of players' names in this fixture. Any change creates a new map. */
  readonly players: StoredNames;
};

/** The parameters of every response with prices. All market keys and book keys are valid, and no key is listed twice. */
export type PriceQuery = {
  readonly markets: readonly string[];
  /** Undefined means every book. */
  readonly bookmakers: readonly string[] | undefined;
  readonly oddsFormat: OddsFormat;
  readonly dateFormat: DateFormat;
  /** Whether prices without a measured fetch time are left out. Default false. */
  readonly isMeasuredOnly?: boolean;
};

export type ListQuery = PriceQuery & {
  readonly eventIds: readonly string[] | undefined;
  /** ms since the epoch, inclusive. */
  readonly commenceFrom: number | undefined;
  readonly commenceTo: number | undefined;
};

export type BoardSize = {
  readonly fixtures: number;
  /** Books with at least one price. */
  readonly books: number;
  readonly markets: number;
  /** Size of the stored text of all prices. Each character counts as one byte. */
  readonly priceBytes: number;
  /** Bytes of cached responses, compressed forms included. */
  readonly responseBytes: number;
};

/** Callbacks for metrics. */
export type BoardObserver = {
  /**
   * Called after each read of the database. `behind`: how many transactions, from the oldest one still open, the next read must cover
   * again; 0 if none was open.
   */
  readonly read: (behind: number) => void;
  /** Called when newly written prices become visible, with the seconds since they were written. */
  readonly visible: (seconds: number) => void;
};

/** A list response, and a moment of the last 10 ms whose prices it has. */
export type ListedOdds = {
  readonly rendered: Rendered;
  readonly moment: Moment;
  /** The time of the prices, in ms since the epoch. */
  readonly at: number;
};

/** The current prices, held in memory and updated from the database. */
export type Board = {
  /** Every book of the catalogue and of feeds, ordered by key. */
  books(): readonly Book[];
  findBook(key: string): Book | undefined;
  /** Fixtures that have not started and were not replaced, ordered by start, then id. */
  upcoming(sportKey: string, now: number): readonly BoardFixture[];
  /**
   * Finds a fixture in memory, with its prices, under any id that it ever had. Fixtures stay in memory until an hour after their start.
   */
  find(id: string): BoardFixture | undefined;
  /** Finds a fixture, started or not, in memory or else in the database, under any id that it ever had. */
  findFixture(sportKey: string, id: string): Promise<FixtureRecord | undefined>;
  /**
   * Reads fixtures from the database that start from `from` to `to` (inclusive; without `to`, all later ones). Includes started fixtures,
   * but not replaced ones.
   */
  fixturesBetween(sportKey: string, from: number, to: number | undefined): Promise<readonly FixtureRecord[]>;
  /** `GET /v1/sports/{sport}/odds` */
  oddsList(sportKey: string, query: ListQuery): Rendered | Promise<Rendered>;
  /** Like `oddsList`, with the moment. */
  oddsListAt(sportKey: string, query: ListQuery): ListedOdds | Promise<ListedOdds>;
  /** `GET /v1/sports/{sport}/events/{eventId}/odds`. A started or replaced fixture has no bookmakers. */
  odds(fixture: FixtureRecord, query: PriceQuery): Rendered | Promise<Rendered>;
  /** `GET /v1/sports/{sport}/props` */
  propsList(sportKey: string, query: ListQuery): Rendered | Promise<Rendered>;
  /** `GET /v1/sports/{sport}/events/{eventId}/props` */
  props(fixture: FixtureRecord, query: PriceQuery): Rendered | Promise<Rendered>;
  /** `GET /v1/sports/{sport}/best` */
  bestList(sportKey: string, query: ListQuery): Rendered | Promise<Rendered>;
  /** `GET /v1/sports/{sport}/events/{eventId}/best` */
  best(fixture: FixtureRecord, query: PriceQuery): Rendered | Promise<Rendered>;
  /**
   * What is quoted now in each sport with upcoming fixtures, in the order of the catalogue. The result is at most a second old. It stays the
   * same object while nothing changes.
   */
  quotedNow(): readonly SportCoverage[];
  /**
   * `quotedNow`, with the numbers of unmatched events. It stays the same object while nothing changes. A promise if the numbers are older
   * than a minute and being read: it takes at most a second and never rejects.
   */
  coverage(): Coverage | Promise<Coverage>;
  /** Which books get their prices from the same source. A change creates a new object. */
  mirrors(): Mirrors;
  /** Fixtures in memory, also those that have started or were replaced, ordered by start, then id. */
  fixturesInMemory(sportKey: string): readonly BoardFixture[];
  /** The fixtures that were merged after the board had the given revision. */
  mergedSince(sportKey: string, since: number): readonly MergedFixture[];
  /** Increases with each change of data that a response about the sport can contain. */
  sportRevision(sportKey: string): number;
  /** What was read last. */
  position(): Position;
  /** Identifies the database that was read. Positions from another database are meaningless. */
  origin(): string;
  /** What this process knows about a moment that this or another instance has served. */
  findPosition(moment: Moment): FoundPosition;
  /**
   * Reads the database soon, and waits until the board has reached `position`.
   * @returns false if it has not done so within `maxWaitMs`.
   */
  waitFor(position: Position, maxWaitMs: number): Promise<boolean>;
  /**
   * Calls `listener` after each read that the board has applied. `isReload` is true if the board was loaded again, so that earlier positions and
   * revisions mean nothing. `listener` must not throw.
   * @returns a function that removes the listener.
   */
  onRead(listener: (isReload: boolean) => void): () => void;
  /** Market key -> sorted keys of the books with a price in the market, even a stale or withheld price. */
  booksByMarket(): ReadonlyMap<string, readonly string[]>;
  /** Whether the last read of the database succeeded and ended less than 10 s ago. */
  ready(): boolean;
  /** Time since the last successful read, in ms. */
  silentMs(): number;
  /** Iterates over the whole board, so it is too slow to call per request. */
  measure(): BoardSize;
  close(): Promise<void>;
};
