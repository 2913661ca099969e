import { withoutSizes } from "@/server/prices/outcome-text";

/** A market's stored states: from `at` (ms) on it stood at `text`; the empty text means not offered. */
export type StoredState = { readonly at: number; readonly text: string };

/** The state at a moment: that of the last row not after it; a market never seen is not offered. `rows` ascend by time. */
const stateAt = (rows: readonly StoredState[], at: number): string => {
  let text = "";
  for (const row of rows) {
    if (row.at > at) break;
    text = row.text;
  }
  return text;
};

/**
 * The rows to write so that a late observation takes its place in time. Rows say only when a state began, so the moments at which the
 * market was looked at and found unchanged (`observedAt`, ms, ascending) decide how long the observation holds.
 *
 * Two snapshots of one book at one moment that disagree are settled by the greater text, so that the order of arrival does not matter.
 * @returns rows to insert or, where one with that time exists, to replace.
 */
export const placeState = (
  rows: readonly StoredState[],
  observedAt: readonly number[],
  observation: StoredState,
): StoredState[] => {
  const { at, text } = observation;
  const before = stateAt(rows, at);
  const [price, priceBefore] = [withoutSizes(text), withoutSizes(before)];
  if (price === priceBefore) return [];
  const contested = observedAt.includes(at);
  if (contested && price < priceBefore) return [];
  const nextObserved = observedAt.find((moment) => moment > at);
  const nextRow = rows.find((row) => row.at > at);
  const heldUntil =
    nextObserved !== undefined && (nextRow === undefined || nextObserved < nextRow.at)
      ? [{ at: nextObserved, text: before }]
      : [];
  return [{ at, text }, ...heldUntil];
};

/** `rows` with `placed` written into it, ascending. */
export const withPlaced = (rows: readonly StoredState[], placed: readonly StoredState[]): StoredState[] => {
  const byTime = new Map(rows.map((row) => [row.at, row]));
  for (const row of placed) byTime.set(row.at, row);
  return [...byTime.values()].sort((a, b) => a.at - b.at);
};
