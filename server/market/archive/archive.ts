import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { PriceQuery } from "@/server/market/board/board";

/** One book's recorded prices of a market, oldest first. Times are in ms since the epoch. */
export type BookMoves = {
  readonly book: string;
  readonly states: readonly { readonly at: number; readonly outcomes: readonly Outcome[] }[];
};

/** The read path for history. Each method is one database read. The methods do not check the plan's history limit. */
export type Archive = {
  /** Each book's recorded prices for each market before the start, without consecutive repetitions. */
  series(fixture: FixtureRecord, query: PriceQuery): Promise<Rendered>;
  /** Each book's first recorded price for each market. */
  openers(fixture: FixtureRecord, query: PriceQuery): Promise<Rendered>;
  /** Each book's last recorded price for each market before the start. Empty until the fixture has started. */
  closing(fixture: FixtureRecord, query: PriceQuery): Promise<Rendered>;
  /** Book -> the time (ms since the epoch) since which the book's prices of the market have been what they are now. */
  lastChanges(fixture: FixtureRecord, marketKey: string): Promise<ReadonlyMap<string, number>>;
  /** The prices of one market at every book, as in `series`. */
  moves(fixture: FixtureRecord, marketKey: string): Promise<readonly BookMoves[]>;
};
