import { z } from "zod";

const rfc3339 = z.iso.datetime({ offset: true });

/**
 * Milliseconds since the epoch of an RFC 3339 time with `Z` or an offset. Fractions beyond milliseconds are cut off, and a space may
 * replace the T, as the RFC allows. NaN for anything else, including times without a zone.
 */
export const parseTime = (value: unknown): number => {
  if (typeof value !== "string") return Number.NaN;
  const parsed = rfc3339.safeParse(value.replace(/^(\S{10}) /, "$1T"));
  return parsed.success ? Date.parse(parsed.data) : Number.NaN;
};
