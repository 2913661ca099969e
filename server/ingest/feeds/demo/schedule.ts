import { dayMs, hourMs } from "@/server/domain/durations";
import { type DemoLeague, isPlayedAt } from "@/server/ingest/feeds/demo/leagues";
import { mix } from "@/server/ingest/feeds/demo/random";

export type DemoFixture = {
  readonly league: DemoLeague;
  readonly seed: number;
  readonly home: string;
  readonly away: string;
  /** ms since the epoch. */
  readonly start: number;
  /** ms since the epoch. From then on, books also quote ladders, periods, team totals and props. */
  readonly featuredFrom: number;
};
/** How many of a league's next fixtures are featured. */
const featuredCount = 2;
/**
 * When a featured fixture starts, a later fixture takes its place. The later fixture becomes featured this long before the earlier fixture
 * starts. Within this time, every book is polled at least once.
 */
const featuredLeadMs = hourMs / 6;

/** Fixtures of a league are numbered from the Unix epoch on. */
const startOf = ({ startHours }: DemoLeague, number: number): number => {
  const hour = startHours[number % startHours.length] ?? 0;
  return Math.floor(number / startHours.length) * dayMs + hour * hourMs;
};

/**
 * The pair of a fixture by the circle method: one team stays, and the others move by one place each round. A pair meets again only after
 * all other pairs have met.
 */
const pairOf = ({ teams }: DemoLeague, number: number): readonly [home: string, away: string] => {
  const pairs = teams.length / 2;
  const moving = teams.length - 1;
  const round = Math.floor(number / pairs);
  const place = number % pairs;
  const teamAt = (at: number): string => teams[at === 0 ? moving : (round + at - 1) % moving] ?? "";
  const first = teamAt(place);
  const second = teamAt(moving - place);
  // A team alternates between home and away from round to round, and a pair swaps sides from one meeting to the next.
  const turn = (place === 0 ? round % moving : place) + Math.floor(round / moving);
  return turn % 2 === 0 ? [first, second] : [second, first];
};

const fixtureOf = (league: DemoLeague, number: number): DemoFixture => {
  const [home, away] = pairOf(league, number);
  const predecessorStart = startOf(league, number - featuredCount);
  return {
    league,
    seed: mix(league.seed, number),
    home,
    away,
    start: startOf(league, number),
    // The first fixtures of a season are featured as soon as they are listed.
    featuredFrom: isPlayedAt(league, predecessorStart) ? predecessorStart - featuredLeadMs : 0,
  };
};

/** The league's fixtures that start after `from` and not after `to` (ms), sorted by start. */
export const fixturesBetween = (league: DemoLeague, from: number, to: number): DemoFixture[] => {
  const fixtures: DemoFixture[] = [];
  // A start hour of 24 or more is on the next day, so the search begins one day early.
  let number = (Math.floor(from / dayMs) - 1) * league.startHours.length;
  for (; startOf(league, number) <= to; number++) {
    const start = startOf(league, number);
    if (start > from && isPlayedAt(league, start)) fixtures.push(fixtureOf(league, number));
  }
  return fixtures;
};
