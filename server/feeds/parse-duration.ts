const unitMs: ReadonlyMap<string, number> = new Map([
  ["w", 7 * 24 * 3_600_000],
  ["d", 24 * 3_600_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
]);

const short = /^([+-]?)((?:\d+(?:\.\d+)?[wdhms])+)$/;
const iso = /^([+-]?)P(?=[\dT])((?:\d+W)?(?:\d+D)?)(?:T(?=\d)((?:\d+H)?(?:\d+M)?(?:\d+S)?))?$/;
const part = /(\d+(?:\.\d+)?)([wdhms])/g;

/**
 * Milliseconds of a duration such as `90m`, `36h`, `2d`, `-3h`, `1d12h` or, in ISO 8601, `P1D` and `-PT90M`; null for anything else
 * (months and years have no fixed length).
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
