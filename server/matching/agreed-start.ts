import { hourMs, minuteMs } from "@/server/matching/windows";

/** A book's newest statement about the start of a fixture. Times are ms since the epoch. */
export type StartVote = {
  readonly start: number;
  /** When the book first stated this start. */
  readonly firstStatedAt: number;
  /** Whether the start comes from a snapshot in which every start is midnight UTC. Then it may be a date without a time. */
  readonly isMidnightOnly: boolean;
};

/** The starts that books state for one kick-off can differ by a few minutes. */
const sameKickOffMs = 5 * minuteMs;
/** If a book states only a local date, the date is read as midnight UTC. The match then starts at most this far from that midnight. */
const bareDateReachMs = 36 * hourMs;

/**
 * Whether a vote for midnight UTC states a date without a time. Usually, a match starts after midnight UTC of its date. So one vote for a
 * later start within `bareDateReachMs` proves that the midnight is only a date. The match can also start before that midnight, because the
 * date is a local date. But votes for earlier starts may be errors. So earlier starts are proof only if together they have at least as many
 * votes as this midnight.
 */
const isBareDate = (vote: StartVote, votes: readonly StartVote[]): boolean => {
  if (!vote.isMidnightOnly) return false;
  const near = votes.filter(
    ({ start }) => start !== vote.start && Math.abs(start - vote.start) <= bareDateReachMs,
  );
  const votesForMidnight = votes.filter(({ start }) => start === vote.start).length;
  return near.some(({ start }) => start > vote.start) || (near.length > 0 && near.length >= votesForMidnight);
};

type StartGroup = { readonly start: number; readonly votes: number; readonly firstStatedAt: number };

const groupOf = (start: number, votes: readonly StartVote[]): StartGroup => ({
  start,
  votes: votes.length,
  firstStatedAt: votes.reduce((first, vote) => Math.min(first, vote.firstStatedAt), Number.POSITIVE_INFINITY),
});

/** The group with the most votes. A tie goes to the group that was stated first, then to the earlier start. */
const largest = (groups: readonly StartGroup[]): StartGroup | undefined =>
  groups.toSorted((a, b) => b.votes - a.votes || a.firstStatedAt - b.firstStatedAt || a.start - b.start)[0];

/**
 * The start that the books agree on (ms since the epoch); undefined without votes. Each book has one vote. A start forms a group with all
 * starts up to five minutes later. The group with the most votes wins, and its most common start is the agreed start. Votes that
 * state a date without a time count only if no vote states a time. The result depends only on the set of votes, never on their order.
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
        counted.filter(({ start }) => start >= first && start - first <= sameKickOffMs),
      ),
    ),
  );
  if (winner === undefined) return undefined;
  const within = starts.filter((start) => start >= winner.start && start - winner.start <= sameKickOffMs);
  return largest(
    within.map((start) =>
      groupOf(
        start,
        counted.filter((vote) => vote.start === start),
      ),
    ),
  )?.start;
};
