import { z } from "zod";

const rfc3339 = z.iso.datetime({ offset: true });

/**
 * Milliseconds since the epoch of an RFC 3339 time with `Z` or an offset (fractions beyond milliseconds are cut off; a space may stand for the T, as the RFC lets it); NaN for anything
 * else, times without a zone included: what they mean is a guess.
 */
export const parseTime = (value: unknown): number => {
  if (typeof value !== "string") return Number.NaN;
  const parsed = rfc3339.safeParse(value.replace(/^(\S{10}) /, "$1T"));
  return parsed.success ? Date.parse(parsed.data) : Number.NaN;
};
