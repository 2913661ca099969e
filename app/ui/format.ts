const dateFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** `21 Nov 2026`, in UTC, so that server and browser render the same text. @param at ms since the epoch, or ISO 8601. */
export const formatDate = (at: number | string): string => dateFormat.format(new Date(at));

/** `21 Nov 2026, 09:30 UTC`. */
export const formatTime = (at: number | string): string =>
  `${formatDate(at)}, ${timeFormat.format(new Date(at))} UTC`;

const preciseFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
});

/** `21 Nov 09:30:05`, in UTC. */
export const formatSecond = (at: number | string): string =>
  preciseFormat.format(new Date(at)).replace(",", "");

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
