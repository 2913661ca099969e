import { compare, getOrInsert } from "@/server/domain/collections";
import { hourMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import type { Windows } from "@/server/ingest/matching/windows";

/** Fixtures that cannot all take place: each shares a team or fighter with another fixture of the group at about the same time. */
export type RivalGroup = readonly KnownFixture[];

/**
 * The longest time between the starts of two rival fixtures. It is a day in sports where two teams meet again only after weeks, else the
 * length of one match.
 */
const rivalReachMs = ({ sameMs }: Windows): number => (sameMs > 24 * hourMs ? 24 * hourMs : 3 * hourMs);

const samePair = (a: KnownFixture, b: KnownFixture): boolean =>
  (a.homeTeam === b.homeTeam && a.awayTeam === b.awayTeam) ||
  (a.homeTeam === b.awayTeam && a.awayTeam === b.homeTeam);

const sharesSide = (a: KnownFixture, b: KnownFixture): boolean =>
  a.homeTeam === b.homeTeam ||
  a.awayTeam === b.awayTeam ||
  a.homeTeam === b.awayTeam ||
  a.awayTeam === b.homeTeam;

/** Whether at most one of the two takes place: they share exactly one team or fighter and start close to each other. */
export const areRivals = (a: KnownFixture, b: KnownFixture, windows: Windows): boolean =>
  Math.abs(a.commenceTime - b.commenceTime) <= rivalReachMs(windows) && sharesSide(a, b) && !samePair(a, b);

/**
 * The groups of rivals that contain a fixture of `touched` (fixture ids). Two fixtures of a group need not be rivals of each other: a third
 * fixture, the rival of both, can link them.
 */
export const rivalGroups = (
  fixtures: Iterable<KnownFixture>,
  touched: ReadonlySet<string>,
  windows: Windows,
): RivalGroup[] => {
  const bySide = new Map<string, KnownFixture[]>();
  const byId = new Map<string, KnownFixture>();
  for (const fixture of fixtures) {
    byId.set(fixture.id, fixture);
    for (const side of [fixture.homeTeam, fixture.awayTeam]) {
      getOrInsert(bySide, side, () => []).push(fixture);
    }
  }
  const rivalsOf = (fixture: KnownFixture): KnownFixture[] =>
    [fixture.homeTeam, fixture.awayTeam].flatMap((side) =>
      (bySide.get(side) ?? []).filter((other) => areRivals(fixture, other, windows)),
    );
  const grouped = new Set<string>();
  const groups: RivalGroup[] = [];
  for (const id of touched) {
    const first = byId.get(id);
    if (first === undefined || grouped.has(id)) continue;
    const group: KnownFixture[] = [];
    const open = [first];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (grouped.has(next.id)) continue;
      grouped.add(next.id);
      group.push(next);
      open.push(...rivalsOf(next));
    }
    if (group.length > 1) groups.push(group);
  }
  return groups;
};

/** When a book listed a fixture. Times are ms since the epoch. */
export type Support = { readonly firstStatedAt: number; readonly lastStatedAt: number };

/**
 * A book's vote expires if the book last listed the fixture more than an hour before the newest listing in the group. The reason is that
 * the book may have dropped the fixture.
 */
const voteLifeMs = hourMs;

type Tally = {
  readonly fixture: KnownFixture;
  readonly voters: ReadonlySet<string>;
  /** ms since the epoch. */
  readonly firstStatedAt: number;
};

/**
 * Whether `winner` replaces `loser`: no book votes for the loser, or no book votes for both. A book votes for both only if it lists both in
 * one snapshot, which proves that they are different games.
 */
const outvotes = (winner: Tally, loser: Tally): boolean =>
  loser.voters.size === 0 || ![...loser.voters].some((book) => winner.voters.has(book));

/**
 * Finds the fixtures of a group that were replaced. Each book votes for the fixture that it listed last, and the most votes win. A tie goes
 * to the fixture that appeared most recently, because books move from the old fixture to the new one. Fixtures that the same books list
 * at the same time all stay. The order of `group` does not matter.
 *
 * @param supportOf fixture id -> book -> when the book listed the fixture.
 * @returns fixture id -> id of the fixture that replaced it.
 */
export const replacedFixtures = (
  group: RivalGroup,
  windows: Windows,
  supportOf: (fixtureId: string) => ReadonlyMap<string, Support>,
): ReadonlyMap<string, string> => {
  const support = new Map(group.map(({ id }) => [id, supportOf(id)]));
  const newest = [...support.values()]
    .flatMap((byBook) => [...byBook.values()])
    .reduce((latest, { lastStatedAt }) => Math.max(latest, lastStatedAt), Number.NEGATIVE_INFINITY);
  const hasStatedRivalSince = (book: string, at: number, fixture: KnownFixture): boolean =>
    group.some(
      (rival) =>
        areRivals(fixture, rival, windows) && (support.get(rival.id)?.get(book)?.lastStatedAt ?? at) > at,
    );
  const tallies = group.map((fixture): Tally => {
    const stated = [...(support.get(fixture.id) ?? [])];
    const votes = stated.filter(
      ([book, { lastStatedAt }]) =>
        newest - lastStatedAt <= voteLifeMs && !hasStatedRivalSince(book, lastStatedAt, fixture),
    );
    const first = stated.reduce(
      (at, [, support]) => Math.min(at, support.firstStatedAt),
      Number.POSITIVE_INFINITY,
    );
    return { fixture, voters: new Set(votes.map(([book]) => book)), firstStatedAt: first };
  });
  const strongestFirst = tallies.toSorted(
    (a, b) =>
      b.voters.size - a.voters.size ||
      b.firstStatedAt - a.firstStatedAt ||
      compare(a.fixture.id, b.fixture.id),
  );
  const listed: Tally[] = [];
  const replaced = new Map<string, string>();
  for (const tally of strongestFirst) {
    const { fixture } = tally;
    const winner = listed.find(
      (other) => areRivals(fixture, other.fixture, windows) && outvotes(other, tally),
    );
    if (winner === undefined) listed.push(tally);
    else replaced.set(fixture.id, winner.fixture.id);
  }
  return replaced;
};
