import { findMarket, isLegalFor, type Market, type Period, periods } from "@/server/catalogue/markets";
import type { Sport } from "@/server/catalogue/sports";
import { countAbove } from "@/server/feeds/demo/chances";
import type { DemoBook } from "@/server/feeds/demo/demo-books";
import { type StatLine, statLines } from "@/server/feeds/demo/prop-stats";
import type { BetGroup } from "@/server/feeds/demo/quote-game-markets";
import { mix, signed, wander } from "@/server/feeds/demo/random";
import type { DemoFixture } from "@/server/feeds/demo/schedule";
import { shortName } from "@/server/feeds/demo/team-names";

/** One prop market as a book quotes it: whose, and around what mean. */
type PropMarket = {
  readonly market: Market;
  readonly line: StatLine;
  /** Part of the whole game's count that the period is. */
  readonly share: number;
  readonly ladder: boolean;
  readonly seed: number;
};

const commonStats = 5;
const shares: Readonly<Partial<Record<Period, number>>> = {
  full: 1,
  h1: 0.49,
  h2: 0.51,
  q1: 0.24,
  q2: 0.26,
  q3: 0.24,
  q4: 0.26,
};

const marketsOf = (sport: Sport, line: StatLine, index: number): PropMarket[] => {
  const family = line[0];
  const keys = periods.map((period) => (period === "full" ? family : `${family}_${period}`));
  return [...keys, `${family}_alternate`].flatMap((key) => {
    const market = findMarket(key);
    if (market === undefined || !isLegalFor(market, sport)) return [];
    const ladder = market.family !== family;
    return [{ market, line, share: shares[market.period] ?? 1, ladder, seed: index + 1 }];
  });
};

const offers = new Map<string, readonly PropMarket[]>();

const propMarketsOf = (sport: Sport, props: DemoBook["props"]): readonly PropMarket[] => {
  const key = `${sport.key} ${props}`;
  const known = offers.get(key);
  if (known !== undefined) return known;
  const all = (statLines[sport.group] ?? []).flatMap((line, index) => marketsOf(sport, line, index));
  const common = all.filter(
    ({ market, ladder, seed }) => seed <= commonStats && market.period === "full" && !ladder,
  );
  const offer = props === "every" ? all : props === "common" ? common : [];
  offers.set(key, offer);
  return offer;
};

type Player = { readonly name: string; readonly seed: number };

const playersOf = (fixture: DemoFixture, roles: string): Player[] =>
  [fixture.home, fixture.away].flatMap((team, side) =>
    roles.split(" ").map((role, index) => ({
      name: `${shortName(team)} ${role} (demo)`,
      seed: mix(fixture.seed, side + 1, index + 1),
    })),
  );

const leastOffered = 0.07;
const ladderSteps = [-2, -1, 1, 2, 3];
/** Counts of players spread wider than a Poisson distribution does. */
const spread = 1.25;

const counted = (player: Player, mean: number, ladder: boolean, overOnly: boolean): BetGroup[] => {
  const deviation = spread * Math.sqrt(mean) * (mean > 30 ? 2.2 : 1);
  const main = Math.floor(mean) + 0.5;
  const step = Math.max(1, Math.round(deviation / 3));
  const lines = ladder ? ladderSteps.map((count) => main + count * step) : [main];
  return lines.flatMap((point): BetGroup[] => {
    const over = countAbove(mean, deviation, point);
    if (point < 0.5 || over < leastOffered || over > 1 - leastOffered) return [];
    const { name } = player;
    const bet = { side: "over", probability: over, point, player: name } as const;
    if (ladder || overOnly) return [[bet]];
    return [[bet, { side: "under", probability: 1 - over, point, player: name }]];
  });
};

/** Bets that at most one player can win, or that nobody lays the other side of. */
const yesOnly = /first|last|1st|triple_double|red_card/;

const binary = (player: Player, chance: number, key: string): BetGroup[] => {
  const { name } = player;
  const bet = { side: "yes", probability: chance, player: name } as const;
  if (yesOnly.test(key)) return [[bet]];
  return [[bet, { side: "no", probability: 1 - chance, player: name }]];
};

/** The fair bets on the players of a fixture at a moment, by market key: of the stats that are in the offer. */
export const fairPropBets = (
  sport: Sport,
  book: DemoBook,
  fixture: DemoFixture,
  moment: number,
  offer: DemoBook["props"],
): Map<string, BetGroup[]> => {
  const bets = new Map<string, BetGroup[]>();
  for (const { market, line, share, ladder, seed } of propMarketsOf(sport, offer)) {
    const [family, roles, mean] = line;
    const groups = playersOf(fixture, roles).flatMap((player, place) => {
      const own = mix(player.seed, seed, place);
      const level =
        1 + 0.22 * signed(own) + 0.05 * wander(own, moment - book.lagMs) + 0.03 * signed(mix(own, book.seed));
      return market.shape.point === "none"
        ? binary(player, Math.max(0.03, Math.min(0.9, mean * level * share)), family)
        : counted(player, Math.max(0.2, mean * level * share), ladder, family.endsWith("_over"));
    });
    if (groups.length > 0) bets.set(market.key, groups);
  }
  return bets;
};
