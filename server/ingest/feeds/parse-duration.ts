import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";

const unitMs: ReadonlyMap<string, number> = new Map([
  ["w", 7 * dayMs],
  ["d", dayMs],
  ["h", hourMs],
  ["m", minuteMs],
  ["s", 1000],
]);

const short = /^([+-]?)((?:\d+(?:\.\d+)?[wdhms])+)$/;
const iso = /^([+-]?)P(?=[\dT])((?:\d+W)?(?:\d+D)?)(?:T(?=\d)((?:\d+H)?(?:\d+M)?(?:\d+S)?))?$/;
const part = /(\d+(?:\.\d+)?)([wdhms])/g;

/**
 * Parses a duration such as `90m`, `2d`, `-3h` or `1d12h`, or an ISO 8601 duration such as `P1D` or `-PT90M`.
 * @returns milliseconds. Null for all other texts, including months and years, which have no fixed length.
 */
export const parseDuration = (text: string): number | null => {
  const match = short.exec(text) ?? iso.exec(text);
  if (match === null) return null;
  const [, sign, days = "", times = ""] = match;
  let total = 0;
  for (const [, amount, unit = ""] of `${days}${times}`.toLowerCase().matchAll(part))
    total += Number(amount) * (unitMs.get(unit) ?? Number.NaN);
  return sign === "-" ? -total : total;
};
