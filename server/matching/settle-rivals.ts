import type { KnownFixture } from "@/server/matching/match-input";
import { hourMs, type Windows } from "@/server/matching/windows";

/**
 * Fixtures that cannot all take place: they share a side at a time at which that side plays once. One of them replaced the others, as
 * when a fighter gets another opponent.
 */
export type RivalGroup = readonly KnownFixture[];

/** Where a pair meets once in weeks, no side plays twice in a day; elsewhere not twice within one match. */
const rivalReachMs = ({ sameMs }: Windows): number => (sameMs > 24 * hourMs ? 24 * hourMs : 3 * hourMs);

const samePair = (a: KnownFixture, b: KnownFixture): boolean =>
  (a.homeTeam === b.homeTeam && a.awayTeam === b.awayTeam) ||
  (a.homeTeam === b.awayTeam && a.awayTeam === b.homeTeam);

const sharesSide = (a: KnownFixture, b: KnownFixture): boolean =>
  a.homeTeam === b.homeTeam ||
  a.awayTeam === b.awayTeam ||
  a.homeTeam === b.awayTeam ||
  a.awayTeam === b.homeTeam;

/** Whether at most one of the two takes place: they share one side, and start within reach of each other. */
export const areRivals = (a: KnownFixture, b: KnownFixture, windows: Windows): boolean =>
  Math.abs(a.commenceTime - b.commenceTime) <= rivalReachMs(windows) && sharesSide(a, b) && !samePair(a, b);

/** The groups of rivals in which one of the fixtures named by `touched` stands. */
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
      const ofSide = bySide.get(side);
      if (ofSide === undefined) bySide.set(side, [fixture]);
      else ofSide.push(fixture);
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

/** A book's statements of one fixture. Times are ms since the epoch. */
export type Support = { readonly firstStatedAt: number; readonly lastStatedAt: number };

/** A book that has stated none of the rivals for an hour, while others did, has no vote: it may have dropped the match. */
const supportLifeMs = hourMs;

type Standing = {
  readonly fixture: KnownFixture;
  readonly voters: ReadonlySet<string>;
  /** ms since the epoch. */
  readonly firstStatedAt: number;
};

/** A book that states both at once says that both take place: only another book's vote speaks against one of them. */
const outvotes = (winner: Standing, loser: Standing): boolean =>
  loser.voters.size === 0 || [...winner.voters].some((book) => !loser.voters.has(book));

/**
 * Which fixtures of a group have been replaced, and by which. Each book votes for the fixture that it stated last; most votes win, a tie
 * goes to the fixture whose first statement is the latest, since books move from the old one to the new one. Fixtures that the same
 * books list side by side all stay. The result depends on the statements alone, never on their order.
 *
 * @param supportOf book -> its statements of a fixture.
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
  const hasMovedOn = (book: string, at: number, fixture: KnownFixture): boolean =>
    group.some(
      (rival) =>
        areRivals(fixture, rival, windows) && (support.get(rival.id)?.get(book)?.lastStatedAt ?? at) > at,
    );
  const standings = group.map((fixture): Standing => {
    const stated = [...(support.get(fixture.id) ?? [])];
    const votes = stated.filter(
      ([book, { lastStatedAt }]) =>
        newest - lastStatedAt <= supportLifeMs && !hasMovedOn(book, lastStatedAt, fixture),
    );
    const first = stated.reduce((at, [, one]) => Math.min(at, one.firstStatedAt), Number.POSITIVE_INFINITY);
    return { fixture, voters: new Set(votes.map(([book]) => book)), firstStatedAt: first };
  });
  const strongestFirst = standings.toSorted(
    (a, b) =>
      b.voters.size - a.voters.size ||
      b.firstStatedAt - a.firstStatedAt ||
      (a.fixture.id < b.fixture.id ? -1 : 1),
  );
  const listed: Standing[] = [];
  const replaced = new Map<string, string>();
  for (const standing of strongestFirst) {
    const { fixture } = standing;
    const winner = listed.find(
      (other) => areRivals(fixture, other.fixture, windows) && outvotes(other, standing),
    );
    if (winner === undefined) listed.push(standing);
    else replaced.set(fixture.id, winner.fixture.id);
  }
  return replaced;
};
