import type { FixtureRecord, PriceQuery, Rendered } from "@/server/board/board";

/** The read path for history. Each verb is one database read. The caller has checked plan and reach. */
export type Archive = {
  /** Endpoint 9: every recorded price between the opening line and the closing line. */
  series(fixture: FixtureRecord, query: PriceQuery): Promise<Rendered>;
  /** Endpoint 10: each book's first recorded price for each market. */
  openers(fixture: FixtureRecord, query: PriceQuery): Promise<Rendered>;
  /** Endpoint 11: each book's last price recorded before the fixture started. */
  closing(fixture: FixtureRecord, query: PriceQuery): Promise<Rendered>;
};
