import type { Database } from "@/db/connect";
import { createCounterCommands } from "@/server/account/metering/counter/counter-commands";
import type { CounterStore } from "@/server/account/metering/counter/counter-store";
import { createLedgerSync } from "@/server/account/metering/ledger/sync-ledger";
import { dayMs } from "@/server/domain/durations";

/**
 * The most entries that `catchUpLedger` reads from the store's set `unreported`. The set should stay far smaller than this: for
 * each billing period of an account, it has at most one entry per instance.
 */
const maxUnreported = 100_000;

/**
 * Writes to the ledger all charges that instances have not reported yet, and closes the counters that have these charges. The ledger then
 * includes every call that was charged before this function began. Running instances open new counters.
 * @throws CounterStoreError if the store does not respond.
 */
export const catchUpLedger = async (db: Database, store: CounterStore): Promise<void> => {
  const sync = createLedgerSync(db, createCounterCommands(store, Date.now), Date.now, () => false);
  try {
    // Includes charges that are dated up to a day ahead, because instances date charges by their own clocks, which can be wrong.
    await sync.sweep(Date.now() + dayMs, maxUnreported);
  } finally {
    await sync.close();
  }
};

/**
 * After this statement, the ledger's rows admit requests, and the counters do not. Run the statement only while no instance runs, because
 * it does not wait for charges that instances have not reported yet.
 */
export const retireCountersSql =
  "update public.usage_periods set epoch = epoch + epoch % 2, epoch_at = null, pinned_until = null";
