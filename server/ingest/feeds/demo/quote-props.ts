import { periods } from "@/server/domain/catalogue/market-family";
import { findMarket, isLegalFor, type Market, marketKey } from "@/server/domain/catalogue/markets";
import { getOrInsert } from "@/server/domain/collections";
import type { DemoBook } from "@/server/ingest/feeds/demo/demo-books";
import { chanceAbove, periodShares } from "@/server/ingest/feeds/demo/expectation";
import type { DemoLeague } from "@/server/ingest/feeds/demo/leagues";
import { type StatLine, statTable } from "@/server/ingest/feeds/demo/prop-stats";
import type { BetGroup } from "@/server/ingest/feeds/demo/quote-game-markets";
import { hashText, mix, noise, randomSigned } from "@/server/ingest/feeds/demo/random";
import type { DemoFixture } from "@/server/ingest/feeds/demo/schedule";
import { spellingOf } from "@/server/ingest/feeds/demo/team-names";

export type PropMarket = { readonly market: Market; readonly stat: StatLine; readonly ladder: boolean };

const commonStats = 5;

const findOffer = (league: DemoLeague, props: "common" | "all"): PropMarket[] => {
  const stats: (readonly [string, StatLine])[] = Object.entries(statTable[league.group]);
  const common = props === "common";
  return stats.slice(0, common ? commonStats : stats.length).flatMap(([family, stat]) => {
    const keys = common ? [family] : periods.map((period) => marketKey(family, period));
    const ladderKey = `${family}_alternate`;
    return [...keys, ...(common ? [] : [ladderKey])].flatMap((key) => {
      const market = findMarket(key);
      if (market === undefined || !isLegalFor(market, league.sport)) return [];
      return [{ market, stat, ladder: key === ladderKey }];
    });
  });
};

const offers = new Map<string, readonly PropMarket[]>();

/** The prop markets that a book quotes for the league's featured fixtures; see `DemoFixture.featuredFrom`. */
export const propMarketsOf = (league: DemoLeague, props: DemoBook["props"]): readonly PropMarket[] => {
  if (props === "none") return [];
  const key = `${league.key} ${props}`;
  const offer = getOrInsert(offers, key, () => findOffer(league, props));
  return offer;
};

const minOffered = 0.07;
/** No book quotes the "no" side of a bet whose "yes" is less likely than this. */
const minTwoSided = 0.15;

const countBets = (player: string, mean: number, ladder: boolean, overOnly: boolean): BetGroup[] => {
  // In a Poisson distribution, the deviation is the square root of the mean. Players' counts vary more. Counts with a high mean, such as
  // yards, vary most.
  const deviation = 1.25 * Math.sqrt(mean) * (mean > 30 ? 2.2 : 1);
  const step = Math.max(1, Math.round(deviation / 3));
  const lines = (ladder ? [-2, -1, 1, 2, 3] : [0]).map((count) => Math.floor(mean) + 0.5 + count * step);
  return lines.flatMap((point): BetGroup[] => {
    const probability = chanceAbove(mean, deviation, point);
    if (point < 0.5 || probability < minOffered || probability > 1 - minOffered) return [];
    const over = { side: "over", probability, point, player } as const;
    return [ladder || overOnly ? [over] : [over, { ...over, side: "under", probability: 1 - probability }]];
  });
};

const yesNoBets = (player: string, probability: number): BetGroup => {
  const yes = { side: "yes", probability, player } as const;
  return probability < minTwoSided ? [yes] : [yes, { ...yes, side: "no", probability: 1 - probability }];
};

/**
 * One prop market's bets on the players of a fixture. Each bet has the probability that the book assumes at `moment` (ms). The
 * probabilities include no margin.
 */
export const fairPropBets = (
  book: DemoBook,
  { league, seed, home, away }: DemoFixture,
  { market, stat: [roles, mean], ladder }: PropMarket,
  moment: number,
): BetGroup[] =>
  [home, away].flatMap((team) =>
    roles.split(" ").flatMap((role) => {
      const player = `${spellingOf(league, team, "nicknames")} ${role} (demo)`;
      const form = mix(seed, hashText(player), hashText(market.family.replace("_alternate", "")));
      const level =
        1 +
        0.22 * randomSigned(form) +
        0.05 * noise(form, moment) +
        0.03 * randomSigned(mix(form, book.seed));
      const expected = mean * level * periodShares[market.period];
      if (market.shape.point === "none") return [yesNoBets(player, Math.max(0.03, Math.min(0.9, expected)))];
      return countBets(player, Math.max(0.2, expected), ladder, market.family.endsWith("_over"));
    }),
  );
