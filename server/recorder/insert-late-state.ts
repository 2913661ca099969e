import { withoutSizes } from "@/server/prices/outcome-text";

/** A stored state of a market: `text` is valid from `at` (ms) on; an empty text means not offered. */
export type StoredState = { readonly at: number; readonly text: string };

/** The state at a time: that of the last row at or before it; empty before the first row. `rows` ascend by time. */
const stateAt = (rows: readonly StoredState[], at: number): string => {
  let text = "";
  for (const row of rows) {
    if (row.at > at) break;
    text = row.text;
  }
  return text;
};

/**
 * Finds the rows to write for a late observation. A row gives only the time at which a state began, and an observation that found no
 * change wrote no row. If the market was observed again (`observedAt`, ms, ascending) before the next row, it had the earlier state at that
 * time. The late state then ends there, and a second row restores the earlier state.
 *
 * If two snapshots of one book at the same time disagree, the greater text wins, so that the order of arrival does not matter.
 * @returns rows to insert. Each replaces an existing row with the same time.
 */
export const insertLateState = (
  rows: readonly StoredState[],
  observedAt: readonly number[],
  observation: StoredState,
): StoredState[] => {
  const { at, text } = observation;
  const before = stateAt(rows, at);
  const [price, priceBefore] = [withoutSizes(text), withoutSizes(before)];
  if (price === priceBefore) return [];
  const isContested = observedAt.includes(at);
  if (isContested && price < priceBefore) return [];
  const nextObserved = observedAt.find((time) => time > at);
  const nextRow = rows.find((row) => row.at > at);
  const restored =
    nextObserved !== undefined && (nextRow === undefined || nextObserved < nextRow.at)
      ? [{ at: nextObserved, text: before }]
      : [];
  return [{ at, text }, ...restored];
};

/** `rows` with `inserted` merged in, ascending. */
export const withInserted = (
  rows: readonly StoredState[],
  inserted: readonly StoredState[],
): StoredState[] => {
  const byTime = new Map(rows.map((row) => [row.at, row]));
  for (const row of inserted) byTime.set(row.at, row);
  return [...byTime.values()].sort((a, b) => a.at - b.at);
};
