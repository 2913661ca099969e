import { type DemoLeague, isPlayedAt, type Slot } from "@/server/feeds/demo/leagues";
import type { DemoTeam } from "@/server/feeds/demo/pro-teams";
import { mix, unit } from "@/server/feeds/demo/random";

export type DemoFixture = {
  readonly league: DemoLeague;
  readonly seed: number;
  readonly home: DemoTeam;
  readonly away: DemoTeam;
  /** ms since the epoch. */
  readonly start: number;
  /** It has the full depth of markets: ladders, periods, team totals, props. */
  readonly featured: boolean;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A Tuesday, so that a weekend lies within one round. */
const epoch = Date.UTC(2020, 0, 7);

type Pair = { readonly home: DemoTeam; readonly away: DemoTeam; readonly order: number };

/**
 * The pairs of a round by the circle method: the last team stays, the others go round, so that a pair meets again only after every other
 * has met. Who moves on by one place changes between home and away, and the venue alternates from meeting to meeting.
 */
const pairsOf = (league: DemoLeague, round: number): Pair[] => {
  const { teams, seed } = league;
  const turning = teams.length - 1;
  const turn = ((round % turning) + turning) % turning;
  const meeting = Math.floor(round / turning);
  const teamAt = (place: number): DemoTeam | undefined =>
    place === 0 ? teams[turning] : teams[(turn + place - 1) % turning];
  const pairs: Pair[] = [];
  for (let place = 0; place < teams.length / 2; place++) {
    const first = teamAt(place);
    const second = teamAt(teams.length - 1 - place);
    if (first === undefined || second === undefined) continue;
    const firstHosts = ((place === 0 ? turn : place) + meeting) % 2 === 0;
    pairs.push({
      home: firstHosts ? first : second,
      away: firstHosts ? second : first,
      order: unit(mix(seed, round, place)),
    });
  }
  // The leagues that do not field everybody in every round leave out other pairs each time.
  return pairs.sort((a, b) => a.order - b.order);
};

const slotStart = (league: DemoLeague, round: number, [day, hour, minute]: Slot, repeat: number): number =>
  epoch + (round * league.days + day + repeat) * dayMs + hour * hourMs + minute * minuteMs;

const fixturesOfRound = (league: DemoLeague, round: number): DemoFixture[] => {
  const pairs = pairsOf(league, round);
  const second = league.days >= 7 && pairs.length >= 6 ? Math.floor(pairs.length / 2) : 0;
  const fixtures: DemoFixture[] = [];
  let next = 0;
  for (const slot of league.slots)
    for (let game = 0; game < slot[3]; game++) {
      const pair = pairs[next];
      if (pair === undefined) break;
      for (let repeat = 0; repeat < league.repeats; repeat++)
        fixtures.push({
          league,
          seed: mix(league.seed, round * league.repeats + repeat, next + 1),
          home: pair.home,
          away: pair.away,
          start: slotStart(league, round, slot, repeat),
          featured: next === 0 || next === second,
        });
      next += 1;
    }
  return fixtures;
};

/**
 * The league's fixtures that start after `from` and not after `to` (ms), by start: a function of absolute time alone, the same after
 * every restart.
 */
export const fixturesBetween = (league: DemoLeague, from: number, to: number): DemoFixture[] => {
  const roundMs = league.days * dayMs;
  const latestDay = Math.max(...league.slots.map(([day]) => day)) + league.repeats;
  const first = Math.floor((from - epoch - latestDay * dayMs) / roundMs);
  const last = Math.floor((to - epoch) / roundMs);
  const fixtures: DemoFixture[] = [];
  for (let round = first; round <= last; round++)
    for (const fixture of fixturesOfRound(league, round))
      if (fixture.start > from && fixture.start <= to && isPlayedAt(league, fixture.start))
        fixtures.push(fixture);
  return fixtures.sort((a, b) => a.start - b.start || a.seed - b.seed);
};
