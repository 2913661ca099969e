const wholeNumber = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A number rounded to an integer, with thousands separators: `12,345`. */
export const formatWhole = (value: number): string => wholeNumber.format(value);
