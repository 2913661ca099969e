import type { StartVote } from "@/server/matching/agreed-start";

/**
 * A start that a book has stated for a fixture, and when (recording times): all in ms since the epoch. `midnightOnly` is 1 where every
 * start in its newest such snapshot was midnight UTC.
 */
export type StartStatement = readonly [
  start: number,
  firstStatedAt: number,
  lastStatedAt: number,
  midnightOnly: 0 | 1,
];

/** Everything that one book has stated of one fixture's start, newest statement first: the first one is its vote. */
export type StartStatements = readonly StartStatement[];

/** A source that states another start at every poll must not grow its row without bound. */
const maxStatements = 16;

/** Adds a statement. The result does not depend on the order in which statements are added. */
export const withStatement = (
  statements: StartStatements,
  { start, at, midnightOnly }: { readonly start: number; readonly at: number; readonly midnightOnly: 0 | 1 },
): StartStatements => {
  const known = statements.find(([stated]) => stated === start);
  const merged: StartStatement =
    known === undefined
      ? [start, at, at, midnightOnly]
      : [
          start,
          Math.min(known[1], at),
          Math.max(known[2], at),
          at === known[2] ? ((known[3] & midnightOnly) as 0 | 1) : at > known[2] ? midnightOnly : known[3],
        ];
  return [merged, ...statements.filter(([stated]) => stated !== start)]
    .sort((a, b) => b[2] - a[2] || a[0] - b[0])
    .slice(0, maxStatements);
};

/** The book's vote on the start: its newest statement; undefined where it has stated none. */
export const voteOf = ([newest]: StartStatements): StartVote | undefined =>
  newest === undefined
    ? undefined
    : { start: newest[0], firstStatedAt: newest[1], isMidnightOnly: newest[3] === 1 };
