import { formatNumber } from "@/app/ui/format-number";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { priceIn } from "@/server/domain/prices/convert";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { Price } from "@/server/domain/prices/price";

export const notations = ["american", "decimal", "fractional", "probability"] as const;
export type Notation = (typeof notations)[number];

export const notationNames: Readonly<Record<Notation, string>> = {
  american: "American",
  decimal: "Decimal",
  fractional: "Fractional",
  probability: "Probability",
};

const withMinus = (text: string): string => text.replace("-", "\u2212");

/** Even money is both −100 and +100. Readers expect +100. */
const formatAmerican = (price: number): string =>
  price === -100 ? "+100" : withMinus(price > 0 ? `+${price}` : `${price}`);

/** Long odds need no decimal places, and very short odds need three. */
const formatDecimal = (price: number): string =>
  price >= 100 ? price.toFixed(0) : price < 1.1 ? price.toFixed(3) : price.toFixed(2);

/** The largest denominator that readers of fractional odds expect. */
const maxDenominator = 100;
/** How far a fraction may differ from the profit per stake, as a share of this profit. For decimal odds of 1.91, 10/11 is close enough. */
const tolerance = 0.002;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/**
 * The profit per stake as a fraction: `10/11`, `6/5`, `evens`. Uses the smallest denominator, up to `maxDenominator`, that gives a fraction
 * within `tolerance`. If there is no such denominator, a profit of at least 1/`maxDenominator` is rounded to a multiple of
 * 1/`maxDenominator`. A smaller profit becomes a fraction with the numerator 1, such as `1/200`.
 */
const formatFraction = (decimal: number): string => {
  const profit = decimal - 1;
  for (let denominator = 1; denominator <= maxDenominator; denominator++) {
    const numerator = Math.round(profit * denominator);
    if (numerator === 0 || Math.abs(numerator / denominator - profit) > tolerance * profit) continue;
    return numerator === denominator ? "evens" : `${numerator}/${denominator}`;
  }
  if (profit < 1 / maxDenominator) return `1/${Math.round(1 / profit)}`;
  const numerator = Math.round(profit * maxDenominator);
  const divisor = greatestDivisor(numerator, maxDenominator);
  return `${numerator / divisor}/${maxDenominator / divisor}`;
};

/** `52.4%`. @param probability between 0 and 1. */
export const formatProbability = (probability: number): string => `${(100 * probability).toFixed(1)}%`;

/** A hold or an edge: `4.5%`, `−0.3%`. */
export const formatShare = (share: number): string => {
  const text = (100 * share).toFixed(1);
  return `${withMinus(text === "-0.0" ? "0.0" : text)}%`;
};

/** A price in the reader's notation: `−110`, `1.91`, `10/11` or `52.4%`. */
export const formatPrice = (price: Price, notation: Notation): string => {
  if (notation === "american") return formatAmerican(priceIn("american", price));
  if (notation === "probability") return formatProbability(impliedProbability(price));
  const decimal = priceIn("decimal", price);
  return notation === "decimal" ? formatDecimal(decimal) : formatFraction(decimal);
};

/** A fair probability, formatted as a price. */
export const formatFair = (probability: number, notation: Notation): string =>
  formatPrice({ probability }, notation);

/** A line: `+3.5` or `PK` (no handicap) for a spread (signed), `44.5` for a total. */
export const formatPoint = (point: number, signed: boolean): string =>
  signed && point === 0 ? "PK" : withMinus(signed && point > 0 ? `+${point}` : `${point}`);

const sizeNames: Readonly<Record<string, string>> = {
  posted_limit: "limit",
  resting_depth: "depth",
  contracts: "contracts",
};

/** A size: `limit 2,000`. An unknown kind is shown as its key, with spaces instead of underscores. */
export const formatSize = ({ kind, amount }: { readonly kind: string; readonly amount: number }): string =>
  `${ownValue(sizeNames, kind) ?? kind.replaceAll("_", " ")} ${formatNumber(Math.round(amount))}`;
