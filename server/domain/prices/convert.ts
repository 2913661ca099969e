import type { OddsFormat, Price } from "@/server/domain/prices/price";

/**
 * Added to a number before rounding, because the result of a binary calculation can be slightly too low: 100 * (2.005 - 1) is
 * 100.49999999999997 instead of 100.5. The addition never rounds up a number that must be rounded down. Prices have at most eight decimal
 * places, so such a number is at least 5e-9 below the next half (such as 100.5).
 */
const representationError = 1e-9;

const evenMoney = 100;
const minPlaces = 6;
const maxPlaces = 12;

/** Rounds a positive number to an integer. A half is rounded up. */
const roundPositive = (value: number): number => Math.floor(value + 0.5 + representationError);

/** Converts decimal odds above 1 to American odds: an integer with an absolute value of at least 100. Even money is +100. */
export const americanFromDecimal = (decimal: number): number => {
  if (decimal >= 2) return roundPositive(100 * (decimal - 1));
  const stakeToWin100 = roundPositive(100 / (decimal - 1));
  return stakeToWin100 <= evenMoney ? evenMoney : -stakeToWin100;
};

const exactDecimalFromAmerican = (american: number): number =>
  american > 0 ? 1 + american / 100 : 1 + 100 / -american;

const roundToPlaces = (value: number, places: number): number => Number(value.toFixed(places));

/**
 * Converts American odds to decimal odds with six places. Heavy favourites (below -10,000) get more places if six do not convert back to
 * the same integer.
 */
export const decimalFromAmerican = (american: number): number => {
  const exact = exactDecimalFromAmerican(american);
  const expected = american === -evenMoney ? evenMoney : american;
  for (let places = minPlaces; places < maxPlaces; places++) {
    const rounded = roundToPlaces(exact, places);
    if (rounded > 1 && americanFromDecimal(rounded) === expected) return rounded;
  }
  return roundToPlaces(exact, maxPlaces);
};

/** Converts a probability between 0 and 1 to decimal odds with six places, or more if six would round to 1. */
export const decimalFromProbability = (probability: number): number => {
  for (let places = minPlaces; places < maxPlaces; places++) {
    const rounded = roundToPlaces(1 / probability, places);
    if (rounded > 1) return rounded;
  }
  return 1 / probability;
};

/** Returns the price in the given notation. If the source used that notation, the number is unchanged. */
export const priceIn = (format: OddsFormat, price: Price): number => {
  if (format === "american") {
    if ("american" in price) return price.american;
    return americanFromDecimal("decimal" in price ? price.decimal : 1 / price.probability);
  }
  if ("decimal" in price) return price.decimal;
  return "american" in price
    ? decimalFromAmerican(price.american)
    : decimalFromProbability(price.probability);
};
