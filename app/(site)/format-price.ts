import { formatNumber } from "@/app/ui/format";
import { ownValue } from "@/server/catalogue/own-value";

/** An American price with its sign: `+120`, `−110`. */
export const formatAmerican = (price: number): string =>
  (price > 0 ? `+${price}` : `${price}`).replace("-", "\u2212");

/** A line: `+3.5` for a spread (signed), `44.5` for a total. */
export const formatPoint = (point: number, signed: boolean): string =>
  (signed && point > 0 ? `+${point}` : `${point}`).replace("-", "\u2212");

/** An age: `12 s`, `4 min`, `3 h` or `2 d`. Never negative. */
export const formatAge = (at: number, now: number): string => {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
};

/** The age of a price by its `last_update`: `12 s ago`, or `not measured`. */
export const formatLastUpdate = (lastUpdate: string | number | null, now: number): string =>
  lastUpdate === null ? "not measured" : `${formatAge(Date.parse(String(lastUpdate)), now)} ago`;

const startFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A start: `Sun 22 Nov, 18:00 UTC`. UTC, so that server and browser render the same text. */
export const formatStart = (at: number): string => `${startFormat.format(at)} UTC`;

const sizeNames: Readonly<Record<string, string>> = {
  posted_limit: "limit",
  resting_depth: "depth",
  contracts: "contracts",
};

/** A size: `limit 2,000`. An unknown kind appears by its key. */
export const formatSize = ({ kind, amount }: { readonly kind: string; readonly amount: number }): string =>
  `${ownValue(sizeNames, kind) ?? kind.replaceAll("_", " ")} ${formatNumber(Math.round(amount))}`;
