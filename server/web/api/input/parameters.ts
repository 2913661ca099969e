import { ApiError, quoted } from "@/server/domain/errors/api-error";

const defaultMaxItems = 100;

/**
 * Parses a comma-separated parameter. Trims items and drops duplicates; keeps the order.
 * @throws BAD_REQUEST on an empty list or item, and on more than `maxItems` items.
 */
export const parseList = (name: string, value: string, maxItems = defaultMaxItems): readonly string[] => {
  const items = value.split(",").map((item) => item.trim());
  if (items.includes("")) {
    const message =
      items.length === 1 ? `${name}: the list is empty.` : `${name}: ${quoted(value)} has an empty item.`;
    throw new ApiError("BAD_REQUEST", { message });
  }
  const unique = [...new Set(items)];
  if (unique.length > maxItems)
    throw new ApiError("BAD_REQUEST", {
      message: `${name}: ${unique.length} items exceed the maximum of ${maxItems}.`,
    });
  return unique;
};

// RFC 3339, section 5.6, with upper case T and Z. Leap seconds are rejected: ms since the epoch cannot represent them.
const instantPattern = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?(?:Z|\+00:00)$/;

/** The form of a time in a parameter, for the OpenAPI document. */
export const instantForm = instantPattern.source;

// In a query string, `+` means a space. So a client that does not encode the `+` of `+00:00` sends a space.
const unencodedPlus = /^\d{4}-\d{2}-\d{2}T[\d:.]+ 00:00$/;

/**
 * Parses a time into ms since the epoch. Drops fractions of a millisecond.
 * @throws BAD_REQUEST if the value is not RFC 3339 with Z or +00:00, or if the day does not exist.
 */
export const parseInstant = (name: string, value: string): number => {
  const match = instantPattern.exec(value);
  const seconds = value.slice(0, 19);
  const at = match === null ? Number.NaN : Date.parse(`${seconds}Z`);
  // Date.parse rolls 30 February over into March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== seconds)
    throw new ApiError("BAD_REQUEST", {
      message: unencodedPlus.test(value)
        ? `${name}: ${quoted(value)} has a space. Encode the + of +00:00 as %2B, or write Z.`
        : `${name}: ${quoted(value)} is not an RFC 3339 time in UTC such as 2026-11-22T18:00:00Z.`,
    });
  const fraction = (match?.[1] ?? "").slice(0, 3).padEnd(3, "0");
  return at + Number(fraction);
};

type Window = { readonly from: number | undefined; readonly to: number | undefined };

/**
 * Parses `commenceTimeFrom` and `commenceTimeTo`, the inclusive bounds of a fixture's start.
 * @throws BAD_REQUEST on a malformed time, and if `commenceTimeTo` is before `commenceTimeFrom`.
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
      message: `commenceTimeTo: ${quoted(input.commenceTimeTo ?? "")} is before commenceTimeFrom.`,
    });
  return { from, to };
};
