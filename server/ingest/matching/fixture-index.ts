import { getOrInsert } from "@/server/domain/collections";
import type { KnownFixture } from "@/server/ingest/matching/match-input";

/** The known fixtures by team and by start, so that an event is compared with few fixtures. */
export type FixtureIndex = {
  readonly all: readonly KnownFixture[];
  readonly teams: ReadonlySet<string>;
  readonly ofTeam: (team: string) => readonly KnownFixture[];
  readonly ofPair: (home: string, away: string) => readonly KnownFixture[];
  /** The fixtures that start within `reachMs` of `at` (ms), in order of start. */
  readonly around: (at: number, reachMs: number) => readonly KnownFixture[];
};

const none: readonly KnownFixture[] = [];

const byStart = (fixtures: readonly KnownFixture[]): FixtureIndex["around"] => {
  const ordered = fixtures.toSorted((a, b) => a.commenceTime - b.commenceTime);
  const firstFrom = (time: number): number => {
    let [low, high] = [0, ordered.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ordered[middle]?.commenceTime ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (at, reachMs) => {
    const found: KnownFixture[] = [];
    for (let next = firstFrom(at - reachMs); next < ordered.length; next += 1) {
      const fixture = ordered[next];
      if (fixture === undefined || fixture.commenceTime > at + reachMs) break;
      found.push(fixture);
    }
    return found;
  };
};

/** Indexes fixtures. The order by start is computed on first use. */
export const indexFixtures = (fixtures: readonly KnownFixture[]): FixtureIndex => {
  const byTeam = new Map<string, KnownFixture[]>();
  const add = (team: string, fixture: KnownFixture): void => {
    getOrInsert(byTeam, team, () => []).push(fixture);
  };
  for (const fixture of fixtures) {
    add(fixture.homeTeam, fixture);
    add(fixture.awayTeam, fixture);
  }
  let around: FixtureIndex["around"] | undefined;
  return {
    all: fixtures,
    teams: new Set(byTeam.keys()),
    ofTeam: (team) => byTeam.get(team) ?? none,
    ofPair: (home, away) =>
      (byTeam.get(home) ?? none).filter(
        ({ homeTeam, awayTeam }) =>
          (homeTeam === home && awayTeam === away) || (homeTeam === away && awayTeam === home),
      ),
    around: (at, reachMs) => {
      around ??= byStart(fixtures);
      return around(at, reachMs);
    },
  };
};
