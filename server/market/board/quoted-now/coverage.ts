/** The number of upcoming events per `book sport` that the last hour's snapshots listed and that were matched to no fixture. */
export type UnmatchedCounts = ReadonlyMap<string, number>;

export type Coverage = {
  /** Sports with upcoming fixtures, in the order of the catalogue. */
  readonly sports: readonly SportCoverage[];
  /** Undefined if they could not be read, or not within a second. */
  readonly unmatched: UnmatchedCounts | undefined;
};
/** Ages of checks, in whole seconds. */
export type CheckAges = { readonly p50: number; readonly p95: number };

export type BookCoverage = {
  readonly key: string;
  /** The number of upcoming fixtures for which the book has a price that is served now. */
  readonly fixtures: number;
  /** The number of different market keys that the book quotes now. */
  readonly markets: number;
  /** Over the book's fixtures: the time since the newest measured fetch. Null if no fetch time is measured. */
  readonly checkAges: CheckAges | null;
  /** Whether all of the book's prices in the sport were removed because none had been checked in time. */
  readonly isLate: boolean;
  /** The fixtures to which an event of the book was matched, and which the book listed in the last hour. */
  readonly matchedFixtures: number;
};

export type MarketCoverage = { readonly fixtures: number; readonly books: readonly string[] };

/** What is quoted now in a sport. */
export type SportCoverage = {
  readonly key: string;
  /** Upcoming fixtures, with or without prices. */
  readonly fixtures: number;
  /** By market key, sorted. */
  readonly markets: ReadonlyMap<string, MarketCoverage>;
  /** Sorted by key. */
  readonly books: readonly BookCoverage[];
};
