import { isCombatSport } from "@/server/domain/catalogue/name-rules";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { Sport } from "@/server/domain/catalogue/sports";
import { compare, getOrInsert } from "@/server/domain/collections";
import { hourMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import { createNameEvidence } from "@/server/ingest/matching/name-evidence";
import type { Steps } from "@/server/ingest/matching/steps";
import { oneMatchMs, sameStartMs, windowsFor } from "@/server/ingest/matching/windows";

/*
 * Look-alikes are fixtures whose names are so similar that they may be one game in two spellings. Each keeps the prices of the books that
 * use exactly its names, and only the one that most independent sources use is listed. A wrong spelling that arrived first therefore hides
 * no game, and no price is attached by guesswork.
 */

/** Text that is equal for two fixtures if both state the same two names, whichever is home. */
export const pairOf = ({ homeTeam, awayTeam }: Pick<KnownFixture, "homeTeam" | "awayTeam">): string =>
  [normalizeName(homeTeam), normalizeName(awayTeam)].sort().join("\n");

/** Fixtures by their teams' names, so that a fixture is compared only with fixtures of similar names. */
export type SimilarFixtures<Fixture extends KnownFixture> = {
  /** A superset of the fixtures for which `createLookAlikes` or `createMayBeOneGame` is true: check each with one of them. */
  readonly similarTo: (fixture: KnownFixture) => ReadonlySet<Fixture>;
};

/** Indexes fixtures by their names. The generator yields after each part of the work. */
export function* indexSimilar<Fixture extends KnownFixture>(
  sport: Sport,
  fixtures: readonly Fixture[],
): Steps<SimilarFixtures<Fixture>> {
  const byTeam = new Map<string, Fixture[]>();
  for (const fixture of fixtures)
    for (const team of [fixture.homeTeam, fixture.awayTeam]) {
      getOrInsert(byTeam, team, () => []).push(fixture);
    }
  yield;
  const search = yield* createNameEvidence(sport).amongTeams(new Set(byTeam.keys()));
  return {
    similarTo: ({ homeTeam, awayTeam }) => {
      const found = new Set<Fixture>();
      for (const name of [homeTeam, awayTeam])
        for (const team of [name, ...search.alike(name)])
          for (const fixture of byTeam.get(team) ?? []) found.add(fixture);
      return found;
    },
  };
}

/**
 * Creates a test whether two fixtures may be one game in two spellings.
 * @param isListed whether a team is in the catalogue. Such a name is less likely to be a misspelling.
 */
export const createLookAlikes = (
  sport: Sport,
  isListed: (team: string) => boolean,
): ((a: KnownFixture, b: KnownFixture) => boolean) => {
  const { oneOpponentMs, otherMs } = windowsFor(sport);
  const evidence = createNameEvidence(sport);
  const mayBeSame = (name: string, other: string): boolean =>
    name !== other &&
    !(isListed(name) && isListed(other)) &&
    (evidence.couldSpell(name, other) || evidence.couldSpell(other, name));
  const mayBeOpponent = (name: string, other: string): boolean =>
    !isListed(other) && !(isCombatSport(sport) && evidence.isClearlyAnother(name, other));
  return (a, b) => {
    const distance = Math.abs(a.commenceTime - b.commenceTime);
    // This far apart, even fixtures with identical names are two games.
    if (distance >= otherMs || pairOf(a) === pairOf(b)) return false;
    const sidesOfA = [a.homeTeam, a.awayTeam];
    const sidesOfB = [b.homeTeam, b.awayTeam];
    const shared = sidesOfA.find((team) => sidesOfB.includes(team));
    // One team is the same: compare the opponents.
    if (shared !== undefined) {
      const [own, other] = [sidesOfA, sidesOfB].map((sides) => sides.find((team) => team !== shared) ?? "");
      return (
        distance <= oneOpponentMs &&
        mayBeOpponent(own ?? "", other ?? "") &&
        mayBeOpponent(other ?? "", own ?? "")
      );
    }
    // One name may be a spelling of the other.
    if (sidesOfA.some((name) => sidesOfB.some((other) => mayBeSame(name, other)))) return true;
    // Both names are similar.
    const resemble = (first: string, second: string): boolean =>
      evidence.resembles(a.homeTeam, first) && evidence.resembles(a.awayTeam, second);
    return distance <= oneMatchMs && (resemble(b.homeTeam, b.awayTeam) || resemble(b.awayTeam, b.homeTeam));
  };
};

/**
 * Whether two fixtures that start at about the same time have similar names on both sides. Then they may be one game even if all
 * four names belong to known teams.
 */
export const createMayBeOneGame = (sport: Sport): ((a: KnownFixture, b: KnownFixture) => boolean) => {
  const { resembles } = createNameEvidence(sport);
  return (a, b) => {
    const fits = (home: string, away: string): boolean =>
      resembles(a.homeTeam, home) && resembles(a.awayTeam, away);
    return (
      Math.abs(a.commenceTime - b.commenceTime) <= oneMatchMs &&
      (fits(b.homeTeam, b.awayTeam) || fits(b.awayTeam, b.homeTeam))
    );
  };
};

/** A book that stated a fixture. Times are recording times in ms since the epoch. */
export type Voter = {
  readonly source: string;
  readonly isCatalogueBook: boolean;
  readonly firstStatedAt: number;
  readonly lastStatedAt: number;
};

/** A fixture with the books that stated it, by book key. */
export type Contender = { readonly fixture: KnownFixture; readonly voters: ReadonlyMap<string, Voter> };

/** A book's vote expires if the book last stated the fixture this long (ms) before the newest statement. */
const voteLifeMs = 24 * hourMs;

/** Whether some book's latest snapshot of one fixture also contained the other. They are then two games, however similar the names. */
export const areSideBySide = (a: Contender, b: Contender): boolean =>
  [...a.voters].some(([book, { lastStatedAt }]) => b.voters.get(book)?.lastStatedAt === lastStatedAt);

type Ranked = Contender & {
  readonly votes: number;
  readonly catalogueVotes: number;
  readonly firstStatedAt: number;
};

const newestVote = (contenders: readonly Contender[]): number => {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { voters } of contenders)
    for (const { lastStatedAt } of voters.values()) newest = Math.max(newest, lastStatedAt);
  return newest;
};

