import type { Database } from "@/db/connect";
import { createCounterCommands } from "@/server/metering/counter/counter-commands";
import type { CounterStore } from "@/server/metering/counter/counter-store";
import { createLedgerSync } from "@/server/metering/ledger/sync-ledger";

/** The store has one entry for each instance and billing period with unreported charges. This limit is never reached. */
const maxUnreported = 100_000;
const dayMs = 86_400_000;

/**
 * Writes to the ledger all charges that instances have not reported yet, so that the ledger includes every earlier call. The ledger then
 * takes over from the counters that have these charges. Running instances open new counters.
 * @throws CounterStoreError if the store does not respond.
 */
export const catchUpLedger = async (db: Database, store: CounterStore): Promise<void> => {
  const sync = createLedgerSync(db, createCounterCommands(store, Date.now), Date.now, () => false);
  try {
    // The times of charges come from other instances' clocks, which may be ahead.
    await sync.sweep(Date.now() + dayMs, maxUnreported);
  } finally {
    await sync.close();
  }
};

/**
 * Makes the ledger's rows, not the counters, admit requests. Run this statement only while no instance runs, because it does not wait
 * for charges that instances have not reported yet.
 */
export const retireCountersSql =
  "update public.usage_periods set epoch = epoch + epoch % 2, epoch_at = null, pinned_until = null";
