import type { Book } from "@/server/catalogue/books";
import type { Outcome } from "@/server/prices/outcome";
import type { OddsFormat } from "@/server/prices/price";

/** One market of one book for one fixture, as last recorded. Times are ms since the epoch. */
export type BoardMarket = {
  readonly key: string;
  /** What the freshness rule judges; never shown. */
  readonly checkedAt: number;
  readonly fetchedAt: number | null;
  readonly outcomes: readonly Outcome[];
};

/** The start that a book states (ms since the epoch), and when it last did so. */
export type OwnStart = { readonly start: number; readonly statedAt: number };

export type BoardBook = {
  readonly key: string;
  readonly ownStart: OwnStart | undefined;
  /** Its sides look inverted: it is not served. */
  readonly isWithheld: boolean;
  /** A new map whenever anything in it changes. */
  readonly markets: ReadonlyMap<string, BoardMarket>;
};

export type BoardFixture = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** The start that the books agree on. */
  readonly commenceTime: number;
  /** One of its sides got another opponent: it is in no list and has no prices. */
  readonly isReplaced: boolean;
  /** Changes whenever anything below or above does. */
  readonly revision: number;
  readonly books: ReadonlyMap<string, BoardBook>;
  /** Book key -> the time its note ages from. */
  readonly notes: ReadonlyMap<string, number>;
  /** Book key -> the spellings of players' names that it has used for this fixture. A new map whenever they change. */
  readonly players: ReadonlyMap<string, ReadonlySet<string>>;
};

export type DateFormat = "iso" | "unix";

/** What every priced answer can be asked for. `undefined` book keys mean every book. Keys are known and unique. */
export type PriceQuery = {
  readonly markets: readonly string[];
  readonly bookmakers: readonly string[] | undefined;
  readonly oddsFormat: OddsFormat;
  readonly dateFormat: DateFormat;
};

export type ListQuery = PriceQuery & {
  readonly eventIds: readonly string[] | undefined;
  /** ms since the epoch, inclusive. */
  readonly commenceFrom: number | undefined;
  readonly commenceTo: number | undefined;
};

/**
 * An answer as prepared bytes. The front door sends them as they are; nothing on the way parses or serialises them again. `etag` is
 * strong and quoted, the same for the same bytes.
 */
export type Rendered = {
  readonly kind: "rendered";
  readonly etag: string;
  readonly bytes: (encoding: "identity" | "gzip" | "br") => Uint8Array | Promise<Uint8Array>;
};

/** A fixture without its prices. */
export type FixtureRecord = Pick<BoardFixture, "id" | "sportKey" | "homeTeam" | "awayTeam" | "commenceTime">;

/** How much a board holds. */
export type BoardSize = {
  readonly fixtures: number;
  /** Books with at least one price. */
  readonly books: number;
  readonly markets: number;
  /** Of the stored prices, in memory as text. */
  readonly priceBytes: number;
  /** Of rendered answers that are kept, compressed forms included. */
  readonly answerBytes: number;
};

/** Takes what a board does, as it does it. */
export type BoardObserver = {
  /** The database has been read. `behind`: transactions that are newer than the oldest one which may still be running. */
  readonly read: (behind: number) => void;
  /** Prices that were written this long ago can be seen from now on. */
  readonly visible: (seconds: number) => void;
};

/** The read path for current prices: in memory, kept fresh from the database. */
export type Board = {
  /** Every book, of the catalogue and learned from feeds, by key. */
  books(): readonly Book[];
  findBook(key: string): Book | undefined;
  /** Fixtures of the sport that have not started and were not replaced, by commence time then id. */
  upcoming(sportKey: string, now: number): readonly BoardFixture[];
  /** A fixture, started or not; in memory if it is there, else one database read. */
  findFixture(sportKey: string, id: string): Promise<FixtureRecord | undefined>;
  /** Every known fixture of the sport in the window, started or not, but no replaced one: one database read. */
  fixturesBetween(
    sportKey: string,
    from: number | undefined,
    to: number | undefined,
  ): Promise<readonly FixtureRecord[]>;
  /** Endpoint 5. */
  oddsList(sportKey: string, query: ListQuery): Rendered | Promise<Rendered>;
  /** Endpoint 6; a started or replaced fixture has no bookmakers. */
  odds(fixture: FixtureRecord, query: PriceQuery): Rendered | Promise<Rendered>;
  /** Endpoint 7. */
  propsList(sportKey: string, query: ListQuery): Rendered | Promise<Rendered>;
  /** Endpoint 8. */
  props(fixture: FixtureRecord, query: PriceQuery): Rendered | Promise<Rendered>;
  /** Market key -> keys of the books that offer it now, both sorted. */
  booksByMarket(): ReadonlyMap<string, readonly string[]>;
  /** True once everything has been loaded and while the database can be read. */
  ready(): boolean;
  /** Goes over everything that is held: not for the path of a call. */
  measure(): BoardSize;
  close(): Promise<void>;
};
