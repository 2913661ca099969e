import type { StartVote } from "@/server/matching/agreed-start";

/**
 * A start that a book has stated for a fixture, and the recording times of the first and the last snapshot that stated this start. All
 * times are ms since the epoch. `midnightOnly` is 1 if every start in that last snapshot was midnight UTC.
 */
export type StartStatement = readonly [
  start: number,
  firstStatedAt: number,
  lastStatedAt: number,
  midnightOnly: 0 | 1,
];

/** The starts that a book has stated for a fixture, the most recently stated start first. */
export type StartStatements = readonly StartStatement[];

/** Limits how many starts are stored per book and fixture, because a book could state a different start in every poll. */
const maxStatements = 16;

/** Adds a statement. The order of the additions does not matter, unless a book states more than `maxStatements` different starts. */
export const withStatement = (
  statements: StartStatements,
  { start, at, midnightOnly }: { readonly start: number; readonly at: number; readonly midnightOnly: 0 | 1 },
): StartStatements => {
  const earlier = statements.find(([stated]) => stated === start);
  const merged: StartStatement =
    earlier === undefined
      ? [start, at, at, midnightOnly]
      : [
          start,
          Math.min(earlier[1], at),
          Math.max(earlier[2], at),
          at === earlier[2]
            ? ((earlier[3] & midnightOnly) as 0 | 1)
            : at > earlier[2]
              ? midnightOnly
              : earlier[3],
        ];
  return [merged, ...statements.filter(([stated]) => stated !== start)]
    .sort((a, b) => b[2] - a[2] || a[0] - b[0])
    .slice(0, maxStatements);
};

/** The book's vote on the start: its newest statement. */
export const voteOf = ([newest]: StartStatements): StartVote | undefined =>
  newest === undefined
    ? undefined
    : { start: newest[0], firstStatedAt: newest[1], isMidnightOnly: newest[3] === 1 };
