/*
 * Prices of one book can come from its own feed, from a delivery and from an aggregator. When the book changes a price, these sources show
 * the new price at different moments. If the sources were mixed, the price would jump back and forth. So only one kind of source is
 * recorded at a time, for each book and sport.
 */

/** From the highest precedence to the lowest. */
export const sourceKinds = ["own", "delivery", "aggregator"] as const;

export type SourceKind = (typeof sourceKinds)[number];

/**
 * Where snapshots come from. The origin decides who speaks for their books.
 * - `books`: each book speaks for itself.
 * - `aggregator`: one party states the data of all books.
 * - `token`: a feed token; its holder states the data of all books that are delivered with it.
 */
export type Origin =
  | { readonly kind: "books" }
  | { readonly kind: "aggregator"; readonly name: string }
  | { readonly kind: "token"; readonly id: string };

export const booksOrigin: Origin = { kind: "books" };

/**
 * Who speaks for the books in a file of each import format. A file of The Odds API has the same source as that API's live feed. In the
 * native format, each snapshot is one book's own, and the operator recorded it. Kalshi and Polymarket state only their own prices.
 */
const speakersOfFormats: ReadonlyMap<string, "books" | "aggregator"> = new Map([
  ["native", "books"],
  ["kalshi", "books"],
  ["polymarket", "books"],
  ["the-odds-api", "aggregator"],
  ["snapshots-csv", "aggregator"],
  ["football-data", "aggregator"],
  ["flat-props", "aggregator"],
]);

/** @param format a name in `formatNames`. An unlisted format counts as an aggregator, so that its books never outvote others. */
export const originOfFormat = (format: string): Origin =>
  speakersOfFormats.get(format) === "books" ? booksOrigin : { kind: "aggregator", name: format };

/** @param feed a live feed: its kind, and its name in FEEDS. */
export const originOfFeed = ({ kind, feed }: { readonly kind: SourceKind; readonly feed: string }): Origin =>
  kind === "aggregator" ? { kind: "aggregator", name: feed } : booksOrigin;

/** The source of a book that speaks for itself. Statements that were stored without a source count as made by this source. */
export const ownSource = (book: string): string => `book:${book}`;

/**
 * The independent source that states a book's data: `book:KEY`, `feed:NAME` or `token:ID`. All books of one source together have one vote.
 */
export const sourceOf = (origin: Origin, book: string): string => {
  if (origin.kind === "token") return `token:${origin.id}`;
  return origin.kind === "aggregator" ? `feed:${origin.name}` : ownSource(book);
};
