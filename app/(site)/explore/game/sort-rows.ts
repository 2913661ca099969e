import { byEdge, type LineRow, type PriceLine } from "@/app/(site)/explore/game/price-lines";
import { impliedProbability } from "@/server/domain/prices/implied-probability";

/**
 * What rows are sorted by. `best` means the edge, and `book` means the book's title. A number is the index of the side whose prices are
 * compared.
 */
export type SortKey = "best" | "book" | "hold" | "age" | "unchanged" | number;

const byPrice =
  (side: number) =>
  (a: LineRow, b: LineRow): number => {
    const [first, second] = [a.outcomes[side], b.outcomes[side]];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return impliedProbability(first.price) - impliedProbability(second.price);
  };

const orders: Readonly<
  Record<Exclude<SortKey, number | "book" | "unchanged">, (a: LineRow, b: LineRow) => number>
> = {
  best: byEdge,
  hold: (a, b) => (a.hold ?? 1) - (b.hold ?? 1),
  age: (a, b) => (b.quote.updatedAt ?? 0) - (a.quote.updatedAt ?? 0),
};

/** How a table is sorted. */
export type SortOrder = {
  readonly key: SortKey;
  /** Whether the order of the key is reversed. */
  readonly isReversed: boolean;
};

export type RowContext = {
  /** Returns the title of a book. */
  readonly titleOf: (book: string) => string;
  /** Whether a book stays above the other books. */
  readonly isPinned: (book: string) => boolean;
  /** Returns the time (ms) since which a book's prices are unchanged; undefined if that is not known. */
  readonly changedAt?: (book: string) => number | undefined;
};

/**
 * Sorts the rows of a line, best first: the highest edge, best price, lowest hold, newest price or first title. Pinned books come first in
 * every order.
 */
export const sortRows = (
  rows: readonly LineRow[],
  { key, isReversed }: SortOrder,
  { titleOf, isPinned, changedAt = () => undefined }: RowContext,
): readonly LineRow[] => {
  const byPin = (a: LineRow, b: LineRow): number =>
    Number(isPinned(b.quote.book)) - Number(isPinned(a.quote.book));
  const byTitle = (a: LineRow, b: LineRow): number =>
    titleOf(a.quote.book).localeCompare(titleOf(b.quote.book)) || (a.quote.book < b.quote.book ? -1 : 1);
  // The price that has been unchanged for the longest time comes first.
  const byChange = (a: LineRow, b: LineRow): number => {
    const [first, second] = [changedAt(a.quote.book), changedAt(b.quote.book)];
    return (first ?? Number.MAX_SAFE_INTEGER) - (second ?? Number.MAX_SAFE_INTEGER);
  };
  const order =
    key === "book"
      ? byTitle
      : key === "unchanged"
        ? byChange
        : typeof key === "number"
          ? byPrice(key)
          : orders[key];
  const turn = isReversed ? -1 : 1;
  return [...rows].sort((a, b) => byPin(a, b) || turn * order(a, b) || byTitle(a, b));
};

/** One row per book for a ladder: the book's price that expires first, and its best edge over all lines. */
export const bookRows = (lines: readonly PriceLine[]): readonly LineRow[] => {
  const rows = new Map<string, LineRow>();
  for (const row of lines.flatMap((line) => line.rows)) {
    const before = rows.get(row.quote.book);
    const isFirst = before === undefined || row.quote.leavesAt < before.quote.leavesAt;
    rows.set(row.quote.book, {
      ...(isFirst ? row : before),
      edge: Math.max(row.edge, before?.edge ?? -1),
    });
  }
  return [...rows.values()];
};

/** Rows in the order in which their books are already shown. New books come last. */
export const keepOrder = (rows: readonly LineRow[], shown: readonly string[]): readonly LineRow[] => {
  const places = new Map(shown.map((book, place) => [book, place]));
  const placeOf = ({ quote }: LineRow): number => places.get(quote.book) ?? shown.length;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
};
