import { ownValue } from "@/server/catalogue/own-value";
/** Numbers and times as the site writes them. Times are UTC, so that server and browser write the same. */

/** An American price with its sign: +120, -110. */
export const americanText = (price: number): string =>
  (price > 0 ? `+${price}` : `${price}`).replace("-", "\u2212");

/** A line with its sign where it is a spread: +3.5; a total has none. */
export const pointText = (point: number, signed: boolean): string =>
  (signed && point > 0 ? `+${point}` : `${point}`).replace("-", "\u2212");

/** How long ago: 12 s, 4 min, 3 h, 2 d. Never negative. */
export const ageText = (at: number, now: number): string => {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
};

/** How long ago a price was fetched, as the wire's `last_update` tells it. */
export const updateText = (lastUpdate: string | number | null, now: number): string =>
  lastUpdate === null ? "not measured" : `${ageText(Date.parse(String(lastUpdate)), now)} ago`;

const day = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A start: Sun 22 Nov, 18:00 UTC. */
export const startText = (at: number): string => `${day.format(at)} UTC`;

const sizeNames: Readonly<Record<string, string>> = {
  posted_limit: "limit",
  resting_depth: "depth",
  contracts: "contracts",
};

/** A size in words: limit 2,000. A kind that is new to this page is shown by its own name. */
export const sizeText = ({ kind, amount }: { readonly kind: string; readonly amount: number }): string =>
  `${ownValue(sizeNames, kind) ?? kind.replaceAll("_", " ")} ${Math.round(amount).toLocaleString("en-US")}`;
