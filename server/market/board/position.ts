import { compare } from "@/server/domain/collections";

/**
 * A place in the database's commit order: the snapshot that a read saw. Snapshots of one server form one order, because a later snapshot sees
 * all transactions that an earlier snapshot sees. The three numbers grow along this order, and together they identify a snapshot.
 */
export type Position = {
  /** Every transaction before this one had ended. */
  readonly xmin: bigint;
  /** The first transaction that had not begun. */
  readonly xmax: bigint;
  /** The number of transactions between `xmin` and `xmax` that had ended. */
  readonly ended: number;
};

/** A state of the prices: what was committed at `position`, as it is served at the time `at` (ms since the epoch, by the database's clock). */
export type Moment = { readonly position: Position; readonly at: number };

/** Before every other position. */
export const noPosition: Position = { xmin: 0n, xmax: 0n, ended: 0 };

/** Negative if `a` is before `b`, 0 if they are the same snapshot. */
export const comparePositions = (a: Position, b: Position): number => {
  return compare(a.xmin, b.xmin) || compare(a.xmax, b.xmax) || a.ended - b.ended;
};
