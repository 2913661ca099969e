export type Notation = "american" | "decimal";

const isOnlyAmerican = (price: number): boolean => price <= -100;
const isOnlyDecimal = (price: number): boolean => price > 1 && price < 100;

/**
 * The notation of one answer's prices, which the answer itself does not state. At most -100 can only be American and between 1 and 100
 * only decimal; a wrong price among many must not decide, so the majority does. Prices that could be both (whole numbers from 100 up,
 * and nothing else) are American: decimal answers without a single price below 100 exist only for outrights.
 */
export const notationOf = (prices: readonly number[]): Notation => {
  const american = prices.filter(isOnlyAmerican).length;
  const decimal = prices.filter(isOnlyDecimal).length;
  if (american !== decimal) return american > decimal ? "american" : "decimal";
  const readable = prices.filter(Number.isFinite);
  return american === 0 && readable.every(Number.isInteger) ? "american" : "decimal";
};
