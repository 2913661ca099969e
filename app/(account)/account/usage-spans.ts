/** The lengths of time that the account page and its CSV file can show, in days. */
export const usageSpans = [7, 30, 90] as const;
const defaultSpan = 30;

/** Reads a `days` parameter. Any value that is not in `usageSpans` means 30. */
export const readSpan = (days: unknown): number =>
  usageSpans.find((span) => String(span) === days) ?? defaultSpan;
