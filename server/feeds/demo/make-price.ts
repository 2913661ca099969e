import type { DemoBook } from "@/server/feeds/demo/demo-books";
import type { Price } from "@/server/prices/price";

/** What a price has to cost so that it can still be written in every notation. */
const dearest = 0.985;
const cheapest = 0.002;

const floorTo = (value: number, step: number): number => Math.floor(value / step + 1e-9) * step;
const ceilTo = (value: number, step: number): number => Math.ceil(value / step - 1e-9) * step;

const americanStep = (size: number, coarse: boolean): number => {
  if (size < 300) return coarse ? 5 : 1;
  if (size < 1000) return 10;
  return size < 3000 ? 50 : 100;
};

const american = (implied: number, coarse: boolean): number => {
  if (implied <= 0.5) {
    const size = (100 * (1 - implied)) / implied;
    return Math.max(100, floorTo(size, americanStep(size, coarse)));
  }
  const size = (100 * implied) / (1 - implied);
  return -ceilTo(size, americanStep(size, coarse));
};

/** Largest decimal price up to which each step is used. */
const decimalSteps: readonly (readonly [upTo: number, step: number])[] = [
  [2, 0.01],
  [3, 0.02],
  [4, 0.05],
  [6, 0.1],
  [10, 0.2],
  [20, 0.5],
  [50, 1],
  [Number.POSITIVE_INFINITY, 10],
];

const decimal = (implied: number): number => {
  const exact = 1 / implied;
  const step = decimalSteps.find(([upTo]) => exact <= upTo)?.[1] ?? 10;
  return Math.max(1.01, Number(floorTo(exact, step).toFixed(2)));
};

/**
 * The book's price for a bet that costs `implied` (fair probability and margin), rounded the way its notation is: always in the
 * book's favour, as books do.
 */
export const makePrice = (book: Pick<DemoBook, "notation" | "coarse">, implied: number): Price => {
  const bounded = Math.min(dearest, Math.max(cheapest, implied));
  if (book.notation === "american") return { american: american(bounded, book.coarse) };
  if (book.notation === "decimal") return { decimal: decimal(bounded) };
  return { probability: Number(Math.min(0.99, ceilTo(bounded, 0.01)).toFixed(2)) };
};

/**
 * What each of the bets that exclude each other costs: their fair probabilities (which add up to 1) with the margin laid where the
 * doubt is, so that long favourites keep a price.
 */
export const withMargin = (fair: readonly number[], margin: number): number[] => {
  const doubts = fair.map((probability) => probability * (1 - probability));
  const doubt = doubts.reduce((sum, one) => sum + one, 0);
  return fair.map((probability, index) => probability + (margin * (doubts[index] ?? 0)) / doubt);
};
