const numberFormat = new Intl.NumberFormat("en-US");

/** `20,000`. */
export const formatNumber = (value: number): string => numberFormat.format(value);

/** `$29` or `€99.50`. @param currency an ISO 4217 code. */
export const formatPrice = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  }).format(amount);
