/** How many days of usage the account page and its CSV file can show. */
export const usageSpans = [7, 30, 90] as const;
const defaultSpan = 30;

/** The number of days in a `days` parameter. 30 if the parameter is missing or not in `usageSpans`. */
export const readSpan = (days: unknown): number =>
  usageSpans.find((span) => String(span) === days) ?? defaultSpan;
