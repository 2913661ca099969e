import { DrizzleQueryError } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { ClockSetBackError } from "@/server/clock/clock-skew";
import { LateInBatchError } from "@/server/ingest/recorder/compare/compare-prices";

/** Our own code failed on a snapshot or on stored data. A retry would fail again. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/**
 * Runs the work of a transaction. Rethrows errors after which another attempt may succeed: a failure of the database, a late snapshot, or
 * a clock that was set back.
 * @throws UnreadableError for all other errors, with the cause.
 */
export const wrapUnreadable = async <Result>(
  tx: Queryable,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> => {
  try {
    return await work(tx);
  } catch (error) {
    const isExpected = [DrizzleQueryError, LateInBatchError, ClockSetBackError].some(
      (type) => error instanceof type,
    );
    if (isExpected) throw error;
    throw new UnreadableError("a snapshot or stored data cannot be read", { cause: error });
  }
};
