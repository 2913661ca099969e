import { withoutSizes } from "@/server/domain/prices/outcome-text";

/** A stored state of a market: `text` is valid from `at` (ms) on. If `text` is empty, the market is not offered. */
export type StoredState = { readonly at: number; readonly text: string };

/** The text of the last row up to `at`, or empty. `rows` ascend by time. */
const stateAt = (rows: readonly StoredState[], at: number): string => {
  let text = "";
  for (const row of rows) {
    if (row.at > at) break;
    text = row.text;
  }
  return text;
};

/**
 * Finds the rows to write for a late observation. When it arrives, observations with newer times may be recorded already.
 *
 * Each stored row begins a state. An observation that found the state unchanged wrote no row, but its time is in `observedAt`. The late
 * state lasts until the next observation. If the next observation wrote no row, it found the same state as before the late observation. A
 * second row then restores this earlier state at the time of the next observation.
 *
 * Two snapshots of one book can have the same time but different prices. Then the text that sorts last wins, so the order of arrival does
 * not matter. The comparison ignores sizes.
 * @param rows the stored states, ascending by time.
 * @param observedAt the times of the other observations of the market, in ms, ascending.
 * @returns rows to insert. A row replaces an existing row with the same time.
 */
export const rowsForLateState = (
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
