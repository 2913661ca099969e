import type { Price } from "@/server/domain/prices/price";

/** The probability at which a bet breaks even, between 0 and 1. The probabilities of all sides of a line sum to 1 plus the book's margin. */
export const impliedProbability = (price: Price): number => {
  if ("probability" in price) return price.probability;
  if ("decimal" in price) return 1 / price.decimal;
  const { american } = price;
  return american > 0 ? 100 / (american + 100) : american / (american - 100);
};
