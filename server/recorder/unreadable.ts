import { DrizzleQueryError } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { ClockSetBackError } from "@/server/clock/clock-skew";
import { LateInBatchError } from "@/server/recorder/compare-prices";

/** Our own code failed on what was delivered or stored. Trying it again would fail again. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/**
 * Runs the work of a transaction and tells failures of our own code from those of the database.
 * @throws UnreadableError for the former, with its cause. A failure of the database, which may pass, is thrown as it is.
 */
export const readingSafely = async <Result>(
  tx: Queryable,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> => {
  try {
    return await work(tx);
  } catch (error) {
    const isOther = [DrizzleQueryError, LateInBatchError, ClockSetBackError].some(
      (type) => error instanceof type,
    );
    if (isOther) throw error;
    throw new UnreadableError("what was delivered or stored cannot be read", { cause: error });
  }
};
