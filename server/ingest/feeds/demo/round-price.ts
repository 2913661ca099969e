import type { Price } from "@/server/domain/prices/price";
import type { DemoBook } from "@/server/ingest/feeds/demo/demo-books";

/** Every notation can express each implied probability between these limits. */
const maxImplied = 0.985;
const minImplied = 0.002;

const floorTo = (value: number, step: number): number => Math.floor(value / step + 1e-9) * step;
const ceilTo = (value: number, step: number): number => Math.ceil(value / step - 1e-9) * step;

const american = (implied: number): number => {
  const size = 100 * (implied <= 0.5 ? (1 - implied) / implied : implied / (1 - implied));
  const step = size < 300 ? 1 : size < 1000 ? 10 : 50;
  return implied <= 0.5 ? Math.max(100, floorTo(size, step)) : -ceilTo(size, step);
};

const decimal = (implied: number): number => {
  const exact = 1 / implied;
  const step = exact < 2 ? 0.01 : exact < 4 ? 0.05 : exact < 10 ? 0.1 : 1;
  return Number(floorTo(exact, step).toFixed(2));
};

/** Converts an implied probability to a price, rounded in the book's favour. */
export const roundPrice = (notation: DemoBook["notation"], implied: number): Price => {
  const bounded = Math.min(maxImplied, Math.max(minImplied, implied));
  if (notation === "american") return { american: american(bounded) };
  if (notation === "decimal") return { decimal: decimal(bounded) };
  return { probability: Number(Math.min(0.99, ceilTo(bounded, 0.01)).toFixed(2)) };
};

/**
 * Adds the margin to the fair probabilities of a bet. The uncertain outcomes carry most of the margin, so that strong favourites keep a
 * valid price. An outcome that is offered alone carries half of the margin.
 */
export const withMargin = (fair: readonly number[], margin: number): number[] => {
  const [single = 0] = fair;
  if (fair.length === 1) return [single + margin / 2];
  const doubts = fair.map((probability) => probability * (1 - probability));
  const sum = doubts.reduce((total, doubt) => total + doubt, 0);
  return fair.map((probability, index) => probability + (margin * (doubts[index] ?? 0)) / sum);
};
