import { defaultTokens, fitRows, maxTokens, reservedTokens } from "@/server/web/mcp/tokens";
import type { Extent } from "@/server/web/mcp/tool";

export type PageArguments = { readonly limit?: number | undefined; readonly offset: number };

/** How a reader gets the rest of a list. */
type Rest = {
  /** Whether the next page costs a request. */
  readonly counted: boolean;
  /** Arguments that narrow the list, such as "team or markets". Undefined if none does. */
  readonly narrowBy: string | undefined;
  /** Why a list without rows is empty. Called only then. */
  readonly emptyBecause: () => string;
};

const itself = (row: unknown): unknown => row;

/**
 * The page of rows that a result shows. With a `limit`, a result may be larger than by default.
 * @param shownAs what of a row the result contains, given the row before it. Default: the row itself.
 */
export const pageOf = <T>(
  rows: readonly T[],
  { limit, offset }: PageArguments,
  rest: Rest,
  shownAs: (row: T, previous: T | undefined) => unknown = itself,
): { readonly rows: T[]; readonly extent: Extent } => {
  const tokens = (limit === undefined ? defaultTokens : maxTokens) - reservedTokens;
  const shown = fitRows(rows, { offset, maxRows: limit ?? rows.length, tokens }, shownAs);
  const next = offset + shown.length;
  const left = rows.length - next;
  const total = rows.length;
  const narrower = (how: string): string => (rest.narrowBy === undefined ? "" : `${how} by ${rest.narrowBy}`);
  if (total === 0) return { rows: [], extent: { shown: 0, total, empty_because: rest.emptyBecause() } };
  if (shown.length === 0) {
    const why =
      left > 0
        ? `The next row is too large to show.${narrower(" Narrow")}`
        : `offset ${offset} is past the last of ${total} rows.`;
    return { rows: [], extent: { shown: 0, total, empty_because: why } };
  }
  if (left <= 0) return { rows: shown, extent: { shown: shown.length, total } };
  const cost = rest.counted ? " (costs 1 request)" : "";
  return {
    rows: shown,
    extent: {
      shown: shown.length,
      total,
      next_offset: next,
      more: `${left} more rows: call again with offset ${next}${cost}${narrower(", or narrow")}.`,
    },
  };
};

/** The newest and the oldest of the fetch times of the prices shown. */
export const freshnessOf = (
  times: readonly (string | number | null)[],
): Pick<Extent, "newest_price" | "oldest_price"> => {
  if (times.length === 0) return {};
  const measured = [...new Set(times)].filter((time) => typeof time === "string").sort();
  return { newest_price: measured.at(-1) ?? null, oldest_price: measured[0] ?? null };
};
