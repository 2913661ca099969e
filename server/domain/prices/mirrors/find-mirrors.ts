import { groupBy } from "@/server/domain/collections";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { Outcome } from "@/server/domain/prices/outcome";

/** One recorded change of a market at a book. */
export type PriceChange = {
  readonly book: string;
  /** Names the fixture and the market. */
  readonly listing: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Empty if the market was withdrawn. */
  readonly outcomes: readonly Outcome[];
};

/** Two books that are one source. */
export type MirrorPair = {
  readonly books: readonly [string, string];
  /** Changes of one book within ten seconds of a change of the same market at the other. */
  readonly changes: number;
  readonly identical: number;
  readonly shared: number;
};

export const withinMs = 10_000;
export const minChanges = 30;
export const minIdentical = 20;
/** Of the selections that both books quote. Books that follow each other share many prices, but rarely this many. */
export const minIdenticalShare = 0.95;

const selectionOf = ({ side, point, team, player }: Outcome): string =>
  `${side} ${point ?? ""} ${team ?? ""} ${player ?? ""}`;

/** Prices of different notations are equal if they convert to the same decimal odds with four digits. */
const priceOf = ({ price }: Outcome): number => Math.round(10_000 / impliedProbability(price));

const byListing = (changes: readonly PriceChange[]): readonly (readonly PriceChange[])[] => {
  const listings = groupBy(changes, (change) => change.listing);
  return [...listings.values()].map((ofListing) => ofListing.sort((a, b) => a.at - b.at));
};

/** A square table of counts, by the numbers of two books. */
const createTable = (size: number) => {
  const counts = new Uint32Array(size * size);
  return {
    add: (row: number, column: number): void => {
      counts[row * size + column] = (counts[row * size + column] ?? 0) + 1;
    },
    get: (row: number, column: number): number => counts[row * size + column] ?? 0,
  };
};

/**
 * Finds the books that are one source: their prices changed together at least 30 times, and at least 20 selections, which are at least
 * 95 % of those that both quote, have the same price now. The first price of a market at a book is no change.
 */
export const findMirrors = (changes: readonly PriceChange[]): readonly MirrorPair[] => {
  const books = [...new Set(changes.map(({ book }) => book))].sort();
  const numbers = new Map(books.map((book, number) => [book, number]));
  const together = createTable(books.length);
  const identical = createTable(books.length);
  const shared = createTable(books.length);
  for (const ofListing of byListing(changes)) {
    const latest = new Map<number, ReadonlyMap<string, number>>();
    const real: { readonly book: number; readonly at: number }[] = [];
    for (const { book, at, outcomes } of ofListing) {
      const number = numbers.get(book) ?? 0;
      if (latest.has(number)) real.push({ book: number, at });
      latest.set(number, new Map(outcomes.map((outcome) => [selectionOf(outcome), priceOf(outcome)])));
    }
    let first = 0;
    for (const [index, { book, at }] of real.entries()) {
      while ((real[first]?.at ?? at) < at - withinMs) first += 1;
      const near = new Set<number>();
      for (let other = first; other < real.length && (real[other]?.at ?? 0) <= at + withinMs; other++) {
        const each = real[other];
        if (other !== index && each !== undefined && each.book !== book) near.add(each.book);
      }
      for (const other of near) together.add(book, other);
    }
    const quoted = [...latest];
    for (const [index, [book, prices]] of quoted.entries())
      for (const [other, others] of quoted.slice(index + 1)) {
        const [low, high] = book < other ? [book, other] : [other, book];
        for (const [selection, price] of prices) {
          const theirs = others.get(selection);
          if (theirs === undefined) continue;
          shared.add(low, high);
          if (theirs === price) identical.add(low, high);
        }
      }
  }
  const pairs: MirrorPair[] = [];
  for (const [low, book] of books.entries())
    for (let high = low + 1; high < books.length; high++) {
      const counts = {
        changes: Math.min(together.get(low, high), together.get(high, low)),
        identical: identical.get(low, high),
        shared: shared.get(low, high),
      };
      if (counts.changes < minChanges || counts.identical < minIdentical) continue;
      if (counts.identical < minIdenticalShare * counts.shared) continue;
      pairs.push({ books: [book, books[high] ?? ""], ...counts });
    }
  return pairs;
};

/** The groups of books that are one source. Book -> every book of its group, sorted. Books without mirrors are not listed. */
export const groupMirrors = (
  pairs: readonly Pick<MirrorPair, "books">[],
): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, readonly string[]>();
  for (const {
    books: [a, b],
  } of pairs) {
    const group = [...new Set([...(groups.get(a) ?? [a]), ...(groups.get(b) ?? [b])])].sort();
    for (const book of group) groups.set(book, group);
  }
  return groups;
};
