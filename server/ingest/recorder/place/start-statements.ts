import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { type StartVote, statedHour } from "@/server/ingest/matching/agreed-start";
import { ownSource } from "@/server/ingest/recorder/place/source-of";

/**
 * A start that a book has stated for a fixture, and the recording times of the first and the last snapshot that stated this start. All
 * times are ms since the epoch. `midnightOnly` is 1 if every start was midnight UTC in each snapshot that stated this start. `source` made
 * the last statement (server/ingest/recorder/place/source-of.ts); it is absent if the book itself did, and in statements of version 0.2.0.
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

const isTime = ([, , , midnightOnly]: StartStatement): boolean => midnightOnly === 0;

/**
 * Limits how many starts are stored per book and fixture, because a book could state a different start in every poll. The newest statement
 * of a time is always kept.
 */
const maxStatements = 16;

const keepNewest = (statements: readonly StartStatement[]): StartStatements => {
  const sorted = statements.toSorted((a, b) => b[2] - a[2] || a[0] - b[0]);
  const timed = sorted.find(isTime);
  return timed === undefined || sorted.indexOf(timed) < maxStatements
    ? sorted.slice(0, maxStatements)
    : [...sorted.slice(0, maxStatements - 1), timed];
};

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
  return keepNewest([merged, ...statements.filter(([stated]) => stated !== start)]);
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
  return keepNewest([...merged.values()]);
};

const voteKey = (statement: StartStatement | undefined): string => {
  if (statement === undefined) return "";
  const [start, firstAt, lastAt, midnightOnly, source] = statement;
  const hour = source === undefined ? "" : statedHour(lastAt);
  return `${start} ${firstAt} ${midnightOnly} ${source ?? ""} ${hour}`;
};

/**
 * Whether two lists of one book's statements differ in a way that can change the agreed start. The hour of a statement counts only if its
 * source may speak for several books.
 */
export const isOtherVote = (before: StartStatements, after: StartStatements): boolean =>
  voteKey(before[0]) !== voteKey(after[0]) || voteKey(before.find(isTime)) !== voteKey(after.find(isTime));

/** A statement with named elements. */
export const voteFrom = (
  book: string,
  [start, firstStatedAt, lastStatedAt, midnightOnly, source]: StartStatement,
): StartVote => ({
  source: source ?? ownSource(book),
  start,
  firstStatedAt,
  lastStatedAt,
  isMidnightOnly: midnightOnly === 1,
  isCatalogueBook: findCatalogueBook(book) !== undefined,
});

/** The book's part in the vote on the start: its newest statement, and its newest statement of a time if the newest may be a bare date. */
export const voteOf = (book: string, statements: StartStatements): StartVote | undefined => {
  const [newest] = statements;
  if (newest === undefined) return undefined;
  const timed = statements.find(isTime);
  const vote = voteFrom(book, newest);
  return timed === undefined || timed === newest ? vote : { ...vote, earlier: voteFrom(book, timed) };
};
