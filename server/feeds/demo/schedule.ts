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
  /** ms since the epoch; from then on it has the full depth of markets: ladders, periods, team totals, props. Infinity: never. */
  readonly featuredFrom: number;
};

type Game = Omit<DemoFixture, "featuredFrom">;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A Tuesday, so that a weekend lies within one round. */
const epoch = Date.UTC(2020, 0, 7);
/** How many of a league's next fixtures are featured at any time. */
const featuredCount = 2;
/** A fixture is featured before its predecessor starts, so that the books' next looks come in time. */
const featuredLeadMs = 10 * minuteMs;

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

const gamesOfRound = (league: DemoLeague, round: number): Game[] => {
  const pairs = pairsOf(league, round);
  const games: Game[] = [];
  let next = 0;
  for (const slot of league.slots)
    for (let game = 0; game < slot[3]; game++) {
      const pair = pairs[next];
      if (pair === undefined) break;
      for (let repeat = 0; repeat < league.repeats; repeat++)
        games.push({
          league,
          seed: mix(league.seed, round * league.repeats + repeat, next + 1),
          home: pair.home,
          away: pair.away,
          start: slotStart(league, round, slot, repeat),
        });
      next += 1;
    }
  return games;
};

/** By start, then as fixture ids are sorted: the first ones are those that a list shows first. */
const inListOrder = (a: Game, b: Game): number => {
  if (a.start !== b.start) return a.start - b.start;
  const [first, second] = [a, b].map(({ away, home }) => `${away.name} ${home.name}`.toLowerCase());
  return (first ?? "") < (second ?? "") ? -1 : 1;
};

const gamesBetween = (league: DemoLeague, from: number, to: number): Game[] => {
  const roundMs = league.days * dayMs;
  const latestDay = Math.max(...league.slots.map(([day]) => day)) + league.repeats;
  const first = Math.floor((from - epoch - latestDay * dayMs) / roundMs);
  const last = Math.floor((to - epoch) / roundMs);
  const games: Game[] = [];
  for (let round = first; round <= last; round++)
    for (const game of gamesOfRound(league, round))
      if (game.start > from && game.start <= to && isPlayedAt(league, game.start)) games.push(game);
  return games.sort(inListOrder);
};

/**
 * The league's fixtures that start after `from` and not after `to` (ms), by start: a function of absolute time alone, the same after
 * every restart. A fixture is featured as soon as it is among the next ones of its league.
 */
export const fixturesBetween = (league: DemoLeague, from: number, to: number): DemoFixture[] => {
  // Longer than the longest pause between two fixtures of a season.
  const maxAheadMs = (league.days + 1) * dayMs;
  const games = gamesBetween(league, from - maxAheadMs, to);
  return games.flatMap((game, index) => {
    if (game.start <= from) return [];
    const earlier = games[index - featuredCount];
    if (earlier?.start === game.start) return [{ ...game, featuredFrom: Number.POSITIVE_INFINITY }];
    const featuredFrom = (earlier?.start ?? Number.NEGATIVE_INFINITY) - featuredLeadMs;
    return [{ ...game, featuredFrom: Math.max(featuredFrom, game.start - maxAheadMs) }];
  });
};
