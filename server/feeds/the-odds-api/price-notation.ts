export type Notation = "american" | "decimal";

const isOnlyAmerican = (price: number): boolean => price <= -100;
const isOnlyDecimal = (price: number): boolean => price > 1 && price < 100;

/**
 * The notation of one answer's prices, which the answer itself does not state. At most -100 can only be American and between 1 and 100
 * only decimal; a wrong price among many must not decide, so the majority does. Prices that could be both (whole numbers from 100 up,
 * and nothing else) are American: decimal answers without a single price below 100 exist only for outrights.
 */
export const notationOf = (prices: Iterable<number>): Notation => {
  let american = 0;
  let decimal = 0;
  let isWhole = true;
  for (const price of prices) {
    if (isOnlyAmerican(price)) american += 1;
    if (isOnlyDecimal(price)) decimal += 1;
    if (Number.isFinite(price) && !Number.isInteger(price)) isWhole = false;
  }
  if (american !== decimal) return american > decimal ? "american" : "decimal";
  return american === 0 && isWhole ? "american" : "decimal";
};
