import { isMidnight, minuteMs } from "@/server/matching/windows";

/** A book's newest statement about the start of a fixture. Times are ms since the epoch. */
export type StartVote = {
  /** The independent source that made the statement. All books of one source together have one vote. */
  readonly source: string;
  readonly start: number;
  /** When the book first stated this start. */
  readonly firstStatedAt: number;
  /** Whether the book has stated this start only in snapshots in which every start is midnight UTC. */
  readonly isMidnightOnly: boolean;
  readonly isCatalogueBook: boolean;
};

/** The starts that books state for one kick-off can differ by a few minutes. */
const sameKickOffMs = 5 * minuteMs;

/** This many independent sources that state exactly the same midnight prove that it is a time. */
const minSourcesOfMidnight = 2;

/** Returns a function that tells whether a statement of midnight UTC may be a date without a time. */
const createIsBareDate = (votes: readonly StartVote[]) => {
  const sources = new Map<number, Set<string>>();
  for (const { start, source } of votes)
    if (isMidnight(start)) sources.set(start, (sources.get(start) ?? new Set()).add(source));
  return ({ start, isMidnightOnly }: StartVote): boolean =>
    isMidnightOnly && (sources.get(start)?.size ?? 0) < minSourcesOfMidnight;
};

type StartGroup = {
  readonly start: number;
  readonly votes: number;
  readonly catalogueVotes: number;
  readonly firstStatedAt: number;
};

const groupOf = (start: number, votes: readonly StartVote[]): StartGroup => ({
  start,
  votes: votes.length,
  catalogueVotes: votes.filter(({ isCatalogueBook }) => isCatalogueBook).length,
  firstStatedAt: votes.reduce((first, vote) => Math.min(first, vote.firstStatedAt), Number.POSITIVE_INFINITY),
});

/** @param sign 1 if a tie goes to the group that was stated first, -1 if it goes to the group that was stated first most recently. */
const largest = (groups: readonly StartGroup[], sign: 1 | -1): StartGroup | undefined =>
  groups.toSorted(
    (a, b) =>
      b.votes - a.votes ||
      b.catalogueVotes - a.catalogueVotes ||
      sign * (a.firstStatedAt - b.firstStatedAt) ||
      a.start - b.start,
  )[0];

/** The most common start of the largest group of starts within five minutes. */
const winner = (votes: readonly StartVote[], sign: 1 | -1): number | undefined => {
  const starts = [...new Set(votes.map(({ start }) => start))];
  if (starts.length < 2) return starts[0];
  const within = (first: number) => (start: number) => start >= first && start - first <= sameKickOffMs;
  const group = largest(
    starts.map((first) =>
      groupOf(
        first,
        votes.filter(({ start }) => within(first)(start)),
      ),
    ),
    sign,
  );
  if (group === undefined) return undefined;
  const ofGroup = starts.filter(within(group.start)).map((start) =>
    groupOf(
      start,
      votes.filter((vote) => vote.start === start),
    ),
  );
  return largest(ofGroup, sign)?.start;
};

/**
 * The one vote of a source: the most common start of its books. In a tie, the newest news of the source wins: the start that its books
 * began to state last. This does not depend on which of its books was polled last, so the vote does not flip with each poll.
 */
const voteOfSource = (ofBooks: readonly StartVote[]): StartVote | undefined => {
  const start = winner(ofBooks, -1);
  const stating = ofBooks.filter((vote) => vote.start === start);
  const [first] = stating.toSorted((a, b) => a.firstStatedAt - b.firstStatedAt);
  return first && { ...first, isCatalogueBook: stating.some(({ isCatalogueBook }) => isCatalogueBook) };
};

/**
 * The start that the sources agree on (ms since the epoch); undefined without votes. Each source has one vote, no matter how many books it
 * speaks for. A start forms a group with all starts up to five minutes later. The group with the most votes wins, and its most common start
 * is the agreed start. A tie goes to the group with more sources that state it for a book of the catalogue, then to the group that was
 * stated first, then to the earlier start. Midnight UTC that may be a date without a time has no vote, unless no source states a time.
 * The result depends only on the set of votes, never on their order.
 */
export const agreedStart = (votes: readonly StartVote[]): number | undefined => {
  const isBareDate = createIsBareDate(votes);
  const timed = votes.filter((vote) => !isBareDate(vote));
  const bySource = new Map<string, StartVote[]>();
  for (const vote of timed.length > 0 ? timed : votes) {
    const ofSource = bySource.get(vote.source);
    if (ofSource === undefined) bySource.set(vote.source, [vote]);
    else ofSource.push(vote);
  }
  return winner(
    [...bySource.values()].flatMap((ofSource) => voteOfSource(ofSource) ?? []),
    1,
  );
};
