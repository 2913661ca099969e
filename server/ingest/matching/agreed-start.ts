import { groupBy } from "@/server/domain/collections";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { isMidnight } from "@/server/ingest/matching/windows";

/** A book's newest statement about the start of a fixture. Times are ms since the epoch. */
export type StartVote = {
  /** The independent source that made the statement. All books of one source together have one vote. */
  readonly source: string;
  readonly start: number;
  /** When the book first stated this start. */
  readonly firstStatedAt: number;
  /** When the book last stated this start. */
  readonly lastStatedAt: number;
  /** Whether the book has stated this start only in snapshots in which every start is midnight UTC. */
  readonly isMidnightOnly: boolean;
  readonly isCatalogueBook: boolean;
  /** If `isMidnightOnly`: the book's newest statement of a time. It is the vote if the midnight may be a date without a time. */
  readonly earlier?: StartVote;
};

/** The hour (UTC, counted from the epoch) of a statement. Which books of a source are current depends only on this hour. */
export const statedHour = (statedAt: number): number => Math.floor(statedAt / hourMs);

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

/** The votes per start, in ascending order of the starts. */
const byStart = (votes: readonly StartVote[]): StartGroup[] => {
  const groups = new Map<number, StartGroup>();
  for (const { start, isCatalogueBook, firstStatedAt } of votes) {
    const before = groups.get(start);
    groups.set(start, {
      start,
      votes: (before?.votes ?? 0) + 1,
      catalogueVotes: (before?.catalogueVotes ?? 0) + Number(isCatalogueBook),
      firstStatedAt: Math.min(before?.firstStatedAt ?? firstStatedAt, firstStatedAt),
    });
  }
  return [...groups.values()].sort((a, b) => a.start - b.start);
};

/** For each start: the group of this start and all starts up to five minutes later. A window slides over the ascending starts. */
const groupsOf = (starts: readonly StartGroup[]): StartGroup[] => {
  // The starts that can still be the first stated one of a window, in ascending order of that time.
  const stated: StartGroup[] = [];
  let end = 0;
  let votes = 0;
  let catalogueVotes = 0;
  return starts.map((first) => {
    for (
      let next = starts[end];
      next !== undefined && next.start - first.start <= sameKickOffMs;
      next = starts[++end]
    ) {
      votes += next.votes;
      catalogueVotes += next.catalogueVotes;
      while ((stated.at(-1)?.firstStatedAt ?? Number.NEGATIVE_INFINITY) >= next.firstStatedAt) stated.pop();
      stated.push(next);
    }
    const { firstStatedAt } = stated[0] ?? first;
    const group = { start: first.start, votes, catalogueVotes, firstStatedAt };
    votes -= first.votes;
    catalogueVotes -= first.catalogueVotes;
    if (stated[0] === first) stated.shift();
    return group;
  });
};

/** @param sign 1 if a tie goes to the group that was stated first, -1 if it goes to the group that was stated first most recently. */
const largest = (groups: readonly StartGroup[], sign: 1 | -1): StartGroup | undefined =>
  groups.toSorted(
    (a, b) =>
      b.votes - a.votes ||
      b.catalogueVotes - a.catalogueVotes ||
      sign * (a.firstStatedAt - b.firstStatedAt) ||
      a.start - b.start,
  )[0];

/** The most common start of the largest group of starts within five minutes, and the bounds of this group. */
const winner = (votes: readonly StartVote[], sign: 1 | -1) => {
  const starts = byStart(votes);
  const from = largest(groupsOf(starts), sign)?.start;
  if (from === undefined) return undefined;
  const isInGroup = ({ start }: { readonly start: number }) => start >= from && start - from <= sameKickOffMs;
  const start = largest(starts.filter(isInGroup), sign)?.start;
  return start === undefined ? undefined : { start, isInGroup };
};

/** The votes of the books whose last statement is at most one full hour before the hour of the source's newest statement. */
const currentVotes = (ofBooks: readonly StartVote[]): readonly StartVote[] => {
  const newest = ofBooks.reduce(
    (hour, vote) => Math.max(hour, statedHour(vote.lastStatedAt)),
    Number.NEGATIVE_INFINITY,
  );
  return ofBooks.filter((vote) => statedHour(vote.lastStatedAt) >= newest - 1);
};

/**
 * The one vote of a source: the most common start of its current books. In a tie, the newest news of the source wins: the start that its
 * books began to state last. This does not depend on which of its books was polled last, so the vote does not flip with each poll.
 */
const voteOfSource = (ofBooks: readonly StartVote[]): StartVote | undefined => {
  const current = currentVotes(ofBooks);
  const won = winner(current, -1);
  if (won === undefined) return undefined;
  const [first] = current
    .filter(({ start }) => start === won.start)
    .sort((a, b) => a.firstStatedAt - b.firstStatedAt);
  const isCatalogueBook = current.some((vote) => vote.isCatalogueBook && won.isInGroup(vote));
  return first && { ...first, isCatalogueBook };
};

/**
 * The start that the sources agree on (ms since the epoch); undefined without votes. Each source has one vote, no matter how many books it
 * speaks for. A start forms a group with all starts up to five minutes later. The group with the most votes wins, and its most common start
 * is the agreed start. A tie goes to the group with more sources that state it for a book of the catalogue, then to the group that was
 * stated first, then to the earlier start. For midnight UTC that may be a date without a time, the book's earlier time has the vote. Such
 * dates decide only if no book has stated a time.
 * The result depends only on the set of votes, never on their order.
 */
export const agreedStart = (votes: readonly StartVote[]): number | undefined => {
  // Saves the count in nearly every case. A midnight is counted, because it may be a date without a time.
  const unanimous = votes[0]?.start;
  if (unanimous === undefined) return undefined;
  if (!isMidnight(unanimous) && votes.every(({ start }) => start === unanimous)) return unanimous;
  const isBareDate = createIsBareDate(votes);
  const timed = votes.flatMap((vote) => (isBareDate(vote) ? (vote.earlier ?? []) : vote));
  const bySource = groupBy(timed.length > 0 ? timed : votes, (vote) => vote.source);
  return winner(
    [...bySource.values()].flatMap((ofSource) => voteOfSource(ofSource) ?? []),
    1,
  )?.start;
};
