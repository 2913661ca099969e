import { fadesAt } from "@/app/(site)/live/age";
import { holdOf } from "@/server/domain/prices/fair-odds";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { PriceLevel, SlateGame, SlateSide, SlateView, Sparkline } from "@/server/market/screen/views";

/**
 * The best price that has not lapsed, with the books that quote this price. A book's price lapses at its `leavesAt`: the price is then no
 * longer shown, because it was not checked in time.
 */
export const currentLevel = ({ levels }: SlateSide, now: number): PriceLevel | undefined => {
  for (const { price, quotes } of levels) {
    const left = quotes.filter(({ leavesAt }) => leavesAt > now);
    if (left.length > 0) return { price, quotes: left };
  }
  return undefined;
};

/** Whether every price of the game has lapsed. Then the consensus means nothing. */
export const isEmpty = ({ lastLeavesAt }: SlateGame, now: number): boolean =>
  lastLeavesAt === null || lastLeavesAt <= now;

/** The hold of the best prices; undefined if a side has no price. */
export const bestHold = (levels: readonly (PriceLevel | undefined)[]): number | undefined => {
  const prices = levels.flatMap((level) => (level === undefined ? [] : [level.price]));
  return prices.length === levels.length && prices.length > 0
    ? holdOf(prices.map(impliedProbability))
    : undefined;
};

export const holdNow = ({ sides }: SlateGame, now: number): number | undefined =>
  bestHold(sides.map((side) => currentLevel(side, now)));

/** The first moment after `now` at which a game starts, or at which a price begins to fade or is removed. */
export const nextMoment = (view: SlateView | undefined, now: number): number | undefined => {
  let next = Number.POSITIVE_INFINITY;
  const consider = (moment: number | null): void => {
    if (moment !== null && moment > now && moment < next) next = moment;
  };
  for (const { sides, cells, lastLeavesAt, start } of view?.games ?? []) {
    consider(start);
    consider(lastLeavesAt);
    const quotes = sides.flatMap(({ levels }) => levels.flatMap((level) => level.quotes));
    for (const quote of [...quotes, ...Object.values(cells)]) {
      consider(fadesAt(quote));
      consider(quote.leavesAt);
    }
  }
  return Number.isFinite(next) ? next : undefined;
};

export type GameSort = "start" | "game" | "hold" | "books" | "move";

/** The sort of an address: `-hold` is by hold, reversed. */
export const parseSort = (text = "start"): { readonly key: GameSort; readonly isReversed: boolean } => ({
  key: text.replace("-", "") as GameSort,
  isReversed: text.startsWith("-"),
});

/** The sort after a click on a header: sorts by it, then reverses the order, then sorts by start again. */
export const nextSort = (current: string | undefined, key: GameSort): string | undefined => {
  if (current === key || (key === "start" && current === undefined)) return `-${key}`;
  return current === `-${key}` || key === "start" ? undefined : key;
};

const moveOf = (sparkline: Sparkline | undefined): number =>
  sparkline === undefined ? -1 : Math.abs((sparkline.points.at(-1) ?? 0) - (sparkline.points[0] ?? 0));

/**
 * Games in order: the earliest start, the first title, the lowest hold, the most books or the largest move first. Games without the figure
 * are last in both directions.
 */
export const sortGames = (
  games: readonly SlateGame[],
  sort: string | undefined,
  now: number,
  sparklines: readonly Sparkline[],
): readonly SlateGame[] => {
  const { key, isReversed } = parseSort(sort);
  const turn = isReversed ? -1 : 1;
  if (key === "start" || key === "game") {
    const order = (a: SlateGame, b: SlateGame): number =>
      key === "start" ? a.start - b.start : a.awayTeam.localeCompare(b.awayTeam);
    return [...games].sort((a, b) => turn * order(a, b));
  }
  const figures = new Map(
    games.map((game) => {
      const hold = holdNow(game, now) ?? Number.POSITIVE_INFINITY;
      const move = moveOf(sparklines.find(({ id }) => id === game.id));
      const figure = key === "hold" ? hold : key === "books" ? -(isEmpty(game, now) ? 0 : game.books) : -move;
      const isMissing = key === "hold" ? !Number.isFinite(hold) : key === "move" && move < 0;
      return [game.id, { figure, isMissing }] as const;
    }),
  );
  const of = ({ id }: SlateGame) => figures.get(id) ?? { figure: 0, isMissing: true };
  return [...games].sort((a, b) => {
    const [first, second] = [of(a), of(b)];
    if (first.isMissing || second.isMissing)
      return Number(first.isMissing) - Number(second.isMissing) || a.start - b.start;
    return turn * (first.figure - second.figure) || a.start - b.start;
  });
};
