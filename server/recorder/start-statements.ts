import { findCatalogueBook } from "@/server/catalogue/books";
import type { StartVote } from "@/server/matching/agreed-start";
import { ownSource } from "@/server/recorder/source-of";

/**
 * A start that a book has stated for a fixture, and the recording times of the first and the last snapshot that stated this start. All
 * times are ms since the epoch. `midnightOnly` is 1 if every start was midnight UTC in each snapshot that stated this start. `source` made
 * the last statement (server/recorder/source-of.ts); it is absent if the book itself did, and in statements of version 0.2.0.
 */
export type StartStatement = readonly [
  start: number,
  firstStatedAt: number,
  lastStatedAt: number,
  midnightOnly: 0 | 1,
  source?: string,
];

/** The starts that a book has stated for a fixture, the most recently stated start first. */
export type StartStatements = readonly StartStatement[];

/** Limits how many starts are stored per book and fixture, because a book could state a different start in every poll. */
const maxStatements = 16;

/** A snapshot's statement about a start, recorded at `at`. See `Recording` for `midnightOnly` and `source`. */
export type Statement = {
  readonly book: string;
  readonly start: number;
  readonly at: number;
  readonly midnightOnly: 0 | 1;
  readonly source: string;
};

/** Adds a statement. The order of the additions does not matter, unless a book states more than `maxStatements` different starts. */
export const withStatement = (
  statements: StartStatements,
  { book, start, at, midnightOnly, source }: Statement,
): StartStatements => {
  const [, firstAt, lastAt, earlierOnly, earlierSource] = statements.find(([stated]) => stated === start) ?? [
    start,
    at,
    at,
    midnightOnly,
    source,
  ];
  const own = ownSource(book);
  const before = earlierSource ?? own;
  const speaks = at > lastAt || (at === lastAt && source < before) ? source : before;
  const times = [start, Math.min(firstAt, at), Math.max(lastAt, at)] as const;
  const isMidnightOnly = earlierOnly & midnightOnly ? 1 : 0;
  const merged: StartStatement =
    speaks === own ? [...times, isMidnightOnly] : [...times, isMidnightOnly, speaks];
  return [merged, ...statements.filter(([stated]) => stated !== start)]
    .sort((a, b) => b[2] - a[2] || a[0] - b[0])
    .slice(0, maxStatements);
};

/** The statements of two lists of one book. */
export const mergeStatements = (a: StartStatements, b: StartStatements): StartStatements => {
  const merged = new Map(a.map((statement) => [statement[0], statement]));
  for (const other of b) {
    const own = merged.get(other[0]);
    if (own === undefined) {
      merged.set(other[0], other);
      continue;
    }
    const [newest, older] = own[2] >= other[2] ? [own, other] : [other, own];
    const [start, firstAt, lastAt, isMidnightOnly, ...source] = newest;
    const midnightOnly = isMidnightOnly & older[3] ? 1 : 0;
    merged.set(start, [start, Math.min(firstAt, older[1]), lastAt, midnightOnly, ...source]);
  }
  return [...merged.values()].sort((x, y) => y[2] - x[2] || x[0] - y[0]).slice(0, maxStatements);
};

/** Whether two lists of one book's statements differ in the book's vote. */
export const isOtherVote = ([before]: StartStatements, [after]: StartStatements): boolean =>
  before?.[0] !== after?.[0] ||
  before?.[1] !== after?.[1] ||
  before?.[3] !== after?.[3] ||
  before?.[4] !== after?.[4];

/** The book's part in the vote on the start: its newest statement. */
export const voteOf = (book: string, [newest]: StartStatements): StartVote | undefined =>
  newest === undefined
    ? undefined
    : {
        source: newest[4] ?? ownSource(book),
        start: newest[0],
        firstStatedAt: newest[1],
        isMidnightOnly: newest[3] === 1,
        isCatalogueBook: findCatalogueBook(book) !== undefined,
      };
