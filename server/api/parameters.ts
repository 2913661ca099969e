import { ApiError, quoted } from "@/server/errors/api-error";

const mostItems = 100;

/**
 * A comma-separated parameter: items trimmed, duplicates collapsed, in the order sent.
 * @throws BAD_REQUEST on an empty list or item, and on more than 100 items.
 */
export const parseList = (name: string, value: string): readonly string[] => {
  const items = value.split(",").map((item) => item.trim());
  if (items.includes("")) {
    const message =
      items.length === 1 ? `${name}: the list is empty.` : `${name}: ${quoted(value)} has an empty item.`;
    throw new ApiError("BAD_REQUEST", { message });
  }
  const unique = [...new Set(items)];
  if (unique.length > mostItems)
    throw new ApiError("BAD_REQUEST", {
      message: `${name}: ${unique.length} items are more than the ${mostItems} that one call takes.`,
    });
  return unique;
};

// RFC 3339, section 5.6, with an upper case T and Z. A leap second is left out: no instant of ours can hold it.
const instantPattern = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?Z$/;

/**
 * An instant in ms since the epoch, fractions beyond the millisecond dropped.
 * @throws BAD_REQUEST unless the value is RFC 3339 with Z and names a real day.
 */
export const parseInstant = (name: string, value: string): number => {
  const match = instantPattern.exec(value);
  const seconds = value.slice(0, 19);
  const at = match === null ? Number.NaN : Date.parse(`${seconds}Z`);
  // Date.parse rolls 30 February over into March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== seconds)
    throw new ApiError("BAD_REQUEST", {
      message: `${name}: ${quoted(value)} is not an RFC 3339 time in UTC such as 2026-11-22T18:00:00Z.`,
    });
  const fraction = (match?.[7] ?? "").slice(0, 3).padEnd(3, "0");
  return at + Number(fraction);
};

type Window = { readonly from: number | undefined; readonly to: number | undefined };

/**
 * The commence window, both ends inclusive.
 * @throws BAD_REQUEST on a malformed time and when it ends before it begins.
 */
export const parseWindow = (input: {
  readonly commenceTimeFrom?: string | undefined;
  readonly commenceTimeTo?: string | undefined;
}): Window => {
  const from =
    input.commenceTimeFrom === undefined
      ? undefined
      : parseInstant("commenceTimeFrom", input.commenceTimeFrom);
  const to =
    input.commenceTimeTo === undefined ? undefined : parseInstant("commenceTimeTo", input.commenceTimeTo);
  if (from !== undefined && to !== undefined && from > to)
    throw new ApiError("BAD_REQUEST", {
      message: `commenceTimeTo: ${quoted(input.commenceTimeTo ?? "")} lies before commenceTimeFrom.`,
    });
  return { from, to };
};
