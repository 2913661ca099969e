export type BillingPeriod = {
  /** ms since the epoch, inclusive. */
  readonly start: number;
  /** ms since the epoch, exclusive: the start of the next period. */
  readonly end: number;
};

/**
 * The time `months` months after the anchor, in UTC. If the resulting month lacks the anchor's day, the month's last day is used.
 * Months are always counted from the anchor: for an account created on 31 January, periods begin on 28 February and then on 31 March.
 */
const monthsAfter = (anchor: Date, months: number): number => {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = anchor.getTime() - Date.UTC(year, anchor.getUTCMonth(), anchor.getUTCDate());
  return Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay)) + timeOfDay;
};

/** The monthly period that contains `now`, for an account created at `anchor`; both ms since the epoch. */
export const billingPeriod = (anchor: number, now: number): BillingPeriod => {
  const from = new Date(anchor);
  const at = new Date(now);
  const monthsApart =
    (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  // This machine's clock may be behind the clock that set the anchor. Then the first period applies.
  const months = Math.max(0, monthsAfter(from, monthsApart) > now ? monthsApart - 1 : monthsApart);
  return { start: monthsAfter(from, months), end: monthsAfter(from, months + 1) };
};
