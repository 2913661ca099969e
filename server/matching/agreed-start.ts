import { hourMs, minuteMs } from "@/server/matching/windows";

/** One book's newest statement of when a fixture starts. Times are ms since the epoch. */
export type StartVote = {
  readonly start: number;
  /** When the book first stated this start. */
  readonly firstStatedAt: number;
  /** The start is midnight UTC, as is every start in the snapshot that stated it: it may be a date without a time. */
  readonly isMidnightOnly: boolean;
};

/** Books differ by a few minutes on one kick-off. */
const oneStartMs = 5 * minuteMs;
/** A local date read as a UTC midnight lies at most this far from the start. */
const bareDateReachMs = 36 * hourMs;

/**
 * A date stands for a match later on that day, so a later time shows that a midnight is one. An earlier time may also be an error about
 * a match that does start at midnight: it takes as many books as state the midnight.
 */
const isBareDate = (vote: StartVote, votes: readonly StartVote[]): boolean => {
  if (!vote.isMidnightOnly) return false;
  const near = votes.filter(
    ({ start }) => start !== vote.start && Math.abs(start - vote.start) <= bareDateReachMs,
  );
  const same = votes.filter(({ start }) => start === vote.start).length;
  return near.some(({ start }) => start > vote.start) || (near.length > 0 && near.length >= same);
};

type Group = { readonly start: number; readonly votes: number; readonly firstStatedAt: number };

const groupOf = (start: number, votes: readonly StartVote[]): Group => ({
  start,
  votes: votes.length,
  firstStatedAt: votes.reduce((first, vote) => Math.min(first, vote.firstStatedAt), Number.POSITIVE_INFINITY),
});

/** The group with the most votes; a tie goes to the one stated first, then to the earlier start. */
const largest = (groups: readonly Group[]): Group | undefined =>
  groups.toSorted((a, b) => b.votes - a.votes || a.firstStatedAt - b.firstStatedAt || a.start - b.start)[0];

/**
 * The start that the books agree on (ms since the epoch), one vote a book; undefined without votes. Starts within five minutes of each
 * other form one group. The largest group wins with its most common start. A bare date does not vote while other books state times
 * within 36 hours. The result depends on the set of votes alone, never on their order.
 */
export const agreedStart = (votes: readonly StartVote[]): number | undefined => {
  const timed = votes.filter((vote) => !isBareDate(vote, votes));
  const counted = timed.length > 0 ? timed : votes;
  const starts = [...new Set(counted.map(({ start }) => start))];
  if (starts.length < 2) return starts[0];
  const winner = largest(
    starts.map((first) =>
      groupOf(
        first,
        counted.filter(({ start }) => start >= first && start - first <= oneStartMs),
      ),
    ),
  );
  if (winner === undefined) return undefined;
  const within = starts.filter((start) => start >= winner.start && start - winner.start <= oneStartMs);
  return largest(
    within.map((start) =>
      groupOf(
        start,
        counted.filter((vote) => vote.start === start),
      ),
    ),
  )?.start;
};
