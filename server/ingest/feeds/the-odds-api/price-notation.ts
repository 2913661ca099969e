export type Notation = "american" | "decimal";

const isOnlyAmerican = (price: number): boolean => price <= -100;
const isOnlyDecimal = (price: number): boolean => price > 1 && price < 100;

/**
 * Infers the notation of a response's prices. A price of -100 or less can only be American, and a price between 1 and 100 can only be
 * decimal. The majority of these prices decides, so one wrong price changes nothing. If all prices are whole numbers of 100 or more, they
 * are American: a decimal response about games would also contain prices below 100.
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
