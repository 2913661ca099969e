/** Days of usage that the account page and its CSV file can show. */
export const usageSpans = [7, 30, 90] as const;
const defaultSpan = 30;

/** The span that a `days` parameter names. Default: 30 days. */
export const readSpan = (days: unknown): number =>
  usageSpans.find((span) => String(span) === days) ?? defaultSpan;
