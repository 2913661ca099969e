import { z } from "zod";

const rfc3339 = z.iso.datetime({ offset: true });

/**
 * Parses an RFC 3339 time with `Z` or an offset. A space may replace the T. Fractions of a millisecond are cut off.
 * @returns ms since the epoch; NaN for anything else, including times without a zone.
 */
export const parseTime = (value: unknown): number => {
  if (typeof value !== "string") return Number.NaN;
  const parsed = rfc3339.safeParse(value.replace(/^(\S{10}) /, "$1T"));
  return parsed.success ? Date.parse(parsed.data) : Number.NaN;
};
