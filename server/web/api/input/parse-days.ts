import { dayMs } from "@/server/domain/durations";
import { ApiError, quoted } from "@/server/domain/errors/api-error";

const maxDays = 366;
const defaultDays = 30;

// PostgreSQL has no year 0, so that year must not be reached by the default of `from` either.
const dayPattern = /^[1-9]\d{3}-\d{2}-\d{2}$/;

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const parseDay = (name: string, value: string): number => {
  const at = dayPattern.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  // Date.parse rolls 30 February over into March.
  if (Number.isNaN(at) || textOf(at) !== value)
    throw new ApiError("BAD_REQUEST", {
      message: `${name}: ${quoted(value)} is not a day such as 2026-11-22.`,
    });
  return at;
};

/**
 * The UTC days of a report, as `YYYY-MM-DD`, in order. Default: the 30 days that end today.
 * @param now ms since the epoch.
 * @throws BAD_REQUEST on a malformed day, if `to` is before `from`, and on more than 366 days.
 */
export const parseDays = (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): readonly string[] => {
  const last = to === undefined ? Date.parse(`${textOf(now)}T00:00:00Z`) : parseDay("to", to);
  const first = from === undefined ? last - (defaultDays - 1) * dayMs : parseDay("from", from);
  if (last < first)
    throw new ApiError("BAD_REQUEST", { message: `to: ${quoted(textOf(last))} is before from.` });
  const count = (last - first) / dayMs + 1;
  if (count > maxDays)
    throw new ApiError("BAD_REQUEST", { message: `from: ${count} days exceed the maximum of ${maxDays}.` });
  return Array.from({ length: count }, (_, index) => textOf(first + index * dayMs));
};
