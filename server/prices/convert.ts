import type { OddsFormat, Price } from "@/server/prices/price";

/**
 * Absorbs binary representation error before rounding: 100 * (2.005 - 1) is 100.49999999999997. Real prices have at most eight
 * places, whose quotients stay further from a half than this.
 */
const representationError = 1e-9;

const evenMoney = 100;
const fewestPlaces = 6;
const mostPlaces = 12;

/** Rounds a positive number, halves up. */
const roundPositive = (value: number): number => Math.floor(value + 0.5 + representationError);

/** American odds of decimal odds above 1: an integer with absolute value 100 or more; even money is +100. */
export const americanFromDecimal = (decimal: number): number => {
  if (decimal >= 2) return roundPositive(100 * (decimal - 1));
  const laid = roundPositive(100 / (decimal - 1));
  return laid <= evenMoney ? evenMoney : -laid;
};

const exactDecimalFromAmerican = (american: number): number =>
  american > 0 ? 1 + american / 100 : 1 + 100 / -american;

const roundToPlaces = (value: number, places: number): number => Number(value.toFixed(places));

/**
 * Decimal odds of American odds: six places, more only for the long favourites (below -10,000) whose integer six places cannot
 * bring back.
 */
export const decimalFromAmerican = (american: number): number => {
  const exact = exactDecimalFromAmerican(american);
  const wanted = american === -evenMoney ? evenMoney : american;
  for (let places = fewestPlaces; places < mostPlaces; places++) {
    const rounded = roundToPlaces(exact, places);
    if (rounded > 1 && americanFromDecimal(rounded) === wanted) return rounded;
  }
  return roundToPlaces(exact, mostPlaces);
};

/** Decimal odds of a probability between 0 and 1, six places (more only where they would round to 1). */
export const decimalFromProbability = (probability: number): number => {
  for (let places = fewestPlaces; places < mostPlaces; places++) {
    const rounded = roundToPlaces(1 / probability, places);
    if (rounded > 1) return rounded;
  }
  return 1 / probability;
};

/** A price in the notation asked for. The notation that its source gave is returned as it is. */
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
