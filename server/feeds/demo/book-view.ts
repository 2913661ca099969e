import type { Period } from "@/server/catalogue/markets";
import { type Chances, goalChances, pointChances } from "@/server/feeds/demo/chances";
import type { DemoBook } from "@/server/feeds/demo/demo-books";
import type { DemoLeague } from "@/server/feeds/demo/leagues";
import { mix, signed, unit, wander } from "@/server/feeds/demo/random";
import type { DemoFixture } from "@/server/feeds/demo/schedule";

/** Markets that a book reprices together. */
export type Rhythm = "main" | "derived" | "props";

const hourMs = 3_600_000;

/** Hours before the start at which the earliest book opens; a league that lists fixtures later opens all at that time. */
const opensHours: Readonly<Record<Rhythm, number>> = { main: 168, derived: 150, props: 54 };

/** Each step to the next price is this part of the time left: rare far ahead, often near the start. */
const timeLeftAfter: Readonly<Record<Rhythm, number>> = { main: 0.87, derived: 0.75, props: 0.68 };

const latestOpeningMs = 6 * hourMs;
/** Books that open at least this early have everything of a fixture from when it is featured. */
const earlyOpenness = 0.8;
const rhythmSalt: Readonly<Record<Rhythm, number>> = { main: 11, derived: 12, props: 13 };

/** ms before the start at which the book opens these markets. */
export const openingMs = (book: DemoBook, fixture: DemoFixture, rhythm: Rhythm): number => {
  const listed = Math.min(fixture.league.listedHours, opensHours[rhythm]) * hourMs;
  const spread = 0.75 + 0.25 * unit(mix(book.seed, fixture.seed, rhythmSalt[rhythm]));
  const usual = Math.max(latestOpeningMs, listed * book.openness * spread);
  return book.openness < earlyOpenness ? usual : Math.max(usual, fixture.start - fixture.featuredFrom);
};

const offBoardShare = 0.03;

/** Now and then a book takes a fixture off its board for an hour and puts it back. */
export const isOffBoard = (book: DemoBook, fixture: DemoFixture, at: number): boolean => {
  const seed = mix(book.seed, fixture.seed, 21);
  if (unit(seed) >= offBoardShare) return false;
  const left = fixture.start - at;
  const from = (3 + 12 * unit(mix(seed, 1))) * hourMs;
  return left <= from && left > from - hourMs;
};

/** The moment (ms) whose knowledge stands in the price that the book shows at `at`, and the number of that price. */
export const pricedAt = (
  book: DemoBook,
  fixture: DemoFixture,
  rhythm: Rhythm,
  at: number,
): { readonly moment: number; readonly revision: number } => {
  const opening = openingMs(book, fixture, rhythm);
  const left = Math.max(1000, Math.min(opening, fixture.start - at));
  const pace = Math.log(1 / timeLeftAfter[rhythm]);
  const offset = unit(mix(book.seed, fixture.seed, rhythmSalt[rhythm] + 10));
  const revision = Math.floor(Math.log(opening / left) / pace + offset);
  const leftThen = Math.min(opening, opening * Math.exp(-pace * (revision - offset)));
  return { moment: fixture.start - leftThen, revision };
};

/** Part of the game that a period is. */
const shares: Readonly<Record<Period, number>> = {
  full: 1,
  h1: 0.48,
  h2: 0.52,
  q1: 0.23,
  q2: 0.26,
  q3: 0.24,
  q4: 0.27,
  f5: 0.56,
};

const strengthOf = (league: DemoLeague, team: string): number => {
  let seed = league.seed;
  for (let index = 0; index < team.length; index++) seed = mix(seed, team.charCodeAt(index));
  return signed(seed) * 1.7;
};

const strengths = new Map<string, number>();

const strength = (league: DemoLeague, team: string): number => {
  const key = `${league.key}\n${team}`;
  const known = strengths.get(key);
  if (known !== undefined) return known;
  const computed = strengthOf(league, team);
  strengths.set(key, computed);
  return computed;
};

/** How far the market's opinion moves, and books differ in it, in deviations of the result. */
const movement = 0.06;
const disagreement = 0.02;
/** Teams never score less than this part of an even share. */
const leastShare = 0.35;

/** What the book thinks of a period at a moment: what the market knew a little earlier, and an opinion of its own. */
export const chancesOf = (book: DemoBook, fixture: DemoFixture, period: Period, moment: number): Chances => {
  const { league, seed, home, away } = fixture;
  const { scoring } = league;
  const known = moment - book.lagMs;
  const opinion = mix(book.seed, seed, 31);
  const share = shares[period];
  const margin =
    scoring.homeAdvantage +
    scoring.strength * (strength(league, home.name) - strength(league, away.name)) +
    scoring.marginDeviation *
      (movement * wander(mix(seed, 1), known) + disagreement * signed(mix(opinion, 1)));
  const total =
    scoring.total * (1 + 0.05 * signed(mix(seed, 3))) +
    scoring.totalDeviation *
      (movement * wander(mix(seed, 2), known) + disagreement * signed(mix(opinion, 2)));
  if (scoring.kind === "points")
    return pointChances(
      margin * share,
      total * share,
      scoring.marginDeviation * Math.sqrt(share),
      scoring.totalDeviation * Math.sqrt(share),
    );
  const least = (leastShare * total) / 2;
  const homeMean = Math.max(least, (total + margin) / 2) * share;
  const awayMean = Math.max(least, (total - margin) / 2) * share;
  return goalChances(homeMean, awayMean);
};