/** Counts the votes. A book that has stated a rival more recently no longer votes for the fixture. */
const rank = (contender: Contender, newest: number, rivals: readonly Contender[]): Ranked => {
  const voters = [...contender.voters].filter(
    ([book, { lastStatedAt }]) =>
      newest - lastStatedAt <= voteLifeMs &&
      !rivals.some((rival) => (rival.voters.get(book)?.lastStatedAt ?? lastStatedAt) > lastStatedAt),
  );
  const sources = (counted: readonly (readonly [string, Voter])[]): number =>
    new Set(counted.map(([, { source }]) => source)).size;
  return {
    ...contender,
    votes: sources(voters),
    catalogueVotes: sources(voters.filter(([, { isCatalogueBook }]) => isCatalogueBook)),
    firstStatedAt: voters.reduce(
      (first, [, voter]) => Math.min(first, voter.firstStatedAt),
      Number.POSITIVE_INFINITY,
    ),
  };
};

const strongestFirst = (a: Ranked, b: Ranked): number =>
  b.votes - a.votes ||
  b.catalogueVotes - a.catalogueVotes ||
  // Both can be Infinity, and Infinity - Infinity is NaN.
  (a.firstStatedAt === b.firstStatedAt ? 0 : a.firstStatedAt - b.firstStatedAt) ||
  a.fixture.commenceTime - b.fixture.commenceTime ||
  compare(pairOf(a.fixture), pairOf(b.fixture));

/**
 * Decides which of these fixtures are listed. Each independent source has one vote per fixture. The fixture with the most votes is listed
 * first; in a tie, books of the catalogue count more than others, then the fixture that was stated first. A fixture is not listed if it
 * looks like a listed one. The result depends only on the set of statements, never on their order of arrival.
 * @returns id of each fixture that is not listed -> id of the listed fixture that it looks like.
 */
export function* hiddenLookAlikes(
  contenders: readonly Contender[],
  areLookAlikes: (a: KnownFixture, b: KnownFixture) => boolean,
): Steps<ReadonlyMap<string, string>> {
  const rivals = new Map<string, Set<string>>(contenders.map(({ fixture }) => [fixture.id, new Set()]));
  for (const [at, a] of contenders.entries())
    for (const b of contenders.slice(at + 1)) {
      yield;
      if (!areLookAlikes(a.fixture, b.fixture) || areSideBySide(a, b)) continue;
      rivals.get(a.fixture.id)?.add(b.fixture.id);
      rivals.get(b.fixture.id)?.add(a.fixture.id);
    }
  const newest = newestVote(contenders);
  const ranked: Ranked[] = [];
  for (const contender of contenders) {
    yield;
    const own = rivals.get(contender.fixture.id);
    ranked.push(
      rank(
        contender,
        newest,
        contenders.filter(({ fixture }) => own?.has(fixture.id)),
      ),
    );
  }
  const listed: Ranked[] = [];
  const hidden = new Map<string, string>();
  for (const contender of ranked.sort(strongestFirst)) {
    const winner = listed.find(({ fixture }) => rivals.get(contender.fixture.id)?.has(fixture.id));
    if (winner === undefined) listed.push(contender);
    else hidden.set(contender.fixture.id, winner.fixture.id);
  }
  return hidden;
}

/**
 * How the sides of two fixtures of one game correspond: `false` if both have the same team at home, `true` if home and away are swapped.
 * Undefined if the names do not tell.
 */
export const isSwapped = (sport: Sport, from: KnownFixture, into: KnownFixture): boolean | undefined => {
  const { resembles } = createNameEvidence(sport);
  const same = resembles(from.homeTeam, into.homeTeam) && resembles(from.awayTeam, into.awayTeam);
  const swapped = resembles(from.homeTeam, into.awayTeam) && resembles(from.awayTeam, into.homeTeam);
  return same === swapped ? undefined : swapped;
};

/** Whether two fixtures start at about the same time. A book's event then moves from one to the other only if the book changes its names. */
export const startTogether = (a: KnownFixture, b: KnownFixture): boolean =>
  Math.abs(a.commenceTime - b.commenceTime) <= sameStartMs;
